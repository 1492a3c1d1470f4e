/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_EMU_LOADER_H
#define FCL_EMU_LOADER_H

#include "emulator/state/board.h"

/* Whether the board can run the image: its target, platform and instruction set. 0 or -EINVAL. */
int fcl_emu_check_image(struct fcl_emu_board *board, const struct fcl_image *image,
			struct fcl_err *err);
/* Loads an image's payload, creates its CUs and FIFOs, and starts free-running CUs. */
int fcl_emu_load(struct fcl_emu_board *board, uint32_t slot, struct fcl_image *image,
		 struct fcl_emu_program **ret_program, struct fcl_err *err);
/* Ends every execution with -EIO; false: a kernel does not stop. */
bool fcl_emu_stop(struct fcl_emu_program *program);
/* Stops and frees a program; NULL is allowed. It stays in memory if a kernel does not stop. */
void fcl_emu_unload(struct fcl_emu_program *program);

#endif
