/* SPDX-License-Identifier: Apache-2.0 */
#include "base/trace/analysis/advice.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/trace/analysis/events.h"

enum { MAX_ADVICE = 16 };

/* Thresholds: smaller effects are not reported. */
static const double SMALL_SHARE = 0.1, LOW_LINK = 0.5, SHORT_RUN_US = 30;

__attribute__((format(printf, 2, 3))) static void say(struct fcl_report *report, const char *format,
						      ...)
{
	va_list args;
	char *text;

	if (!report->advice)
		report->advice = calloc(MAX_ADVICE, sizeof(*report->advice));
	if (!report->advice || report->nadvice == MAX_ADVICE)
		return;
	va_start(args, format);
	if (vasprintf(&text, format, args) >= 0)
		report->advice[report->nadvice++] = text;
	va_end(args);
}

static double advice_percent(double part, double whole)
{
	return whole > 0 ? part / whole * 100 : 0;
}

static void about_faults(struct fcl_report *report)
{
	if (report->nfaults)
		say(report,
		    "%llu command%s failed. Look at the faults first: times after a failure mean little.",
		    (unsigned long long)report->nfaults, report->nfaults == 1 ? "" : "s");
}

static void about_host(struct fcl_report *report)
{
	double whole = report->end - report->begin, host = report->on_path[FCL_STEP_HOST];

	if (host > whole * SMALL_SHARE)
		say(report,
		    "For %.0f %% of the run (%.2f ms) the board waited for the host to enqueue the next command. Enqueue earlier, with events or in an in-order queue, instead of waiting after each command.",
		    advice_percent(host, whole), host / 1e3);
}

static void about_overlap(struct fcl_report *report)
{
	double less = report->transfers < report->executions ? report->transfers
							     : report->executions;
	double whole = report->end - report->begin, gain = less - report->both;

	if (gain > whole * SMALL_SHARE)
		say(report,
		    "Transfers and kernels overlap for %.0f %% of the time that they could. With two sets of buffers and an out-of-order queue, or two queues, up to %.2f ms of this run can be saved.",
		    advice_percent(report->both, less), gain / 1e3);
}

static void about_swaps(struct fcl_report *report)
{
	if (report->nswaps > 2 && report->swaps > (report->end - report->begin) * SMALL_SHARE)
		say(report,
		    "Images were swapped %llu times, which took %.1f ms. Group the launches of each image, or link the kernels into one image.",
		    (unsigned long long)report->nswaps, report->swaps / 1e3);
}

static void about_link(struct fcl_report *report, const struct fcl_trace_events *events,
		       const struct fcl_report_row *row)
{
	const struct fcl_trace_board *board = fcl_trace_events_board(events, row->device);
	double rate = row->busy > 0 ? (double)row->bytes / row->busy * 1e6 : 0, each;

	if (!board || board->link <= 0 || row->busy < (report->end - report->begin) * SMALL_SHARE ||
	    rate > board->link * LOW_LINK)
		return;
	each = (double)row->bytes / (double)row->count;
	say(report, "Transfers %s (%s) reach %.2f GB/s, %.0f %% of the host link of %s.%s",
	    row->name, row->where, rate / 1e9, advice_percent(rate, board->link), row->device,
	    each < 256 * 1024 ? " They are small: join them into larger ones." : "");
}

static void about_short(struct fcl_report *report, const struct fcl_report_row *row)
{
	double each = row->total / (double)row->count;

	if (row->count >= 100 && each < SHORT_RUN_US)
		say(report,
		    "%s ran %llu times for only %.1f us each: a launch costs about as much. Give each launch more work, or use a command buffer (cl_khr_command_buffer).",
		    row->where, (unsigned long long)row->count, each);
}

static void about_stalls(struct fcl_report *report, const struct fcl_report_row *row)
{
	if (row->total < (report->end - report->begin) * SMALL_SHARE)
		return;
	say(report, "%s waited %.2f ms because FIFO %s was %s. %s", row->where, row->total / 1e3,
	    row->fifo, strstr(row->name, "full") ? "full" : "empty",
	    strstr(row->name, "full")
		    ? "Its consumer is the slower part; a deeper FIFO only helps with bursts."
		    : "Its producer is the slower part.");
}

static void about_idle(struct fcl_report *report, const struct fcl_report_row *row)
{
	uint32_t others = 0;

	for (uint32_t i = 0; i < report->nrows; i++)
		others += report->rows[i].kind == FCL_EVENT_EXECUTION &&
			  !strcmp(report->rows[i].name, row->name) &&
			  report->rows[i].busy > row->busy * 4;
	if (others)
		say(report,
		    "%s ran far less than other compute units of %s. Its launches may use buffers in banks that it does not reach, or too few launches are in flight.",
		    row->where, row->name);
}

void fcl_advice_give(struct fcl_report *report, const struct fcl_trace_events *events)
{
	about_faults(report);
	about_host(report);
	about_overlap(report);
	about_swaps(report);
	for (uint32_t i = 0; i < report->nrows; i++) {
		const struct fcl_report_row *row = &report->rows[i];

		if (row->kind == FCL_EVENT_TRANSFER && strcmp(row->name, "on the board") != 0)
			about_link(report, events, row);
		if (row->kind == FCL_EVENT_EXECUTION) {
			about_short(report, row);
			about_idle(report, row);
		}
		if (row->kind == FCL_EVENT_STALL)
			about_stalls(report, row);
	}
	if (!report->nadvice)
		say(report, "%s",
		    report->ncommands
			    ? "Nothing stands out: no large gap, no slow transfer, no long wait for a FIFO."
			    : "Trace a run that enqueues commands: this trace has none. Those of other drivers are recorded by the layer (docs/tracing.md).");
}
