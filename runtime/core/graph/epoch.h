/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CORE_EPOCH_H
#define FCL_CORE_EPOCH_H

#include <stdatomic.h>
#include <stdint.h>

struct fcl_event;

/*
 * Counts the pending commands of an out-of-order queue between two barriers or markers. A barrier
 * waits for the epoch before it, not for each command in it, so its cost does not depend on how
 * many there are.
 */
struct fcl_epoch {
	_Atomic uint32_t open; /* pending commands, plus one while it is the queue's newest epoch */
	struct fcl_event *waiter; /* waits for it; set before the queue leaves the epoch */
};

/* NULL when memory is short. */
struct fcl_epoch *fcl_epoch_create(void);

/* Counts a command in; returns the epoch. */
struct fcl_epoch *fcl_epoch_enter(struct fcl_epoch *epoch);

/* Counts one out; the last one releases the waiter and frees the epoch. NULL is fine. */
void fcl_epoch_leave(struct fcl_epoch *epoch);

#endif
