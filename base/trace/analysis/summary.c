/* SPDX-License-Identifier: Apache-2.0 */
#include "base/trace/analysis/summary.h"

#include <string.h>

#include "base/trace/analysis/events.h"

enum { MAX_ROWS = 12 };

static double summary_percent(double part, double whole)
{
	return whole > 0 ? part / whole * 100 : 0;
}

static void summary_put_head(struct fcl_text *out, const struct fcl_report *report,
			     const struct fcl_trace_events *events)
{
	double whole = report->end - report->begin;

	fcl_text_format(out, "run           %.3f ms, %llu events, %llu commands\n", whole / 1e3,
			(unsigned long long)events->count, (unsigned long long)report->ncommands);
	fcl_text_format(
		out,
		"kernels       %.3f ms (%.1f %%)\ntransfers     %.3f ms (%.1f %%)\n"
		"both at once  %.3f ms (%.1f %%)\nneither       %.3f ms (%.1f %%)\n",
		report->executions / 1e3, summary_percent(report->executions, whole),
		report->transfers / 1e3, summary_percent(report->transfers, whole),
		report->both / 1e3, summary_percent(report->both, whole),
		(whole - report->executions - report->transfers + report->both) / 1e3,
		summary_percent(whole - report->executions - report->transfers + report->both,
				whole));
	if (report->nswaps)
		fcl_text_format(out, "image swaps   %llu, %.3f ms\n",
				(unsigned long long)report->nswaps, report->swaps / 1e3);
	if (report->nfaults)
		fcl_text_format(out, "faults        %llu\n", (unsigned long long)report->nfaults);
}

/* The link is the board's, and an emulated board may be faster. Both in bytes per second. */
static void put_link(struct fcl_text *out, double rate, double link)
{
	if (rate > link)
		fcl_text_format(out, ", faster than the board's host link (%.1f GB/s)", link / 1e9);
	else
		fcl_text_format(out, ", %.1f %% of the host link", summary_percent(rate, link));
}

static void summary_put_row(struct fcl_text *out, const struct fcl_report *report,
			    const struct fcl_trace_events *events, const struct fcl_report_row *row)
{
	const struct fcl_trace_board *board = fcl_trace_events_board(events, row->device);
	double each = row->total / (double)row->count;
	double rate = row->busy > 0 ? (double)row->bytes / row->busy / 1e3 : 0;

	fcl_text_format(out, "  %-34.34s %8llu %12.3f %11.1f %11.1f",
			row->kind == FCL_EVENT_EXECUTION ? row->where : row->name,
			(unsigned long long)row->count, row->total / 1e3, each, row->longest);
	if (row->kind == FCL_EVENT_EXECUTION)
		fcl_text_format(out, "  busy %.1f %%, stalled %.3f ms",
				summary_percent(row->busy, report->end - report->begin),
				row->stalled / 1e3);
	if (row->kind == FCL_EVENT_TRANSFER) {
		fcl_text_format(out, "  %-8s %.3f GB/s", row->where, rate);
		if (board && board->link > 0 && strcmp(row->name, "on the board") != 0)
			put_link(out, rate * 1e9, board->link);
	}
	if (row->kind == FCL_EVENT_COMMAND)
		fcl_text_format(out, "  queued %.1f us each", row->waited / (double)row->count);
	if (row->kind == FCL_EVENT_WAIT)
		fcl_text_format(out, "  %s", row->where);
	if (row->kind == FCL_EVENT_STALL)
		fcl_text_format(out, "  %s, %s", row->where, row->fifo);
	if (row->failed)
		fcl_text_format(out, "  %llu FAILED", (unsigned long long)row->failed);
	fcl_text_append(out, "\n", 1);
}

static void put_table(struct fcl_text *out, const struct fcl_report *report,
		      const struct fcl_trace_events *events, enum fcl_event_kind kind,
		      const char *title)
{
	uint32_t found = 0;

	for (uint32_t i = 0; i < report->nrows; i++) {
		if (report->rows[i].kind != kind)
			continue;
		if (!found++)
			fcl_text_format(out, "\n%-36s %8s %12s %11s %11s\n", title, "count",
					"total ms", "mean us", "longest us");
		if (found <= MAX_ROWS)
			summary_put_row(out, report, events, &report->rows[i]);
	}
	if (found > MAX_ROWS)
		fcl_text_format(out, "  and %u more\n", found - MAX_ROWS);
}

