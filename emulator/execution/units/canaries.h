/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_EMU_EXECUTION_CANARIES_H
#define FCL_EMU_EXECUTION_CANARIES_H

#include "emulator/state/unit.h"

/*
 * Fails an execution that wrote past the end of a buffer: a bound buffer by default, any buffer
 * with FPGACL_EMU_CHECK=full. Even after another error, every canary is checked and thus restored,
 * so that the next execution is not blamed for this one.
 */
void fcl_emu_canaries_check(struct fcl_emu_cu *cu);

#endif
