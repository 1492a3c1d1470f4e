/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_EMU_EXECUTION_TRAFFIC_H
#define FCL_EMU_EXECUTION_TRAFFIC_H

#include <stdbool.h>

#include "base/trace/trace.h"
#include "emulator/state/unit.h"

/*
 * Estimates for kernels that run as native code and thus have no clock: the bytes that they moved
 * through their ports, and a lower bound for the time in which a board can move these.
 */

/* Returns false if there is no memory. */
bool fcl_emu_traffic_init(struct fcl_emu_cu *cu);

void fcl_emu_traffic_begin(struct fcl_emu_cu *cu);

/* Logs the estimate of an execution that has ended without an error. */
void fcl_emu_traffic_end(struct fcl_emu_cu *cu);

/*
 * Fills in the estimate for the trace, with details in `text` as far as they fit; false: there is
 * none.
 */
bool fcl_emu_traffic_estimate(const struct fcl_emu_cu *cu, struct fcl_trace_estimate *ret_estimate,
			      char *text, size_t room);

#endif
