/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CAPTURE_PAST_RUNNING_H
#define FCL_CAPTURE_PAST_RUNNING_H

#include "runtime/capture/past_objects.h"

/*
 * Which of the forgotten launches may not have ended. A ring that begins where there are none has
 * both of two kernels that wait for each other, or neither. A launch has ended when the program has
 * waited for it, or for what came after it. Guarded by the recorder's lock.
 */

/* A call has been forgotten: a command of that queue (NULL: of none), or one that waits. */
void fcl_running_call(const fcl_ring_record *call, const struct fcl_past_object *queue,
		      uint64_t number);

/* The command of that call has ended. */
void fcl_running_ended(uint64_t number);

bool fcl_running(void);

/* Whether the call creates a queue whose commands end in their order. */
bool fcl_running_is_in_order(const fcl_ring_record *call);

void fcl_running_forget(void);

#endif
