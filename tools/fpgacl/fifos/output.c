/* SPDX-License-Identifier: Apache-2.0 */
/* What fpgacl fifos has found, as JSON and as text. */
#include "tools/fpgacl/fifos/output.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "tools/fpgacl/common/put.h"

static void put_outcome(struct fcl_text *out, const struct fcl_tool_fifos *fifos,
			const struct fcl_time_outcome *outcome)
{
	if (fifos->period_ps)
		fcl_tool_put_number(out, "last_cycle", outcome->end_ps / fifos->period_ps);
	fcl_tool_put_number(out, "end_ps", outcome->end_ps);
	fcl_tool_put_bool(out, "deadlock", outcome->stuck);
	fcl_tool_put_bool(out, "needs_new_run", outcome->diverged);
}

static void put_sizing(struct fcl_text *out, const char *key, const struct fcl_tool_fifos *fifos,
		       const struct fcl_time_sizing *sizing)
{
	struct fcl_time_channel_use use;

	fcl_tool_put_open(out, key, '{');
	put_outcome(out, fifos, &sizing->outcome);
	fcl_tool_put_number(out, "bits", sizing->bits);
	fcl_tool_put_open(out, "depths", '[');
	for (uint32_t i = 0; fcl_time_channel_use(fifos->time, i, &use); i++)
		if (use.bits)
			fcl_tool_put_number(out, NULL, sizing->depths[i]);
	fcl_tool_put_close(out, '[');
	fcl_tool_put_close(out, '{');
}

static void put_end(struct fcl_text *out, const char *key, struct fcl_time *time, uint32_t process)
{
	struct fcl_time_process_use use;

	if (fcl_time_process_use(time, process, &use))
		fcl_tool_put_text(out, key, use.name);
}

static void put_fifo(struct fcl_text *out, const struct fcl_tool_fifos *fifos,
		     const struct fcl_time_channel_use *use)
{
	fcl_tool_put_open(out, NULL, '{');
	fcl_tool_put_text(out, "name", use->name);
	fcl_tool_put_number(out, "bits", use->bits);
	put_end(out, "writer", fifos->time, use->writer);
	put_end(out, "reader", fifos->time, use->reader);
	fcl_tool_put_number(out, "depth", use->depth);
	fcl_tool_put_number(out, "written", use->written);
	fcl_tool_put_number(out, "read", use->read);
	fcl_tool_put_number(out, "most", use->most);
	fcl_tool_put_real(out, "average", use->average);
	fcl_tool_put_number(out, "writer_waited_cycles", use->writer_waited);
	fcl_tool_put_number(out, "reader_waited_cycles", use->reader_waited);
	fcl_tool_put_close(out, '{');
}

void fcl_tool_fifos_json(struct fcl_text *out, const struct fcl_tool_fifos *fifos)
{
	const struct fcl_time_sizes *sizes = fifos->sizes;
	struct fcl_time_channel_use use;

	fcl_tool_put_open(out, NULL, '{');
	fcl_tool_put_text(out, "recording", fifos->path);
	if (fifos->period_ps)
		fcl_tool_put_number(out, "period_ps", fifos->period_ps);
	put_outcome(out, fifos, &fifos->run);
	if (fifos->run.stuck)
		fcl_tool_put_text(out, "why", fifos->stuck.text);
	fcl_tool_put_open(out, "fifos", '[');
	for (uint32_t i = 0; fcl_time_channel_use(fifos->time, i, &use); i++)
		if (use.bits)
			put_fifo(out, fifos, &use);
	fcl_tool_put_close(out, '[');
	if (sizes) {
		put_sizing(out, "fast", fifos, &sizes->fast);
		put_sizing(out, "least", fifos, &sizes->least);
		fcl_tool_put_open(out, "front", '[');
		for (size_t i = 0; i < sizes->nfront; i++)
			put_sizing(out, NULL, fifos, &sizes->front[i]);
		fcl_tool_put_close(out, '[');
	}
	fcl_tool_put_close(out, '{');
	fcl_text_format(out, "\n");
}

