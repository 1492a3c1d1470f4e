/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_EMU_STATE_TASK_H
#define FCL_EMU_STATE_TASK_H

#include "hal/include/fcl_hal.h"

enum { FCL_EMU_ERROR = 900 }; /* bytes of an execution's error text */

enum fcl_emu_task_kind { FCL_EMU_TASK_COPY = 1, FCL_EMU_TASK_CU };

/* An entry of the ready list. */
struct fcl_emu_task {
	struct fcl_emu_task *next, *previous;
	enum fcl_emu_task_kind kind;
	const void *tag;
	const void *home; /* the worker that made it ready; NULL: no preferred worker */
	bool listed;
	bool small; /* expected to take under 50 µs */
	bool brief; /* runs very briefly, as between two FIFOs: best on its home */
	bool tiny;  /* as short as handing it to another thread */
	/*
	 * When it was left to the thread of the host that enqueues such tasks; 0: it was not left.
	 */
	uint64_t left_ns;
};

/* What the board stores in a request in flight: fcl_hal_request.scratch. */
struct fcl_emu_item {
	struct fcl_emu_task task; /* used for a copy */
	struct fcl_hal_request *request;
	struct fcl_emu_item *next; /* in board->submitted, then in the list of launches that wait */
};

#endif
