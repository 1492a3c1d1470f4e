/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgacl/report/report_page.h"

#include <stdlib.h>
#include <string.h>

#include "base/json.h"

extern const unsigned char report_html[], report_css[], report_js[];
extern const size_t report_html_size, report_css_size, report_js_size;

/* More events would make browsers slow. The numbers still count all of them. */
enum { MOST_EVENTS = 200000 };

/* "</" would end the script element, so the slash is escaped with a backslash, as JSON permits. */
static void report_page_put_string(struct fcl_text *out, const char *text)
{
	struct fcl_text json = {0};

	fcl_json_append(&json, text);
	for (size_t i = 0; i < json.size; i++) {
		if (json.bytes[i] == '/')
			fcl_text_append(out, "\\", 1);
		fcl_text_append(out, &json.bytes[i], 1);
	}
	out->failed |= json.failed;
	fcl_text_free(&json);
}

static void report_page_put_key(struct fcl_text *out, const char *key, const char *text)
{
	fcl_text_format(out, ",\"%s\":", key);
	report_page_put_string(out, text);
}

static void put_rows(struct fcl_text *out, const struct fcl_report *report)
{
	fcl_text_format(out, ",\"rows\":[");
	for (uint32_t i = 0; i < report->nrows; i++) {
		const struct fcl_report_row *row = &report->rows[i];

		fcl_text_format(out,
				"%s{\"kind\":%d,\"count\":%llu,\"failed\":%llu,\"bytes\":%llu,"
				"\"total\":%.3f,\"longest\":%.3f,\"busy\":%.3f,\"waited\":%.3f,"
				"\"stalled\":%.3f,\"least\":%.3f,\"counted\":%llu,"
				"\"cycles\":%llu,\"mostCycles\":%llu",
				i ? ",\n" : "", (int)row->kind, (unsigned long long)row->count,
				(unsigned long long)row->failed, (unsigned long long)row->bytes,
				row->total, row->longest, row->busy, row->waited, row->stalled,
				row->least, (unsigned long long)row->counted,
				(unsigned long long)row->cycles,
				(unsigned long long)row->most_cycles);
		report_page_put_key(out, "name", row->name);
		report_page_put_key(out, "device", row->device);
		report_page_put_key(out, "where", row->where);
		report_page_put_key(out, "fifo", row->fifo);
		report_page_put_key(out, "bound", row->bound);
		fcl_text_append(out, "}", 1);
	}
	fcl_text_format(out, "]\n");
}

static void put_boards(struct fcl_text *out, const struct fcl_trace_events *events)
{
	fcl_text_format(out, ",\"boards\":[");
	for (uint32_t i = 0; i < events->nboards; i++) {
		fcl_text_format(out, "%s{\"link\":%.0f,\"mhz\":%.0f", i ? "," : "",
				events->boards[i].link, events->boards[i].clock_mhz);
		report_page_put_key(out, "device", events->boards[i].device);
		report_page_put_key(out, "name", events->boards[i].name);
		fcl_text_append(out, "}", 1);
	}
	fcl_text_format(out, "]\n");
}

static void put_tracks(struct fcl_text *out, const char *key, const struct fcl_trace_track *tracks,
		       uint32_t count)
{
	fcl_text_format(out, ",\"%s\":[", key);
	for (uint32_t i = 0; i < count; i++) {
		fcl_text_format(out, "%s[%u,%u,", i ? "," : "", tracks[i].pid, tracks[i].tid);
		report_page_put_string(out, tracks[i].name);
		fcl_text_append(out, "]", 1);
	}
	fcl_text_format(out, "]\n");
}

static void report_page_put_path(struct fcl_text *out, const struct fcl_report *report)
{
	fcl_text_format(out, ",\"onPath\":[");
	for (int kind = 0; kind < FCL_STEP_KINDS; kind++)
		fcl_text_format(out, "%s%.3f", kind ? "," : "", report->on_path[kind]);
	fcl_text_format(out, "],\"path\":[");
	for (uint32_t i = 0; i < report->npath; i++) {
		const struct fcl_report_step *step = &report->path[i];

		fcl_text_format(out, "%s[%d,%.3f,%.3f,", i ? "," : "", (int)step->kind,
				step->start - report->begin, step->end - report->begin);
		report_page_put_string(out, step->name);
		fcl_text_append(out, "]", 1);
	}
	fcl_text_format(out, "]\n");
}

static int longer(const void *a, const void *b)
{
	double one = *(const double *)a, other = *(const double *)b;

	return (one < other) - (one > other);
}

