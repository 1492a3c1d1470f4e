/* SPDX-License-Identifier: Apache-2.0 */
#include "base/trace/analysis/csv.h"

#include <errno.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/config.h"
#include "base/text.h"
#include "base/trace/analysis/events.h"
#include "base/trace/analysis/path.h"

enum { PIECE = 1 << 16 }; /* bytes that are written at once */

static void put_now(struct fcl_text *out, const char *key)
{
	time_t now = time(NULL);
	char text[64] = "0000-00-00 00:00:00";
	struct tm parts;

	if (localtime_r(&now, &parts))
		strftime(text, sizeof(text), "%Y-%m-%d %H:%M:%S", &parts);
	fcl_text_format(out, "%s%s\n", key, text);
}

static const char *flow_mode(void)
{
	const char *mode = fcl_config_string(FCL_CONFIG_XCL_EMULATION_MODE);

	if (!strcmp(mode, "sw_emu"))
		return "Software Emulation";
	return !strcmp(mode, "hw_emu") ? "Hardware Emulation" : "System Run";
}

static void csv_put_head(struct fcl_text *out, const struct fcl_trace_events *events,
			 uint64_t left_out)
{
	fcl_text_format(out, "Profile Summary\n");
	put_now(out, "Generated on: ");
	fcl_text_format(
		out,
		"Msec since Epoch: %lld\nProfiled application: %s\nTarget platform: Xilinx\n"
		"Tool version: fpgacl\nTarget devices: ",
		(long long)time(NULL) * 1000, program_invocation_short_name);
	for (uint32_t i = 0; i < events->nboards; i++)
		fcl_text_format(out, "%s%s", i ? ", " : "", events->boards[i].name);
	fcl_text_format(out, "\nFlow mode: %s\n", flow_mode());
	if (left_out)
		fcl_text_format(out, "Events left out: %llu\n", (unsigned long long)left_out);
}

/* Count, total, minimum, average and maximum, in milliseconds. */
static void put_times(struct fcl_text *out, const struct fcl_report_row *row)
{
	fcl_text_format(out, "%.6g,%.6g,%.6g,%.6g", row->total / 1e3, row->shortest / 1e3,
			row->total / (double)row->count / 1e3, row->longest / 1e3);
}

static bool is_kernel(const struct fcl_report_row *row)
{
	return row->kind == FCL_EVENT_COMMAND && row->kernel;
}

static void put_calls(struct fcl_text *out, const struct fcl_report *report)
{
	fcl_text_format(
		out, "\n\nOpenCL API Calls\nAPI Name,Number Of Calls,Total Time (ms),Minimum Time "
		     "(ms),Average Time (ms),Maximum Time (ms),\n");
	for (uint32_t i = 0; i < report->nrows; i++)
		if (report->rows[i].kind == FCL_EVENT_CALL) {
			fcl_text_format(out, "%s,%llu,", report->rows[i].name,
					(unsigned long long)report->rows[i].count);
			put_times(out, &report->rows[i]);
			fcl_text_format(out, ",\n");
		}
}

static void put_kernels(struct fcl_text *out, const struct fcl_report *report)
{
	fcl_text_format(
		out, "\n\nKernel Execution\nKernel,Number Of Enqueues,Total Time (ms),Minimum Time "
		     "(ms),Average Time (ms),Maximum Time (ms),\n");
	for (uint32_t i = 0; i < report->nrows; i++)
		if (is_kernel(&report->rows[i])) {
			fcl_text_format(out, "%s,%llu,", report->rows[i].name,
					(unsigned long long)report->rows[i].count);
			put_times(out, &report->rows[i]);
			fcl_text_format(out, ",\n");
		}
}

