/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_EMU_EXECUTION_TIMELINE_H
#define FCL_EMU_EXECUTION_TIMELINE_H

#include "emulator/state/unit.h"

/*
 * The time line (emulator/time) of an execution whose code counts the cycles of its schedule: its
 * processes, the FIFOs between them, and the memory that they reach.
 */

/* Services of struct fcl_model_host; processes are numbers of an execution's own. */
const char *fcl_emu_timeline_begin(struct fcl_cu *cu, const char *unknown);
uint32_t fcl_emu_timeline_stream(struct fcl_cu *cu, uint32_t port, uint64_t *ret_moved);
uint32_t fcl_emu_timeline_process(struct fcl_cu *cu, const char *name);
uint32_t fcl_emu_timeline_channel(struct fcl_cu *cu, const struct fcl_model_channel *channel);
uint32_t fcl_emu_timeline_bus(struct fcl_cu *cu, uint32_t port, uint32_t bytes);
void fcl_emu_timeline_events(struct fcl_cu *cu, uint32_t process,
			     const struct fcl_model_event *events, uint64_t count,
			     uint64_t frontier);
int fcl_emu_timeline_ask(struct fcl_cu *cu, uint32_t process,
			 const struct fcl_model_event *question, uint64_t *ret_answer);
int fcl_emu_timeline_answer(struct fcl_cu *cu, uint32_t process, uint64_t *ret_answer);
void fcl_emu_timeline_wait(struct fcl_cu *cu, uint32_t process, uint32_t channel, uint64_t element);
void fcl_emu_timeline_rest(struct fcl_cu *cu, uint32_t process);
void fcl_emu_timeline_counted(struct fcl_cu *cu, uint64_t cycles, const char *sure,
			      const char *unknown);

/* At the end of an execution, whether or not it has been counted. */
void fcl_emu_timeline_close(struct fcl_emu_cu *cu);
/* Frees it, with the CU. */
void fcl_emu_timeline_destroy(struct fcl_emu_cu *cu);

#endif
