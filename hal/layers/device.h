/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_LAYERS_DEVICE_H
#define FCL_LAYERS_DEVICE_H

#include <pthread.h>

#include "hal/include/fcl_hal.h"
#include "hal/layers/op.h"
#include "hal/layers/timer.h"

/* The outcome that a layer decides for a request. */
enum fcl_layer_fate {
	FCL_LAYER_RUNS,  /* runs on the board below */
	FCL_LAYER_FAILS, /* ends at once with `status` and `text`, without reaching the board */
	FCL_LAYER_HANGS, /* the same, but at due_ns or when the board is reset */
};

/* A request of the runtime in flight; the board below gets a copy of it. */
struct fcl_layer_request {
	struct fcl_hal_request copy;
	struct fcl_hal_request *original;
	struct fcl_hal_device *device;
	enum fcl_layer_op op;
	enum fcl_layer_fate fate;
	uint64_t submit_ns;
	int status;       /* for FAILS and HANGS, and for a delayed completion */
	char text[1000];  /* as status; "" for none */
	uint64_t hang_ns; /* for HANGS: the time until it ends */
	struct fcl_layer_timed timed;
	struct fcl_layer_request *next_free;
};

/* The hooks of one kind of layer; functions may be NULL. */
struct fcl_layer_kind {
	const char *name;
	size_t state_bytes; /* size of fcl_hal_device.state, which starts zeroed */
	bool timer;         /* it delays completions, so it needs the timer */
	/* Reads one `key=value` of the options. -EINVAL: the text says what is allowed. */
	int (*configure)(void *state, const char *key, const char *value, struct fcl_err *err);
	/*
	 * Called before an op. An error is returned to the caller, and the op does not reach the
	 * board.
	 */
	int (*before)(struct fcl_hal_device *device, enum fcl_layer_op op, struct fcl_err *err);
	/* Called after an op that reached the board; `error` is its result. */
	void (*after)(struct fcl_hal_device *device, enum fcl_layer_op op, uint64_t start_ns,
		      int error, const struct fcl_err *err);
	/* Called after a sensor of the board below was read; may change the reading. */
	void (*sensed)(struct fcl_hal_device *device, struct fcl_hal_sensor *sensor);
	/*
	 * Decides a request's fate; sets its status and text and, for HANGS, the time until it
	 * ends.
	 */
	void (*submitted)(struct fcl_hal_device *device, struct fcl_layer_request *request);
	/*
	 * Called when the board below has ended a request: may change the status; returns a delay
	 * in ns.
	 */
	uint64_t (*ended)(struct fcl_hal_device *device, struct fcl_layer_request *request,
			  int *status, const char **text);
};

/* A board behind a layer. */
struct fcl_hal_device {
	const struct fcl_layer_kind *kind;
	const struct fcl_hal_ops *lower; /* the ops of the board below */
	struct fcl_hal_device *board;    /* the board below, open */
	void *state;                     /* private state of the kind */
	char text[256];                  /* the name that open() was given */
	unsigned instance;               /* the instance that open() was given */
	pthread_mutex_t lock;            /* guards free */
	struct fcl_layer_request *free;  /* unused requests */
	struct fcl_layer_timer timer;
};

#endif
