/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_LAYERS_TIMER_H
#define FCL_LAYERS_TIMER_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"

/* A function call that is due at a given time. */
struct fcl_layer_timed {
	uint64_t due_ns; /* CLOCK_MONOTONIC */
	void (*call)(struct fcl_layer_timed *timed);
	struct fcl_layer_timed *next;
};

/* A thread that makes such calls when they are due. */
struct fcl_layer_timer {
	pthread_mutex_t lock;
	pthread_cond_t changed;
	bool started;                  /* fcl_layer_timer_start() has succeeded */
	bool running, stop;            /* the thread exists; it must end; guarded by lock */
	struct fcl_layer_timed *first; /* ordered by due_ns; guarded by lock */
};

/* -EAGAIN: no thread can be started. */
int fcl_layer_timer_start(struct fcl_layer_timer *timer, struct fcl_err *err);

/* Nothing may be due any more. Does nothing for a timer that was never started. */
void fcl_layer_timer_stop(struct fcl_layer_timer *timer);

/*
 * Calls timed->call() at its due time, on the timer's thread. `timed` must stay valid until then.
 */
void fcl_layer_timer_add(struct fcl_layer_timer *timer, struct fcl_layer_timed *timed);

/* Makes all pending calls now, on the calling thread. */
void fcl_layer_timer_flush(struct fcl_layer_timer *timer);

#endif
