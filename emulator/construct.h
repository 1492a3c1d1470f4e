/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_EMU_CONSTRUCT_H
#define FCL_EMU_CONSTRUCT_H

#include "emulator/state/program.h"

/*
 * Functions that run while a payload is loaded or unloaded run as executions do: a fault, an
 * exception, abort() or the limit of FPGACL_TIMEOUT_S ends the function, not the host. The
 * payload's address range must be known.
 */

/*
 * Calls the initialization functions that the ELF names, such as a C++ compiler's constructors.
 * -ENOEXEC: one did not return; the text says why.
 */
int fcl_emu_payload_begin(struct fcl_emu_board *board, struct fcl_image *image,
			  struct fcl_emu_payload *payload, struct fcl_err *err);

/* Calls the constructors that the payload's bitstream names, then attach(). -ENOEXEC: as above. */
int fcl_emu_payload_construct(struct fcl_emu_board *board, struct fcl_image *image,
			      struct fcl_emu_payload *payload, struct fcl_err *err);

/* Each calls the init() or fini() of a CU's model, if it has one. The CU must be idle. */
int fcl_emu_unit_begin(struct fcl_emu_cu *cu, struct fcl_err *err);
void fcl_emu_unit_end(struct fcl_emu_cu *cu);

/*
 * Calls the payload's termination functions and unloads it. If they do not return, it stays loaded.
 */
void fcl_emu_payload_end(struct fcl_emu_board *board, struct fcl_image *image,
			 struct fcl_emu_payload *payload);

#endif
