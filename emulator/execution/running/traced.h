/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_EMU_TRACED_H
#define FCL_EMU_TRACED_H

#include <stdint.h>

struct fcl_emu_cu;

/* What the trace says about executions. Call these only while a trace is written. */

/* The execution is over; one that has not begun is left out. */
void fcl_emu_traced_end(struct fcl_emu_cu *cu, uint64_t now);

/* The execution does not wait for its FIFO any longer; the board's lock is held. */
void fcl_emu_traced_stall(struct fcl_emu_cu *cu);

#endif
