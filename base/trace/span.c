/* SPDX-License-Identifier: Apache-2.0 */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/trace/file.h"
#include "base/trace/put.h"
#include "base/trace/record.h"
#include "base/trace/trace.h"

/*
 * Rare events with many details are formatted as JSON when they happen. A '\1' marks where the
 * writer inserts the process and the thread (format.c).
 */

static _Atomic uint64_t last_wait; /* the number of the last wait, which pairs its start and end */

static void span_put_args(struct fcl_text *out, const struct fcl_trace_arg *args, uint32_t nargs)
{
	fcl_trace_put(out, ",\"args\":{");
	for (uint32_t i = 0; i < nargs; i++) {
		if (i)
			fcl_trace_put(out, ",");
		fcl_trace_put_text(out, args[i].key);
		fcl_trace_put(out, ":");
		if (args[i].text)
			fcl_trace_put_text(out, args[i].text);
		else
			fcl_text_format(out, "%.15g", args[i].number);
	}
	fcl_trace_put(out, "}");
}

/* Writes all fields but those of the kind of event. */
static void span_put_head(struct fcl_text *out, const char *category, const char *name, char phase,
			  uint64_t ns)
{
	fcl_text_format(out, "{\"ph\":\"%c\",\"cat\":\"%s\",\"name\":", phase, category);
	fcl_trace_put_text(out, name);
	fcl_trace_put(out, ",\"ts\":");
	fcl_trace_put_us(out, ns);
	fcl_trace_put(out, "\1");
}

static void span_record(struct fcl_text *text, uint64_t ns, bool at_once)
{
	const char *const texts[] = {text->bytes};

	if (text->failed || text->size + sizeof(struct fcl_trace_record) >= FCL_TRACE_RECORD)
		atomic_fetch_add(&fcl_trace_lost, 1);
	else if (fcl_trace_record(FCL_TRACE_SPAN, ns, ns, NULL, 0, texts, 1) && at_once)
		fcl_trace_flush();
	fcl_text_free(text);
}

static void trace_put_span(const char *category, const char *name, uint64_t start_ns,
			   uint64_t end_ns, const struct fcl_trace_arg *args, uint32_t nargs,
			   bool at_once)
{
	struct fcl_text out = {0};

	if (!fcl_trace_on())
		return;
	span_put_head(&out, category, name, 'X', start_ns);
	fcl_trace_put(&out, ",\"dur\":");
	fcl_trace_put_us(&out, end_ns - start_ns);
	span_put_args(&out, args, nargs);
	fcl_trace_put(&out, "},\n");
	span_record(&out, start_ns, at_once);
}

void fcl_trace_span(const char *category, const char *name, uint64_t start_ns, uint64_t end_ns,
		    const struct fcl_trace_arg *args, uint32_t nargs)
{
	trace_put_span(category, name, start_ns, end_ns, args, nargs, true);
}

void fcl_trace_span_often(const char *category, const char *name, uint64_t start_ns,
			  uint64_t end_ns, const struct fcl_trace_arg *args, uint32_t nargs)
{
	trace_put_span(category, name, start_ns, end_ns, args, nargs, false);
}

static void put_wait(const char *category, const char *name, uint64_t start_ns, uint64_t end_ns,
		     const struct fcl_trace_arg *args, uint32_t nargs, bool at_once)
{
	unsigned long long id = atomic_fetch_add(&last_wait, 1) + 1;
	struct fcl_text out = {0};

	if (!fcl_trace_on())
		return;
	span_put_head(&out, category, name, 'b', start_ns);
	fcl_text_format(&out, ",\"id\":\"%d.%llu\"", getpid(), id);
	span_put_args(&out, args, nargs);
	/* The length is in the start event, so that a reader need not match it with its end. */
	if (!out.failed)
		out.size--; /* drop the closing brace */
	fcl_trace_put(&out, nargs ? ",\"waited_us\":" : "\"waited_us\":");
	fcl_trace_put_us(&out, end_ns - start_ns);
	fcl_trace_put(&out, "}},\n");
	span_put_head(&out, category, name, 'e', end_ns);
	fcl_text_format(&out, ",\"id\":\"%d.%llu\"},\n", getpid(), id);
	span_record(&out, start_ns, at_once);
}

void fcl_trace_wait(const char *category, const char *name, uint64_t start_ns, uint64_t end_ns,
		    const struct fcl_trace_arg *args, uint32_t nargs)
{
	put_wait(category, name, start_ns, end_ns, args, nargs, true);
}

void fcl_trace_wait_often(const char *category, const char *name, uint64_t start_ns,
			  uint64_t end_ns, const struct fcl_trace_arg *args, uint32_t nargs)
{
	put_wait(category, name, start_ns, end_ns, args, nargs, false);
}

void fcl_trace_fault(const char *where, const char *text)
{
	const struct fcl_trace_arg args[] = {{"why", text, 0}};
	struct fcl_text out = {0};
	uint64_t now = fcl_now_ns();

	if (!fcl_trace_on())
		return;
	span_put_head(&out, "fault", where, 'i', now);
	fcl_trace_put(&out, ",\"s\":\"g\"");
	span_put_args(&out, args, 1);
	fcl_trace_put(&out, "},\n");
	span_record(&out, now, true);
}

void fcl_trace_device(const char *device, const char *name, uint32_t clock_mhz, double link)
{
	/*
	 * Viewers print labels next to the process's name; chrome://tracing warns about metadata
	 * that it does not know.
	 */
	const struct fcl_trace_arg args[] = {{"labels", device, 0},
					     {"device", device, 0},
					     {"name", name, 0},
					     {"clock_mhz", NULL, clock_mhz},
					     {"link_bytes_per_s", NULL, link}};
	struct fcl_text out = {0};
	uint64_t now = fcl_now_ns();

	if (!fcl_trace_on())
		return;
	span_put_head(&out, "board", "process_labels", 'M', now);
	span_put_args(&out, args, 5);
	fcl_trace_put(&out, "},\n");
	span_record(&out, now, true);
}
