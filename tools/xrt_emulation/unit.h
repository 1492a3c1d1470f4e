/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_XEMU_UNIT_H
#define FCL_XEMU_UNIT_H

#include "tools/xrt_emulation/board.h"

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