/* Events shorter than this are not drawn; 0 if all of them can be. */
static double shortest_drawn(const struct fcl_trace_events *events)
{
	double *took = events->count > MOST_EVENTS ? malloc(events->count * sizeof(*took)) : NULL;
	double shortest = 0;

	if (!took)
		return 0;
	for (uint64_t i = 0; i < events->count; i++)
		took[i] = events->events[i].end - events->events[i].start;
	qsort(took, events->count, sizeof(*took), longer);
	shortest = took[MOST_EVENTS];
	free(took);
	return shortest;
}

/*
 * [kind, group, track, start, duration, name, detail, bytes, queued, status], followed by the
 * cycles if they were counted.
 */
static void report_page_put_event(struct fcl_text *out, const struct fcl_report *report,
				  const struct fcl_trace_event *event, bool first)
{
	const char *detail = event->kind == FCL_EVENT_STALL ? event->fifo : event->where;

	fcl_text_format(out, "%s[%d,%u,%u,%.3f,%.3f,", first ? "" : ",\n", (int)event->kind,
			event->pid, event->tid, event->start - report->begin,
			event->end - event->start);
	report_page_put_string(out, event->name);
	fcl_text_append(out, ",", 1);
	report_page_put_string(out, detail);
	fcl_text_format(out, ",%llu,%.3f,%lld", (unsigned long long)event->bytes,
			event->queued > 0 ? event->queued - report->begin : -1,
			(long long)event->status);
	if (event->cycles)
		fcl_text_format(out, ",%llu", (unsigned long long)event->cycles);
	fcl_text_append(out, "]", 1);
}

static void report_page_put_events(struct fcl_text *out, const struct fcl_report *report,
				   const struct fcl_trace_events *events)
{
	double shortest = shortest_drawn(events);
	uint64_t drawn = 0;

	fcl_text_format(out, ",\"events\":[");
	for (uint64_t i = 0; i < events->count; i++) {
		const struct fcl_trace_event *event = &events->events[i];

		if (event->kind != FCL_EVENT_FAULT && event->end - event->start < shortest)
			continue;
		report_page_put_event(out, report, event, !drawn++);
	}
	fcl_text_format(out, "]\n,\"notDrawn\":%llu", (unsigned long long)(events->count - drawn));
}

static void report_page_put_data(struct fcl_text *out, const char *path,
				 const struct fcl_report *report,
				 const struct fcl_trace_events *events)
{
	fcl_text_format(out,
			"{\"length\":%.3f,\"count\":%llu,\"commands\":%llu,\"transfers\":%.3f,"
			"\"executions\":%.3f,\"both\":%.3f,\"faults\":%llu,\"swaps\":%llu,"
			"\"swapTime\":%.3f,\"cut\":%s,\"leftOut\":%llu",
			report->end - report->begin, (unsigned long long)events->count,
			(unsigned long long)report->ncommands, report->transfers,
			report->executions, report->both, (unsigned long long)report->nfaults,
			(unsigned long long)report->nswaps, report->swaps,
			events->cut ? "true" : "false", (unsigned long long)events->left_out);
	report_page_put_key(out, "file", path);
	fcl_text_format(out, "\n,\"advice\":[");
	for (uint32_t i = 0; i < report->nadvice; i++) {
		if (i)
			fcl_text_append(out, ",", 1);
		report_page_put_string(out, report->advice[i]);
	}
	fcl_text_format(out, "]\n");
	put_boards(out, events);
	put_tracks(out, "groups", events->groups, events->ngroups);
	put_tracks(out, "tracks", events->tracks, events->ntracks);
	put_rows(out, report);
	report_page_put_path(out, report);
	report_page_put_events(out, report, events);
	fcl_text_append(out, "}", 1);
}

/* The page has placeholders for its parts: style, data, script. */
void fcl_tool_report_page(struct fcl_text *out, const char *path, const struct fcl_report *report,
			  const struct fcl_trace_events *events)
{
	const char *at = (const char *)report_html, *mark;

	while ((mark = strstr(at, "@@"))) {
		fcl_text_append(out, at, (size_t)(mark - at));
		if (!strncmp(mark, "@@style@@", 9))
			fcl_text_append(out, report_css, report_css_size);
		else if (!strncmp(mark, "@@data@@", 8))
			report_page_put_data(out, path, report, events);
		else
			fcl_text_append(out, report_js, report_js_size);
		at = strstr(mark + 2, "@@") + 2;
	}
	fcl_text_append(out, at, strlen(at));
}
