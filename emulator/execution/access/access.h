/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_EMU_EXECUTION_ACCESS_H
#define FCL_EMU_EXECUTION_ACCESS_H

#include "emulator/state/unit.h"

/*
 * Executions whose payload checks each access (FCL_MODEL_CHECKED) see each buffer of their launch
 * in a mapping apart, and no other memory of the board.
 */

/*
 * Returns where a checked execution sees a device address; NULL: in no buffer of its launch. Fails
 * the execution if there is no address space for that mapping.
 */
char *fcl_emu_access_pointer(struct fcl_emu_cu *cu, uint64_t address);

/* The service check_access() in struct fcl_model_host. */
void fcl_emu_access_check(struct fcl_cu *cu, uint64_t at, uint64_t bytes, int write,
			  const char *place);
/* The service buffer_of() there. Overlapping buffers count as one. */
void *fcl_emu_access_buffer(struct fcl_cu *cu, const void *at);

/* The service moved() there: counts bytes for the estimate (running/traffic.h). */
void fcl_emu_access_moved(struct fcl_cu *cu, const void *at, uint64_t read, uint64_t written);

#endif
