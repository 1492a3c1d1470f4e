/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_EMU_EXECUTION_SERVICES_H
#define FCL_EMU_EXECUTION_SERVICES_H

#include "emulator/state/board.h"

extern const struct fcl_model_host fcl_emu_host;
void fcl_emu_blocks_free(struct fcl_emu_cu *cu);
/* Logs what the execution printed without a newline behind it. */
void fcl_emu_line_end(struct fcl_emu_cu *cu);

#endif
