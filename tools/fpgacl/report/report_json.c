/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgacl/report/report_json.h"

#include "tools/fpgacl/common/put.h"

/* The subject of rows, by kind of event. */
static const char *const lists[FCL_EVENT_KINDS] = {
	[FCL_EVENT_EXECUTION] = "compute_units",
	[FCL_EVENT_TRANSFER] = "transfers",
	[FCL_EVENT_COMMAND] = "commands",
	[FCL_EVENT_STALL] = "stalls",
	[FCL_EVENT_WAIT] = "waits",
	[FCL_EVENT_SWAP] = "swaps",
	[FCL_EVENT_CALL] = "calls",
	[FCL_EVENT_FAULT] = "faults",
};

/* Omits texts and numbers that rows of this kind do not have. */
static void put_some(struct fcl_text *out, const char *key, const char *text)
{
	if (*text)
		fcl_tool_put_text(out, key, text);
}

static void report_json_put_row(struct fcl_text *out, const struct fcl_report_row *row)
{
	fcl_tool_put_open(out, NULL, '{');
	fcl_tool_put_text(out, "name", row->name);
	put_some(out, "device", row->device);
	put_some(out,
		 row->kind == FCL_EVENT_EXECUTION || row->kind == FCL_EVENT_STALL ? "cu"
		 : row->kind == FCL_EVENT_TRANSFER                                ? "bank"
										  : "why",
		 row->where);
	put_some(out, "fifo", row->fifo);
	fcl_tool_put_number(out, "count", row->count);
	fcl_tool_put_number(out, "failed", row->failed);
	fcl_tool_put_real(out, "total_us", row->total);
	fcl_tool_put_real(out, "longest_us", row->longest);
	fcl_tool_put_real(out, "busy_us", row->busy);
	if (row->kind == FCL_EVENT_TRANSFER)
		fcl_tool_put_number(out, "bytes", row->bytes);
	if (row->kind == FCL_EVENT_COMMAND)
		fcl_tool_put_real(out, "queued_us", row->waited);
	if (row->kind == FCL_EVENT_EXECUTION)
		fcl_tool_put_real(out, "stalled_us", row->stalled);
	if (row->counted) {
		fcl_tool_put_number(out, "counted", row->counted);
		fcl_tool_put_number(out, "cycles", row->cycles);
		fcl_tool_put_number(out, "most_cycles", row->most_cycles);
	}
	if (row->least > 0) {
		fcl_tool_put_number(out, "estimated_bytes", row->bytes);
		fcl_tool_put_real(out, "estimated_least_us", row->least);
		fcl_tool_put_text(out, "estimated_bound", row->bound);
	}
	fcl_tool_put_close(out, '{');
}

static void report_json_put_path(struct fcl_text *out, const struct fcl_report *report)
{
	static const char *const names[FCL_STEP_KINDS] = {"kernels", "transfers", "others",
							  "waiting", "host"};

	fcl_tool_put_open(out, "critical_path_us", '{');
	for (int kind = 0; kind < FCL_STEP_KINDS; kind++)
		fcl_tool_put_real(out, names[kind], report->on_path[kind]);
	fcl_tool_put_close(out, '{');
}

void fcl_tool_report_json(struct fcl_text *out, const struct fcl_report *report,
			  const struct fcl_trace_events *events)
{
	fcl_tool_put_open(out, NULL, '{');
	fcl_tool_put_real(out, "run_us", report->end - report->begin);
	fcl_tool_put_number(out, "events", events->count);
	fcl_tool_put_real(out, "kernels_us", report->executions);
	fcl_tool_put_real(out, "transfers_us", report->transfers);
	fcl_tool_put_real(out, "both_us", report->both);
	for (int kind = 0; kind < FCL_EVENT_KINDS; kind++) {
		fcl_tool_put_open(out, lists[kind], '[');
		for (uint32_t i = 0; i < report->nrows; i++)
			if ((int)report->rows[i].kind == kind)
				report_json_put_row(out, &report->rows[i]);
		fcl_tool_put_close(out, '[');
	}
	report_json_put_path(out, report);
	fcl_tool_put_open(out, "advice", '[');
	for (uint32_t i = 0; i < report->nadvice; i++)
		fcl_tool_put_text(out, NULL, report->advice[i]);
	fcl_tool_put_close(out, '[');
	fcl_tool_put_close(out, '{');
}
