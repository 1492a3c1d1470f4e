/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_EMU_EXECUTION_CHAIN_H
#define FCL_EMU_EXECUTION_CHAIN_H

#include "emulator/state/board.h"

/* The lock is held in all but the first two and the last. */

/* Prepares a new CU for executions that overlap, if its model allows it; false: no memory. */
bool fcl_emu_chain_init(struct fcl_emu_cu *cu);
/* Frees the contexts; the CU itself remains. */
void fcl_emu_chain_fini(struct fcl_emu_cu *cu);
/* A context on which the launch may start now beside those that run; NULL: it has to wait. */
struct fcl_emu_cu *fcl_emu_chain_context(struct fcl_emu_cu *first,
					 const struct fcl_hal_request *request);
/* An execution begins on its context, or is over and told. */
void fcl_emu_chain_begin(struct fcl_emu_cu *cu);
void fcl_emu_chain_end(struct fcl_emu_cu *cu);
/* Whether older executions have done with what this one is blocked on for its turn. */
bool fcl_emu_chain_is_due(const struct fcl_emu_cu *cu);
/* Of the executions of the CU at the end of a FIFO the one that is to move it; NULL: none yet. */
struct fcl_emu_cu *fcl_emu_chain_user(struct fcl_emu_cu *end, const struct fcl_emu_fifo *fifo);
/* From inside an execution that is about to use a stream port by a service: false, it is not its
 * turn. */
bool fcl_emu_chain_ask(struct fcl_emu_cu *cu, uint32_t port);
static inline bool fcl_emu_chain_enter(struct fcl_emu_cu *cu, uint32_t port)
{
	return !cu->turns || fcl_emu_chain_ask(cu, port);
}

#endif
