/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_EMU_EXECUTION_BURSTS_H
#define FCL_EMU_EXECUTION_BURSTS_H

#include "emulator/state/unit.h"

/*
 * Fails a launch of a stepped model if a memory port accesses memory outside the buffers of the
 * launch's arguments, whichever port these use. The rest of a buffer's last bus word counts as part
 * of the buffer, since kernels transfer whole words; the canary detects writes there. A port without a
 * buffer may access any address, as may all ports with FPGACL_EMU_CHECK=off.
 */
void fcl_emu_burst_check(struct fcl_emu_cu *cu, uint32_t port, uint64_t address, uint64_t bytes);

#endif
