/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CORE_EPOCH_H
#define FCL_CORE_EPOCH_H

#include <stdatomic.h>
#include <stdint.h>

struct fcl_event;

/*
 * The commands of an out-of-order queue between two barriers or markers, counted. A barrier waits
 * for the epoch before it, not for each command in it, so it costs the same however many there are.
 */
struct fcl_epoch {
	_Atomic uint32_t open;    /* commands not ended, plus one while it is the queue's newest */
	struct fcl_event *waiter; /* who waits for it; set before the queue's one is taken off */
};

/* NULL when memory is short. */
struct fcl_epoch *fcl_epoch_create(void);

/* A command more. */
struct fcl_epoch *fcl_epoch_enter(struct fcl_epoch *epoch);

/* One less; the last readies the waiter and frees the epoch. NULL is fine. */
void fcl_epoch_leave(struct fcl_epoch *epoch);

#endif
