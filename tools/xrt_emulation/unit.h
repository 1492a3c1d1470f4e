/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_XEMU_UNIT_H
#define FCL_XEMU_UNIT_H

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

/* Makes the units of the loaded image. */
int fcl_xemu_units_create(struct fcl_xemu_board *board, struct fcl_err *err);
/* Must not be called while anything runs. */
void fcl_xemu_units_destroy(struct fcl_xemu_board *board);

/* Whether a CU has a launch that has not ended. */
bool fcl_xemu_units_busy(struct fcl_xemu_board *board);

/*
 * Accesses registers by address. -ENXIO: no CU of the image has that address; other errors: an
 * execution could not be started, or has failed.
 */
int fcl_xemu_unit_write(struct fcl_xemu_board *board, uint64_t address, const void *bytes,
			uint32_t size, struct fcl_err *err);
int fcl_xemu_unit_read(struct fcl_xemu_board *board, uint64_t address, void *bytes, uint32_t size,
		       struct fcl_err *err);

#endif
