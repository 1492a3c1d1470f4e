/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_EMU_EXECUTION_CHAIN_H
#define FCL_EMU_EXECUTION_CHAIN_H

#include "emulator/state/board.h"

/*
 * The board's lock is held in all of these but fcl_emu_chain_init(), fcl_emu_chain_fini(),
 * fcl_emu_chain_ask() and fcl_emu_chain_enter().
 */

/* Prepares a new CU for executions that overlap, if its model allows that; false: no memory. */
bool fcl_emu_chain_init(struct fcl_emu_cu *cu);
/* Frees the contexts; the CU itself remains. */
void fcl_emu_chain_fini(struct fcl_emu_cu *cu);
/* A context on which the launch may start now beside those that run; NULL: it must wait. */
struct fcl_emu_cu *fcl_emu_chain_context(struct fcl_emu_cu *first,
					 const struct fcl_hal_request *request);
/* A new context of the CU, which is idle; NULL: no memory. */
struct fcl_emu_cu *fcl_emu_chain_add_context(struct fcl_emu_cu *first);
/* Adds an execution that begins on its context as the youngest of the CU. */
void fcl_emu_chain_begin(struct fcl_emu_cu *cu);
/* Removes an execution that is over and reported. */
void fcl_emu_chain_end(struct fcl_emu_cu *cu);
/* Whether older executions are done with the FIFO for which this one waits. */
bool fcl_emu_chain_is_due(const struct fcl_emu_cu *cu);
/* The execution of the CU at the end of a FIFO that may use it next; NULL: none yet. */
struct fcl_emu_cu *fcl_emu_chain_user(struct fcl_emu_cu *end, const struct fcl_emu_fifo *fifo);
/* Called by an execution before a service uses a stream port. False: it is not its turn. */
bool fcl_emu_chain_ask(struct fcl_emu_cu *cu, uint32_t port);
static inline bool fcl_emu_chain_enter(struct fcl_emu_cu *cu, uint32_t port)
{
	return !cu->turns || fcl_emu_chain_ask(cu, port);
}

#endif
