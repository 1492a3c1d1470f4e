/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_EMU_CONSTRUCT_H
#define FCL_EMU_CONSTRUCT_H

#include "emulator/state/program.h"

/*
 * Functions that run while a payload is loaded or unloaded are run like executions: a fault, an
 * exception, abort() or the limit of FPGACL_EMU_TIMEOUT_S ends the function, not the host. The
 * payload's code is known.
 */

/*
 * Calls the functions for loading that its ELF names, such as the constructors of a C++ compiler.
 * -ENOEXEC: they did not return; the text says why.
 */
int fcl_emu_payload_begin(struct fcl_emu_board *board, struct fcl_image *image,
			  struct fcl_emu_payload *payload, struct fcl_err *err);

/* Then those that its bitstream lists, and attaches it. -ENOEXEC: as above. */
int fcl_emu_payload_construct(struct fcl_emu_board *board, struct fcl_image *image,
			      struct fcl_emu_payload *payload, struct fcl_err *err);

/* Calls init() and fini() of a compute unit's model, if it has them. The unit is idle. */
int fcl_emu_unit_begin(struct fcl_emu_cu *cu, struct fcl_err *err);
void fcl_emu_unit_end(struct fcl_emu_cu *cu);

/* Calls its functions for unloading, and unloads it; if they do not return, it stays. */
void fcl_emu_payload_end(struct fcl_emu_board *board, struct fcl_image *image,
			 struct fcl_emu_payload *payload);

#endif
