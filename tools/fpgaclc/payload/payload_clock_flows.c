/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Flushing pipelines of executions that count their cycles (fpgacl/clock.h). Each state that may wait is a
 * process on the time line. Iterations are tokens that go from one to the next, through a FIFO with room
 * for as many as the registers in between: a state waits for its own iteration, and for room behind it. The
 * first such state is the process that runs the loop.
 */

#include <stdio.h>
#include <string.h>

#include "fpgacl/clocks.h"
#include "fpgacl/rt.h"

#pragma GCC visibility push(hidden)

struct fclc_flow {
	struct fclc_flow *next;
	const unsigned long *states;
	unsigned long count;
	unsigned long last; /* when the last iteration began */
	int begun;
	struct fclc_clock **clocks; /* by state */
	uint32_t *tokens;           /* channels to each state, [0] from the last to the first */
};

static const char *fclc_stage_name(const struct fclc_clock *owner, unsigned long state)
{
	const char *name = fclc_clock_name(owner);
	size_t size = strlen(name) + 32;
	char *text = fclc_clock_allocate(owner->cu, size);

	snprintf(text, size, "%s, state %lu", name, state);
	return text;
}

static struct fclc_clock *fclc_stage_new(struct fclc_clock *owner, const char *name)
{
	struct fclc_clock *made = fclc_clock_allocate(owner->cu, sizeof(*made));

	*made = (struct fclc_clock){.cu = owner->cu, .line = owner->line, .owner = owner};
	fclc_clock_open(made, name);
	made->next = owner->stages;
	owner->stages = made;
	return made;
}

static uint32_t fclc_tokens(struct fclc_clock *owner, const char *name, unsigned long cycles,
			    unsigned long depth)
{
	const struct fcl_model_channel channel = {
		.name = name, .depth = depth, .read_latency = (uint32_t)cycles};

	return owner->cu->host->time_channel(owner->cu, &channel);
}

static struct fclc_flow *fclc_flow_new(struct fclc_clock *clock, const unsigned long *states,
				       unsigned long count, unsigned long ii)
{
	struct fclc_flow *flow = fclc_clock_allocate(clock->cu, sizeof(*flow));

	flow->states = states;
	flow->count = count;
	flow->clocks = fclc_clock_allocate(clock->cu, count * sizeof(*flow->clocks));
	flow->tokens = fclc_clock_allocate(clock->cu, count * sizeof(*flow->tokens));
	flow->clocks[0] = clock;
	flow->tokens[0] = fclc_tokens(clock, fclc_clock_name(clock), 0, 2);
	for (unsigned long i = 1; i < count; i++) {
		const char *name = fclc_stage_name(clock, states[i]);
		unsigned long cycles = states[i] - states[i - 1];

		flow->clocks[i] = fclc_stage_new(clock, name);
		flow->tokens[i] = fclc_tokens(clock, name, cycles, (cycles + ii - 1) / ii);
	}
	flow->next = clock->flows;
	clock->flows = flow;
	return flow;
}

struct fclc_flow *fclc_clock_flow(struct fclc_clock *clock, const unsigned long *states,
				  unsigned long count, unsigned long ii)
{
	struct fclc_flow *flow = clock->flows;

	while (flow && flow->states != states)
		flow = flow->next;
	flow = flow ? flow : fclc_flow_new(clock, states, count, ii);
	flow->begun = 0;
	return flow;
}

struct fclc_clock *fclc_clock_stage(struct fclc_flow *flow, unsigned long index)
{
	return flow->clocks[index];
}

static void fclc_token(struct fclc_clock *clock, unsigned op, uint32_t channel, unsigned long at,
		       unsigned long since)
{
	fclc_clock_push(clock,
			(struct fcl_model_event){
				.at = at, .value = 1, .step = 1, .object = channel, .op = op},
			since);
}

void fclc_clock_iterate(struct fclc_flow *flow, unsigned long at)
{
	flow->begun = 1;
	flow->last = at;
	for (unsigned long i = 0; i < flow->count; i++) {
		struct fclc_clock *clock = flow->clocks[i];
		unsigned long when = at + flow->states[i], since = i ? when : at;

		if (i) {
			clock->frontier = when;
			fclc_token(clock, FCL_MODEL_TIME_READ, flow->tokens[i], when, since);
		}
		if (i + 1 < flow->count)
			fclc_token(clock, FCL_MODEL_TIME_WRITE, flow->tokens[i + 1], when, since);
	}
}

/* The loop ends when its last iteration has come to its last state. */
void fclc_clock_flow_end(struct fclc_flow *flow)
{
	struct fclc_clock *last = flow->clocks[flow->count - 1];
	unsigned long at = flow->last + flow->states[flow->count - 1];

	if (!flow->begun)
		return;
	fclc_token(last, FCL_MODEL_TIME_WRITE, flow->tokens[0], at, at);
	for (unsigned long i = 1; i < flow->count; i++)
		flow->clocks[i]->frontier = flow->last + flow->states[i] + 1;
	fclc_token(flow->clocks[0], FCL_MODEL_TIME_READ, flow->tokens[0], at, flow->last);
	flow->begun = 0;
}

/* What they do is not earlier than what their owner does, for whose code the time line waits. */
void fclc_clock_flush_stages(struct fclc_clock *clock)
{
	for (struct fclc_clock *each = clock->stages; each; each = each->next)
		fclc_clock_flush(each, each->frontier);
}

#pragma GCC visibility pop