/* When it ends, in cycles if there is one clock. */
static void text_outcome(struct fcl_text *out, const struct fcl_tool_fifos *fifos,
			 const struct fcl_time_outcome *outcome)
{
	if (outcome->stuck)
		fcl_text_format(out, "deadlock");
	else if (fifos->period_ps)
		fcl_text_format(out, "%" PRIu64 " cycles", outcome->end_ps / fifos->period_ps);
	else
		fcl_text_format(out, "%.3f us", (double)outcome->end_ps / 1e6);
	if (outcome->diverged)
		fcl_text_format(out, ", if its code went the same way, which it would not");
}

static int name_width(const struct fcl_tool_fifos *fifos)
{
	struct fcl_time_channel_use use;
	size_t width = 4;

	for (uint32_t i = 0; fcl_time_channel_use(fifos->time, i, &use); i++)
		if (use.bits && strlen(use.name) > width)
			width = strlen(use.name);
	return (int)(width > 40 ? 40 : width);
}

static void text_fifos(struct fcl_text *out, const struct fcl_tool_fifos *fifos)
{
	const struct fcl_time_sizes *sizes = fifos->sizes;
	struct fcl_time_channel_use use;
	int width = name_width(fifos);

	fcl_text_format(out, "\n%-*s %6s %8s %8s %12s %12s", width, "FIFO", "bits", "depth", "most",
			"writer waits", "reader waits");
	if (sizes)
		fcl_text_format(out, " %8s %11s", "as fast", "no deadlock");
	fcl_text_format(out, "\n");
	for (uint32_t i = 0; fcl_time_channel_use(fifos->time, i, &use); i++) {
		if (!use.bits)
			continue;
		fcl_text_format(out, "%-*s %6u %8" PRIu64 " %8" PRIu64 " %12" PRIu64 " %12" PRIu64,
				width, use.name, use.bits, use.depth, use.most, use.writer_waited,
				use.reader_waited);
		if (sizes)
			fcl_text_format(out, " %8" PRIu64 " %11" PRIu64, sizes->fast.depths[i],
					sizes->least.depths[i]);
		fcl_text_format(out, "\n");
	}
}

static void text_front(struct fcl_text *out, const struct fcl_tool_fifos *fifos)
{
	const struct fcl_time_sizes *sizes = fifos->sizes;
	struct fcl_time_channel_use use;

	fcl_text_format(out, "\nall depths at once, from as fast as with FIFOs that are never full "
			     "to just no deadlock:\n");
	for (size_t i = 0; i < sizes->nfront; i++) {
		const struct fcl_time_sizing *sizing = &sizes->front[i];

		fcl_text_format(out, "%10" PRIu64 " bits, ", sizing->bits);
		text_outcome(out, fifos, &sizing->outcome);
		fcl_text_format(out, ":");
		for (uint32_t c = 0; fcl_time_channel_use(fifos->time, c, &use); c++)
			if (use.bits)
				fcl_text_format(out, " %s=%" PRIu64, use.name, sizing->depths[c]);
		fcl_text_format(out, "\n");
	}
}

void fcl_tool_fifos_text(struct fcl_text *out, const struct fcl_tool_fifos *fifos)
{
	const struct fcl_time_sizes *sizes = fifos->sizes;

	fcl_text_format(out, "%s: ", sizes ? "with the declared depths" : "with these depths");
	text_outcome(out, fifos, &fifos->run);
	if (sizes)
		fcl_text_format(out, ", %" PRIu64 " bits", sizes->declared.bits);
	else
		fcl_text_format(out, ", found in %.1f ms", fifos->took_ms);
	fcl_text_format(out, "\n");
	if (fifos->run.stuck)
		fcl_text_format(out, "%s\n", fifos->stuck.text);
	text_fifos(out, fifos);
	if (sizes)
		text_front(out, fifos);
}
