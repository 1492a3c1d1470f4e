/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_EMU_STATE_GROUPS_H
#define FCL_EMU_STATE_GROUPS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "emulator/state/task.h"

struct fcl_emu_cu;

/* The work-groups of one execution, which its own thread and helpers run in batches (groups.c). */
struct fcl_emu_groups {
	struct fcl_emu_cu *cu;     /* the context of the execution */
	uint64_t count;            /* set before help is requested */
	_Atomic uint64_t taken;    /* groups below this number have been taken by a thread */
	_Atomic uint64_t group_ps; /* estimated time per group, from the last batch; 0: not known */
	bool asked;                /* help was requested; used by the execution's thread only */
	_Atomic bool failed;       /* a batch has failed, so no more are started */
	/*
	 * The error of the batch that set `failed`: written by its thread, read when all helpers
	 * are done.
	 */
	int status;
	char error[FCL_EMU_ERROR];

	/* Guarded by the board's lock. */
	struct fcl_emu_groups *next; /* in board->ranges */
	bool listed;
	uint32_t most_helpers;
	_Atomic uint32_t nhelpers; /* changed with the lock held */
};

#endif
