/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_EMU_LOADER_H
#define FCL_EMU_LOADER_H

#include "emulator/state/board.h"

int fcl_emu_check_image(struct fcl_emu_board *board, const struct fcl_image *image,
			struct fcl_err *err);
int fcl_emu_load(struct fcl_emu_board *board, uint32_t slot, struct fcl_image *image,
		 struct fcl_emu_program **ret_program, struct fcl_err *err);
/* Ends every execution with -EIO; false if a kernel does not stop. */
bool fcl_emu_stop(struct fcl_emu_program *program);
void fcl_emu_unload(struct fcl_emu_program *program);

/* Which program is in a slot, for those that look while it changes: under the lock. */
void fcl_emu_slot_set(struct fcl_emu_board *board, uint32_t slot, struct fcl_emu_program *program);

#endif