/* Traces name a CU "kernel:name". Work sizes are not recorded. */
static void csv_put_units(struct fcl_text *out, const struct fcl_report *report,
			  const struct fcl_trace_events *events)
{
	fcl_text_format(
		out, "\n\nCompute Unit Utilization\nDevice,Compute Unit,Kernel,Global Work "
		     "Size,Local Work Size,Number Of Calls,Dataflow Execution,Max Overlapping "
		     "Executions,Dataflow Acceleration,Total Time (ms),Minimum Time (ms),Average "
		     "Time (ms),Maximum Time (ms),Clock Frequency (MHz),\n");
	for (uint32_t i = 0; i < report->nrows; i++) {
		const struct fcl_report_row *row = &report->rows[i];
		const struct fcl_trace_board *board = fcl_trace_events_board(events, row->device);
		const char *colon = strchr(row->where, ':');
		bool overlap = row->busy < row->total * 0.999;

		if (row->kind != FCL_EVENT_EXECUTION)
			continue;
		fcl_text_format(out, "%s,%s,%s,,,%llu,%s,,%.6fx,",
				board ? board->name : row->device, colon ? colon + 1 : row->where,
				row->name, (unsigned long long)row->count, overlap ? "Yes" : "No",
				row->busy > 0 ? row->total / row->busy : 1);
		put_times(out, row);
		fcl_text_format(out, ",%.0f,\n", board ? board->clock_mhz : 0);
	}
}

static void put_transfers(struct fcl_text *out, const struct fcl_report *report,
			  const struct fcl_trace_events *events)
{
	fcl_text_format(
		out,
		"\n\nData Transfer: Host to Global Memory\nContext:Number of Devices,Transfer "
		"Type,Number Of Buffer Transfers,Transfer Rate (MB/s),Average Bandwidth "
		"Utilization (%%),Average Buffer Size (KB),Total Time (ms),Average Time (ms),\n");
	for (uint32_t i = 0; i < report->nrows; i++) {
		const struct fcl_report_row *row = &report->rows[i];
		const struct fcl_trace_board *board = fcl_trace_events_board(events, row->device);
		double count = (double)row->count, bytes = (double)row->bytes;
		double rate = row->busy > 0 ? bytes / row->busy : 0; /* MB/s */

		if (row->kind != FCL_EVENT_TRANSFER || !strcmp(row->name, "on the board"))
			continue;
		fcl_text_format(out, "context0:1,%s,%llu,%.6f,%.6f,%.3f,%.6f,%.6f,\n",
				!strcmp(row->name, "board to host") ? "READ" : "WRITE",
				(unsigned long long)row->count, rate,
				board && board->link > 0 ? rate * 1e8 / board->link : 0,
				bytes / count / 1e3, row->total / 1e3, row->total / count / 1e3);
	}
}

/* Moves the text to the file. */
static void csv_move(struct fcl_file_output *file, struct fcl_text *text)
{
	if (text->failed && !file->error)
		file->error = ENOMEM;
	fcl_file_put(file, text->bytes, text->size);
	text->size = 0;
}

void fcl_csv_summary(struct fcl_file_output *file, const struct fcl_report *report,
		     struct fcl_trace_sorted *sorted)
{
	struct fcl_text out = {0};

	csv_put_head(&out, &sorted->names, sorted->left_out);
	put_calls(&out, report);
	put_kernels(&out, report);
	csv_put_units(&out, report, &sorted->names);
	put_transfers(&out, report, &sorted->names);
	csv_move(file, &out);
	fcl_text_free(&out);
}

/* --- the trace -------------------------------------------------------------------------------- */

/* Rows of the timeline: calls, reads, writes, and one for each kernel. */
enum { ROW_CALLS = 1, ROW_READ, ROW_WRITE, ROW_KERNELS };

static void put_structure(struct fcl_text *out, const struct fcl_report *report)
{
	uint32_t at = ROW_KERNELS;

	fcl_text_format(out,
			"STRUCTURE\nGroup_Start,Host APIs\nGroup_Start,OpenCL API Calls\n"
			"Dynamic_Row,%d,General,API Events not associated with a Queue\n"
			"Group_End,OpenCL API Calls\nGroup_Start,Data Transfer\n"
			"Dynamic_Row,%d,Read,Read data transfers from global memory to host\n"
			"Dynamic_Row,%d,Write,Write data transfer from host to global memory\n"
			"Group_End,Data Transfer\nGroup_Start,Kernel Enqueues\n",
			(int)ROW_CALLS, (int)ROW_READ, (int)ROW_WRITE);
	for (uint32_t i = 0; i < report->nrows; i++)
		if (is_kernel(&report->rows[i]))
			fcl_text_format(out, "Dynamic_Row_Summary,%u,%s,Kernel Enqueue\n", at++,
					report->rows[i].name);
	fcl_text_format(out, "Group_End,Kernel Enqueues\nGroup_End,Host APIs\n\n");
}

