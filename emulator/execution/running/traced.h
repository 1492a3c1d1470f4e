/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_EMU_TRACED_H
#define FCL_EMU_TRACED_H

#include <stdint.h>

struct fcl_emu_cu;

/* Trace events of executions. Call these only while tracing. */

/* The execution is over; one that has not begun is skipped. */
void fcl_emu_traced_end(struct fcl_emu_cu *cu, uint64_t now);

/* The execution no longer waits for its FIFO. The board's lock is held. */
void fcl_emu_traced_stall(struct fcl_emu_cu *cu);

#endif
