/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_EMU_CONSTRUCT_H
#define FCL_EMU_CONSTRUCT_H

#include "emulator/state/program.h"

/*
 * Runs the static constructors of a payload that was just loaded, as executions are run: a fault,
 * an exception or abort() in one ends the constructors, not the host, and so does the limit that
 * FPGACL_EMU_TIMEOUT_S sets. -ENOEXEC: they did not return; the text says why.
 */
int fcl_emu_construct(struct fcl_emu_program *program, const struct fcl_bitstream *bitstream,
		      struct fcl_err *err);

#endif
