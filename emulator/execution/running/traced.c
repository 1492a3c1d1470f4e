/* SPDX-License-Identifier: Apache-2.0 */
#include "emulator/execution/running/traced.h"

#include "base/trace/trace.h"
#include "emulator/execution/running/traffic.h"
#include "emulator/state/board.h"
#include "emulator/state/fifo.h"
#include "emulator/state/program.h"
#include "emulator/state/unit.h"

/* Overlapping executions of a CU have separate contexts, which are separate rows. */
static uint32_t row_of(const struct fcl_emu_cu *cu)
{
	uint32_t row = 0;

	for (const struct fcl_emu_cu *at = cu->first; at && at != cu; at = at->next_context)
		row++;
	return row;
}

void fcl_emu_traced_end(struct fcl_emu_cu *cu, uint64_t now)
{
	struct fcl_trace_estimate estimate;
	char ports[1024];
	bool estimated = cu->begun_ns && !cu->cycles &&
			 fcl_emu_traffic_estimate(cu, &estimate, ports, sizeof(ports));

	if (cu->begun_ns)
		fcl_trace_execution(&(struct fcl_trace_execution){
			.device = cu->program->board->trace_name,
			.kernel = cu->kernel->facts->name,
			.cu = cu->first->name,
			.row = row_of(cu),
			.start_ns = cu->begun_ns,
			.end_ns = now,
			.cycles = cu->cycles,
			.status = cu->status,
			.estimate = estimated ? &estimate : NULL,
		});
	cu->begun_ns = 0;
}

void fcl_emu_traced_stall(struct fcl_emu_cu *cu)
{
	if (cu->paused_ns && cu->state == FCL_EMU_BLOCKED && cu->blocked_on && !cu->blocked_turn)
		fcl_trace_stall(&(struct fcl_trace_stall){
			.device = cu->program->board->trace_name,
			.cu = cu->first->name,
			.fifo = cu->blocked_on->name,
			.row = row_of(cu),
			.full = cu->blocked_side == FCL_EMU_WRITER,
			.start_ns = cu->paused_ns,
			.end_ns = fcl_now_ns(),
		});
	cu->paused_ns = 0;
}
