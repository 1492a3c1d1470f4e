/* SPDX-License-Identifier: Apache-2.0 */
#include "base/trace/flows.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/trace/put.h"

enum { COMMANDS = 1 << 16, WAITING = 1 << 16 };

/* Indexed by id modulo COMMANDS, so arrows from much older commands are lost. */
static struct command {
	uint64_t id, start_ns, end_ns;
	struct fcl_trace_place place;
} * commands;

static struct flow {
	uint64_t from, to;
	bool old; /* was pending at the last call */
} * waiting;
static uint32_t nwaiting;
static uint64_t last_flow; /* starts from the pid, as several processes write to one file */

void fcl_trace_flow_command(uint64_t id, struct fcl_trace_place place, uint64_t start_ns,
			    uint64_t end_ns)
{
	if (!commands)
		commands = calloc(COMMANDS, sizeof(*commands));
	if (commands)
		commands[id % COMMANDS] = (struct command){id, start_ns, end_ns, place};
}

void fcl_trace_flow_add(uint64_t from, uint64_t to)
{
	if (!waiting)
		waiting = calloc(WAITING, sizeof(*waiting));
	if (waiting && nwaiting < WAITING)
		waiting[nwaiting++] = (struct flow){from, to, false};
}

static void put_end(struct fcl_text *out, const struct command *command, char phase, uint64_t ns)
{
	char head[] = "{\"ph\":\"?\",\"cat\":\"after\",\"name\":\"after\"";

	head[7] = phase;
	fcl_trace_put(out, head);
	if (phase == 'f')
		fcl_trace_put(out, ",\"bp\":\"e\"");
	fcl_trace_put_field(out, "id", last_flow);
	fcl_trace_put_field(out, "pid", command->place.pid);
	fcl_trace_put_field(out, "tid", command->place.tid);
	fcl_trace_put(out, ",\"ts\":");
	fcl_trace_put_us(out, ns);
	fcl_trace_put(out, "},\n");
}

static const struct command *flows_find(uint64_t id)
{
	return commands && commands[id % COMMANDS].id == id ? &commands[id % COMMANDS] : NULL;
}

void fcl_trace_flow_put(struct fcl_text *out)
{
	uint32_t kept = 0;

	for (uint32_t i = 0; i < nwaiting; i++) {
		const struct command *from = flows_find(waiting[i].from),
				     *to = flows_find(waiting[i].to);

		if (from && to) {
			/* An arrow has to begin inside its slice, not at the slice's very end. */
			uint64_t at = from->end_ns > from->start_ns ? from->end_ns - 1
								    : from->start_ns;

			last_flow = last_flow ? last_flow + 1 : (uint64_t)getpid() << 30;
			put_end(out, from, 's', at);
			put_end(out, to, 'f', to->start_ns);
		} else if (to && !waiting[i].old) {
			waiting[kept] = waiting[i];
			waiting[kept++].old = true;
		}
	}
	nwaiting = kept;
}

void fcl_trace_flows_forget(void)
{
	nwaiting = 0;
	last_flow = 0;
	if (commands)
		memset(commands, 0, COMMANDS * sizeof(*commands));
}
