/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_EMU_EXECUTION_CANARIES_H
#define FCL_EMU_EXECUTION_CANARIES_H

#include "emulator/state/unit.h"

/*
 * Fails an execution that wrote past the end of a buffer: a bound one by default, any one with
 * FPGACL_EMU_CHECK=full. Every canary is checked, and so restored, also after another error: the
 * next execution must not be blamed for this one.
 */
void fcl_emu_canaries_check(struct fcl_emu_cu *cu);

#endif
