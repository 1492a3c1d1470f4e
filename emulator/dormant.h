/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_EMU_DORMANT_H
#define FCL_EMU_DORMANT_H

#include "emulator/state/board.h"

/*
 * Code of images that are in no slot at present, but whose variables must keep their values until
 * the image is loaded again: program-scope variables of OpenCL C live as long as the host's
 * program. Variables of kernels in other languages start from their initial values, as on a board.
 */

/*
 * Keeps the program's code if its variables are still needed. False: the caller has to unload it.
 */
bool fcl_emu_dormant_put(struct fcl_emu_program *program);

/* Gives the program the code that was kept for its image. False: there is none. */
bool fcl_emu_dormant_take(struct fcl_emu_program *program);

/* Unloads the code kept for images that nobody else references; with `all`, all of it. */
void fcl_emu_dormant_drop(struct fcl_emu_board *board, bool all);

#endif
