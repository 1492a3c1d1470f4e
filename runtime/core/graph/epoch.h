/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CORE_EPOCH_H
#define FCL_CORE_EPOCH_H

#include <stdatomic.h>
#include <stdint.h>

struct fcl_event;

/*
 * Counts the pending commands of an out-of-order queue between two barriers or markers. A barrier
 * waits for the previous epoch as a whole, so its cost does not depend on the number of commands.
 */
struct fcl_epoch {
	_Atomic uint32_t open; /* pending commands, plus one while it is the queue's newest epoch */
	struct fcl_event
		*waiter; /* the marker or barrier that waits; set before the queue leaves */
};

/* NULL: out of memory. */
struct fcl_epoch *fcl_epoch_create(void);

/* Adds a command to the epoch; returns the epoch. */
struct fcl_epoch *fcl_epoch_enter(struct fcl_epoch *epoch);

/*
 * Removes a command; the last one frees the epoch and returns its waiter, or NULL for none, for
 * fcl_predecessors_ended(). NULL is allowed.
 */
struct fcl_event *fcl_epoch_leave(struct fcl_epoch *epoch);

#endif
