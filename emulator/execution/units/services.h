/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_EMU_EXECUTION_SERVICES_H
#define FCL_EMU_EXECUTION_SERVICES_H

#include "emulator/state/board.h"

/* The services of the engine that payloads call (struct fcl_model_host). */
extern const struct fcl_model_host fcl_emu_host;
/* Logs an execution's output since its last newline. */
void fcl_emu_line_end(struct fcl_emu_cu *cu);

#endif