/* The event's number in the MAPPING table: the index of its row in the report plus one. */
static uint32_t csv_number_of(const struct fcl_report *report, const struct fcl_trace_event *event)
{
	uint32_t i = 0;

	while (i < report->nrows &&
	       (report->rows[i].kind != event->kind || report->rows[i].name != event->name))
		i++;
	return i + 1;
}

static uint32_t csv_row_of(const struct fcl_report *report, const struct fcl_trace_event *event)
{
	uint32_t at = ROW_KERNELS;

	if (event->kind == FCL_EVENT_CALL)
		return ROW_CALLS;
	if (event->kind == FCL_EVENT_TRANSFER)
		return !strcmp(event->name, "board to host") ? ROW_READ : ROW_WRITE;
	for (uint32_t i = 0; i < report->nrows; i++) {
		if (!is_kernel(&report->rows[i]))
			continue;
		if (report->rows[i].name == event->name)
			return at;
		at++;
	}
	return 0;
}

/* An end refers to its start; times are milliseconds since the first event. */
static void csv_put_event(struct fcl_text *out, const struct fcl_report *report,
			  const struct fcl_trace_event *event, unsigned long long id)
{
	uint32_t row = csv_row_of(report, event), name = csv_number_of(report, event);

	fcl_text_format(out, "%llu,0,%.6f,%u,%u\n%llu,%llu,%.6f,%u,%u\n", id,
			(event->start - report->begin) / 1e3, row, name, id + 1, id,
			(event->end - report->begin) / 1e3, row, name);
}

static void csv_put_events(struct fcl_file_output *file, struct fcl_text *out,
			   const struct fcl_report *report, struct fcl_trace_sorted *sorted)
{
	const struct fcl_trace_event *event;
	unsigned long long id = 1;
	bool rewound = fcl_trace_sorted_rewind(sorted);

	while (rewound && (event = fcl_trace_sorted_next(sorted))) {
		if (event->kind != FCL_EVENT_CALL && event->kind != FCL_EVENT_TRANSFER &&
		    !(event->kind == FCL_EVENT_COMMAND && fcl_path_is_kernel(event)))
			continue;
		csv_put_event(out, report, event, id);
		id += 2;
		if (out->size > PIECE)
			csv_move(file, out);
	}
	if (!file->error)
		file->error = rewound ? -sorted->error : ENOMEM;
}

void fcl_csv_trace(struct fcl_file_output *file, const struct fcl_report *report,
		   struct fcl_trace_sorted *sorted)
{
	struct fcl_text out = {0};

	fcl_text_format(&out, "HEADER\nVTF File Version,1.0\nVTF File Type,0\nPID,%d\n", getpid());
	put_now(&out, "Generated on,");
	fcl_text_format(
		&out, "Resolution,ms\nMin Resolution,us\nTrace Version,1.0\nXRT Version,fpgacl\n");
	if (sorted->left_out)
		fcl_text_format(&out, "Events left out,%llu\n",
				(unsigned long long)sorted->left_out);
	fcl_text_format(&out, "\n");
	put_structure(&out, report);
	fcl_text_format(&out, "MAPPING\n");
	for (uint32_t i = 0; i < report->nrows; i++)
		fcl_text_format(&out, "%u,%s\n", i + 1, report->rows[i].name);
	fcl_text_format(&out, "\nEVENTS\n");
	csv_put_events(file, &out, report, sorted);
	fcl_text_format(&out, "\nDEPENDENCIES\n\n");
	csv_move(file, &out);
	fcl_text_free(&out);
}
