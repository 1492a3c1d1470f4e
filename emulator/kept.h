/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_EMU_KEPT_H
#define FCL_EMU_KEPT_H

#include "emulator/state/board.h"

/*
 * Code of images that are not in a slot now, but whose variables must have the same values when
 * they come back: those that kernels in OpenCL C declare outside of functions last as long as the
 * program of the host. What the kernels of other languages keep starts from its initial value, as on a board.
 */

/* Puts the program's code aside if its variables are still needed. False: unload it. */
bool fcl_emu_kept_put(struct fcl_emu_program *program);

/* Gives the program the code that was put aside for its image. False: there is none. */
bool fcl_emu_kept_take(struct fcl_emu_program *program);

/* Unloads what was put aside for images that nobody else has a reference to; or all. */
void fcl_emu_kept_drop(struct fcl_emu_board *board, bool all);

#endif
