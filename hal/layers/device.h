/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_LAYERS_DEVICE_H
#define FCL_LAYERS_DEVICE_H

#include <pthread.h>

#include "hal/include/fcl_hal.h"
#include "hal/layers/timer.h"

/* What a layer can act on, by the names that its options and its log use. */
enum fcl_layer_op {
	FCL_LAYER_OPEN,
	FCL_LAYER_PROGRAM,
	FCL_LAYER_CHECK,
	FCL_LAYER_VERIFY,
	FCL_LAYER_RESET,
	FCL_LAYER_HEALTH,
	FCL_LAYER_SENSOR,
	FCL_LAYER_ALLOC,
	FCL_LAYER_EXPORT,
	FCL_LAYER_IMPORT,
	FCL_LAYER_HOST_ALLOC,
	FCL_LAYER_SVM_ALLOC,
	FCL_LAYER_REGISTER,
	FCL_LAYER_PIPE,
	FCL_LAYER_SUBMIT,
	FCL_LAYER_WRITE, /* this and what follows: requests */
	FCL_LAYER_READ,
	FCL_LAYER_COPY,
	FCL_LAYER_FILL,
	FCL_LAYER_LAUNCH,
	FCL_LAYER_OPS
};

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

/* Returns the name of an op, as options and log use it. */
const char *fcl_layer_op_name(enum fcl_layer_op op);

/* Returns the op with that name; FCL_LAYER_OPS: none. */
enum fcl_layer_op fcl_layer_op_find(const char *name, size_t length);

#endif
