/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_XEMU_LAUNCH_H
#define FCL_XEMU_LAUNCH_H

#include <stdatomic.h>

#include "tools/xrt_emulation/board.h"

/*
 * Launches of one CU that may be on the board at once. Two let an ap_ctrl_chain CU overlap
 * executions.
 */
#define FCL_XEMU_LAUNCHES 2u

#define FCL_XEMU_RANGE 0x10000u /* size of a CU's register file, as assumed by XRT */

/* One execution, with the register contents at its start. */
struct fcl_xemu_launch {
	struct fcl_hal_request request;
	struct fcl_hal_arg *args;
	uint8_t *regs;
	atomic_bool done; /* set by done(), on any thread */
};

/* A compute unit as seen through its registers. */
struct fcl_xemu_unit {
	const struct fcl_image_kernel *kernel;
	uint32_t cu;
	uint64_t base;
	uint8_t *regs;     /* as written by the host */
	bool *fresh;       /* for each register: written since the last start */
	uint32_t size;     /* size of regs in bytes */
	bool user_managed; /* the host controls it through registers that only its kernel knows */
	struct fcl_xemu_launch launches[FCL_XEMU_LAUNCHES]; /* a ring buffer */
	uint32_t oldest, running;                           /* those on the board */
	uint32_t completed;                                 /* not reported to the host yet */
	bool auto_restart;
};

/* Makes room for the launches of a unit. */
int fcl_xemu_launches_create(struct fcl_xemu_unit *unit, struct fcl_err *err);
void fcl_xemu_launches_destroy(struct fcl_xemu_unit *unit);

/* Starts an execution with the registers' contents. The unit must have room for it. */
int fcl_xemu_launch(struct fcl_xemu_board *board, struct fcl_xemu_unit *unit, struct fcl_err *err);

/* Records executions that have ended, in the order in which they were started. */
int fcl_xemu_retire(struct fcl_xemu_board *board, struct fcl_xemu_unit *unit, struct fcl_err *err);

/* The image's memory that a CU's argument is connected to, or FCL_HAL_BANK_DEFAULT. */
uint32_t fcl_xemu_mem_of(const struct fcl_image *image, uint32_t cu, uint32_t arg);

#endif
