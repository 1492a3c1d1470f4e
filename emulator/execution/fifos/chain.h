/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_EMU_EXECUTION_CHAIN_H
#define FCL_EMU_EXECUTION_CHAIN_H

#include "emulator/state/board.h"

/*
 * The board's lock is held in all functions except fcl_emu_chain_init(), fcl_emu_chain_fini(),
 * fcl_emu_chain_ask() and fcl_emu_chain_enter().
 */

/* Prepares a new CU for overlapping executions if its model allows them; false: out of memory. */
bool fcl_emu_chain_init(struct fcl_emu_cu *cu);
/* Frees the contexts; the CU itself remains. */
void fcl_emu_chain_fini(struct fcl_emu_cu *cu);
/* Returns a context on which the launch may start now, next to running ones; NULL: it must wait. */
struct fcl_emu_cu *fcl_emu_chain_context(struct fcl_emu_cu *first,
					 const struct fcl_hal_request *request);
/* Returns a new, idle context of the CU; NULL: out of memory. */
struct fcl_emu_cu *fcl_emu_chain_add_context(struct fcl_emu_cu *first);
/* Adds an execution that begins on its context, as the CU's youngest. */
void fcl_emu_chain_begin(struct fcl_emu_cu *cu);
/* Removes an execution that is over and has been reported. */
void fcl_emu_chain_end(struct fcl_emu_cu *cu);
/* Whether older executions are done with the FIFO that this one waits for. */
bool fcl_emu_chain_is_due(const struct fcl_emu_cu *cu);
/* The execution of the CU at the end of a FIFO that may use the FIFO next; NULL: none yet. */
struct fcl_emu_cu *fcl_emu_chain_user(struct fcl_emu_cu *end, const struct fcl_emu_fifo *fifo);
/*
 * Called by an execution before a service uses a stream port. False: it does not have its turn yet.
 */
bool fcl_emu_chain_ask(struct fcl_emu_cu *cu, uint32_t port);
static inline bool fcl_emu_chain_enter(struct fcl_emu_cu *cu, uint32_t port)
{
	return !cu->turns || fcl_emu_chain_ask(cu, port);
}

#endif
