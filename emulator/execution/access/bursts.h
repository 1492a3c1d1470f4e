/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_EMU_EXECUTION_BURSTS_H
#define FCL_EMU_EXECUTION_BURSTS_H

#include "emulator/state/unit.h"

/*
 * Fails a launch of a model of clock cycles whose memory port leaves the buffers of the launch's
 * arguments, whichever port those belong to. What follows a buffer's end in its last page belongs
 * to it here, as kernels read and write whole beats; its canary finds writes there. Ports that got
 * no buffer may go anywhere, and so may all with FPGACL_EMU_CHECK=off.
 */
void fcl_emu_burst_check(struct fcl_emu_cu *cu, uint32_t port, uint64_t address, uint64_t bytes);

#endif