/* C kernels have no clock, so bounds are estimated from the bytes that they moved. */
static void put_estimates(struct fcl_text *out, const struct fcl_report *report)
{
	uint32_t found = 0;

	for (uint32_t i = 0; i < report->nrows && found < MAX_ROWS; i++) {
		const struct fcl_report_row *row = &report->rows[i];

		if (row->kind != FCL_EVENT_EXECUTION || row->least <= 0)
			continue;
		if (!found++)
			fcl_text_format(out, "\n%-36s %12s %14s  %s\n", "estimates for a board",
					"bytes", "at least us", "bound");
		fcl_text_format(out, "  %-34.34s %12llu %14.3f  %s\n", row->where,
				(unsigned long long)row->bytes, row->least, row->bound);
	}
}

/* Verilog kernels have a clock, so their cycles are counted. */
static void put_cycles(struct fcl_text *out, const struct fcl_report *report)
{
	uint32_t found = 0;

	for (uint32_t i = 0; i < report->nrows && found < MAX_ROWS; i++) {
		const struct fcl_report_row *row = &report->rows[i];

		if (row->kind != FCL_EVENT_EXECUTION || !row->counted)
			continue;
		if (!found++)
			fcl_text_format(out, "\n%-36s %8s %14s %12s %12s\n",
					"clock cycles (of the board)", "count", "total", "mean",
					"most");
		fcl_text_format(out, "  %-34.34s %8llu %14llu %12.1f %12llu\n", row->where,
				(unsigned long long)row->counted, (unsigned long long)row->cycles,
				(double)row->cycles / (double)row->counted,
				(unsigned long long)row->most_cycles);
	}
}

static void summary_put_path(struct fcl_text *out, const struct fcl_report *report)
{
	static const char *const names[] = {"kernels", "transfers", "other commands",
					    "waiting to start", "the host"};
	double whole = 0;

	for (int kind = 0; kind < FCL_STEP_KINDS; kind++)
		whole += report->on_path[kind];
	if (whole <= 0)
		return;
	fcl_text_format(out, "\ncritical path %.3f ms:", whole / 1e3);
	for (int kind = 0; kind < FCL_STEP_KINDS; kind++)
		if (report->on_path[kind] > 0)
			fcl_text_format(out, " %s %.1f %%;", names[kind],
					summary_percent(report->on_path[kind], whole));
	out->bytes[out->size - 1] = '\n';
}

static void put_faults(struct fcl_text *out, const struct fcl_trace_events *events)
{
	uint32_t found = 0;

	for (uint64_t i = 0; i < events->count && found < MAX_ROWS; i++)
		if (events->events[i].kind == FCL_EVENT_FAULT)
			fcl_text_format(out, "%s  %s: %s\n", found++ ? "" : "\nfaults\n",
					events->events[i].name, events->events[i].where);
}

void fcl_summary_put(struct fcl_text *out, const struct fcl_report *report,
		     const struct fcl_trace_events *events)
{
	summary_put_head(out, report, events);
	put_table(out, report, events, FCL_EVENT_EXECUTION, "compute units (wall clock)");
	put_cycles(out, report);
	put_estimates(out, report);
	put_table(out, report, events, FCL_EVENT_TRANSFER, "transfers");
	put_table(out, report, events, FCL_EVENT_COMMAND, "commands");
	put_table(out, report, events, FCL_EVENT_STALL, "waits for FIFOs");
	put_table(out, report, events, FCL_EVENT_WAIT, "waits for turns and images");
	put_table(out, report, events, FCL_EVENT_SWAP, "swaps of images");
	put_table(out, report, events, FCL_EVENT_CALL, "calls of the host");
	summary_put_path(out, report);
	put_faults(out, events);
	fcl_text_format(out, "\nadvice\n");
	for (uint32_t i = 0; i < report->nadvice; i++)
		fcl_text_format(out, "  %s\n", report->advice[i]);
}
