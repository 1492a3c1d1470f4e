/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_LAYERS_DEVICE_H
#define FCL_LAYERS_DEVICE_H

#include <pthread.h>

#include "hal/include/fcl_hal.h"
#include "hal/layers/op.h"
#include "hal/layers/timer.h"

/* What happens to a request. */
enum fcl_layer_fate {
	FCL_LAYER_RUNS,  /* on the board below */
	FCL_LAYER_FAILS, /* at once, with `status` and `text`, without reaching the board */
	FCL_LAYER_HANGS, /* likewise, but only at due_ns, or when the board is reset */
};

/* A request of the runtime, while it is under way: the board below gets a copy. */
struct fcl_layer_request {
	struct fcl_hal_request copy;
	struct fcl_hal_request *original;
	struct fcl_hal_device *device;
	enum fcl_layer_op op;
	enum fcl_layer_fate fate;
	uint64_t submit_ns;
	int status;      /* of FAILS and HANGS, and of a delayed end */
	char text[1000]; /* likewise; "" for none */
	struct fcl_layer_timed timed;
	struct fcl_layer_request *next_free;
};

/* What is special about a kind of layer. Functions may be NULL. */
struct fcl_layer_kind {
	const char *name;
	size_t state_bytes; /* of fcl_hal_device.state, zeroed at first */
	bool timer;         /* it delays the end of requests */
	/* One `key=value` of the options. -EINVAL: the text says what is allowed. */
	int (*configure)(void *state, const char *key, const char *value, struct fcl_err *err);
	/* Before an op: 0, or the error that it returns without reaching the board. */
	int (*before)(struct fcl_hal_device *device, enum fcl_layer_op op, struct fcl_err *err);
	/* After an op that reached the board; `error` is what it returned. */
	void (*after)(struct fcl_hal_device *device, enum fcl_layer_op op, uint64_t start_ns,
		      int error, const struct fcl_err *err);
	/* A sensor of the board below was read. */
	void (*sensed)(struct fcl_hal_device *device, struct fcl_hal_sensor *sensor);
	/* Decides a request's fate; fills in status, text and, for HANGS, the time it takes. */
	void (*submitted)(struct fcl_hal_device *device, struct fcl_layer_request *request,
			  uint64_t *ret_hang_ns);
	/* A request of the board below has ended: may change the status; returns ns to add. */
	uint64_t (*ended)(struct fcl_hal_device *device, struct fcl_layer_request *request,
			  int *status, const char **text);
};

/* A board behind a layer. */
struct fcl_hal_device {
	const struct fcl_layer_kind *kind;
	const struct fcl_hal_ops *lower; /* of the board below */
	struct fcl_hal_device *board;    /* the board below, open */
	void *state;                     /* of the kind */
	char text[256];                  /* what it was opened with */
	unsigned instance;               /* likewise */
	pthread_mutex_t lock;            /* guards free */
	struct fcl_layer_request *free;  /* not in use */
	struct fcl_layer_timer timer;
};

#endif
