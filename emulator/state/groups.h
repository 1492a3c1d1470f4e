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
	struct fcl_emu_cu *cu;     /* the execution's */
	uint64_t count;            /* set before help is requested */
	_Atomic uint64_t taken;    /* groups below this number are run or being run */
	_Atomic uint64_t group_ps; /* about how long one takes, by the last batch; 0: not known */
	bool asked;                /* for help; only the execution's thread uses it */
	_Atomic bool failed;       /* a batch has: the others are to end */
	/* Of the batch that set `failed`: written by its thread, read when no helper is left. */
	int status;
	char error[FCL_EMU_ERROR];

	/* The board's lock guards these. */
	struct fcl_emu_groups *next; /* in board->ranges */
	bool listed;
	uint32_t most_helpers;
	_Atomic uint32_t nhelpers; /* changed with the lock held */
};

#endif
