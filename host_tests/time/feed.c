/* SPDX-License-Identifier: Apache-2.0 */
/* Runs designs as native code would: each process by itself, as far as it gets. */
#include "host_tests/time/feed.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "host_tests/base/unit_test.h"

#define BATCH 64

/* A process's native code, between two of its turns. */
struct runner {
	const struct process *process;
	struct fcl_time *time;
	uint32_t number, round, segment, op;
	uint64_t iteration, wins, begin; /* of the segment: its static cycle */
	bool won, asked, ended;
	struct fcl_time_event events[BATCH];
	uint32_t count, batch;
};

static void runner_flush(struct runner *runner, uint64_t frontier)
{
	struct fcl_err err;
	int result = fcl_time_push(runner->time, runner->number, runner->events, runner->count,
				   frontier, &err);
	if (result < 0 && result != -EDEADLK)
		print_message("%s\n", err.text);
	assert_true(result >= 0 || result == -EDEADLK);
	runner->count = 0;
}

static struct fcl_time_event op_event(const struct op *op, uint64_t iteration, uint64_t at)
{
	struct fcl_time_event event = {.at = at, .value = 1, .op = op->kind, .object = op->object};
	if (op->kind == FCL_TIME_READ_REQUEST || op->kind == FCL_TIME_WRITE_REQUEST) {
		event.value = op->address + iteration * op->stride;
		event.step = op->beats;
	}
	return event;
}

static const struct segment *runner_segment(const struct runner *runner)
{
	return &runner->process->segments[runner->segment];
}

static bool op_is_question(const struct op *op)
{
	return op->kind >= FCL_TIME_TRY_WRITE;
}

static bool op_is_run(const struct op *op)
{
	return op->kind <= FCL_TIME_WRITE_BEAT;
}

/* Asks; false: there is no answer so far. */
static bool runner_ask(struct runner *runner, const struct op *op, uint64_t at)
{
	struct fcl_err err;
	uint64_t answer;
	int result;
	if (!runner->asked) {
		runner_flush(runner, at);
		struct fcl_time_event event = op_event(op, runner->iteration, at);
		result = fcl_time_ask(runner->time, runner->number, &event, &answer, &err);
		runner->asked = true;
	} else {
		result = fcl_time_answer(runner->time, runner->number, &answer, &err);
	}
	assert_true(result >= 0 || result == -EDEADLK);
	if (result < 1)
		return false;
	runner->asked = false;
	runner->won = answer >= (op->least ? op->least : 1);
	return true;
}

/* One iteration; false: it waits for an answer. */
static bool runner_iterate(struct runner *runner)
{
	const struct segment *segment = runner_segment(runner);
	uint64_t start = runner->begin + runner->iteration * segment->ii;
	for (; runner->op < MAX_OPS; runner->op++) {
		const struct op *op = &segment->ops[runner->op];
		if (!op->kind || runner->iteration % op_every(op) != op->phase ||
		    (op->won && !runner->won))
			continue;
		if (op_is_question(op)) {
			if (!runner_ask(runner, op, start + op->offset))
				return false;
			continue;
		}
		runner->events[runner->count++] = op_event(op, runner->iteration,
							   start + op->offset);
		if (runner->count == runner->batch)
			runner_flush(runner, start);
	}
	runner->op = 0;
	runner->iteration++;
	runner->wins += segment->poll && runner->won;
	return true;
}

static bool segment_has_requests(const struct segment *segment)
{
	for (unsigned i = 0; i < MAX_OPS; i++)
		if (segment->ops[i].kind == FCL_TIME_READ_REQUEST ||
		    segment->ops[i].kind == FCL_TIME_WRITE_REQUEST)
			return true;
	return false;
}

/* All iterations of a loop at once, operation by operation. */
static void runner_run(struct runner *runner)
{
	const struct segment *segment = runner_segment(runner);
	for (unsigned i = 0; i < MAX_OPS && segment->ops[i].kind; i++) {
		const struct op *op = &segment->ops[i];
		if (op->phase >= segment->trips)
			continue;
		struct fcl_time_event event = op_event(
			op, 0, runner->begin + (uint64_t)op->phase * segment->ii + op->offset);
		uint64_t count = (segment->trips - op->phase + op_every(op) - 1) / op_every(op);
		event.step = op_every(op) * segment->ii;
		event.value = count;
		if (!op_is_run(op)) {
			/* One by one: a response is no run. */
			for (uint64_t k = 0; k < count; k++) {
				runner->events[runner->count++] =
					(struct fcl_time_event){.at = event.at + k * event.step,
								.op = op->kind,
								.object = op->object};
				if (runner->count == runner->batch)
					runner_flush(runner, runner->begin);
			}
			continue;
		}
		runner->events[runner->count++] = event;
		if (runner->count == runner->batch)
			runner_flush(runner, runner->begin);
	}
	runner->iteration = segment->trips;
}

static bool segment_is_over(const struct runner *runner)
{
	const struct segment *segment = runner_segment(runner);
	if (segment->poll)
		return runner->wins == segment->trips || runner->iteration == segment->limit;
	return runner->iteration == segment->trips;
}

static void runner_next_segment(struct runner *runner)
{
	const struct segment *segment = runner_segment(runner);
	runner->begin += (runner->iteration - 1) * segment->ii + segment->length;
	runner->iteration = runner->wins = 0;
	if (++runner->segment < MAX_SEGMENTS && runner_segment(runner)->length)
		return;
	runner->segment = 0;
	if (++runner->round < process_rounds(runner->process))
		return;
	runner_flush(runner, runner->begin);
	runner->ended = true;
	fcl_time_end(runner->time, runner->number, false);
}

/* Some iterations. Returns whether it got on. */
static bool runner_turn(struct runner *runner, const struct feed_way *way)
{
	for (uint32_t i = 0; !runner->ended && (!way->turn || i < way->turn); i++) {
		const struct segment *segment = runner_segment(runner);
		if (way->runs && !segment->poll && !segment_has_requests(segment))
			runner_run(runner);
		else if (!runner_iterate(runner))
			return i > 0;
		if (segment_is_over(runner))
			runner_next_segment(runner);
	}
	return true;
}

static const char *number_name(const char *letter, unsigned number, char name[16])
{
	snprintf(name, 16, "%s%u", letter, number);
	return name;
}

static void add_objects(struct fcl_time *time, const struct design *design)
{
	uint32_t number;
	char name[16];
	for (unsigned i = 0; i < CLOCKS; i++)
		assert_int_equal(fcl_time_add_clock(
					 time, &(struct fcl_time_clock){"clock", clock_periods[i]},
					 &number, NULL),
				 0);
	for (unsigned i = 0; i < MAX_PROCESSES && design->processes[i].segments[0].length; i++)
		assert_int_equal(fcl_time_add_process(time,
						      &(struct fcl_time_process){
							      .name = number_name("p", i, name),
							      .clock = design->processes[i].clock},
						      &number, NULL),
				 0);
	for (unsigned i = 0; i < MAX_CHANNELS && design->channels[i].depth; i++) {
		const struct channel *channel = &design->channels[i];
		const struct fcl_time_channel info = {
			number_name("c", i, name),
			channel->depth,
			32,
			channel->read_latency ? channel->read_latency : 1,
			channel->write_latency ? channel->write_latency : 1,
			FCL_TIME_NONE,
			FCL_TIME_NONE,
			false};
		assert_int_equal(fcl_time_add_channel(time, &info, &number, NULL), 0);
	}
	for (unsigned i = 0; i < MAX_BANKS; i++) {
		const struct bank *bank = &design->banks[i];
		const struct fcl_time_bank info = {.name = "bank",
						   .latency_ps = bank->latency_ps,
						   .megabytes = bank->megabytes,
						   .burst_ps = bank->burst_ps};
		assert_int_equal(fcl_time_add_bank(time, &info, &number, NULL), 0);
	}
	for (unsigned i = 0; i < MAX_PORTS && design->ports[i].bytes; i++) {
		const struct port *port = &design->ports[i];
		const struct fcl_time_port info = {"port",
						   0,
						   port->bank,
						   port->bytes,
						   port->read_burst,
						   port->write_burst,
						   port->reads,
						   port->writes,
						   port->shares ? port->shares - 1 : FCL_TIME_NONE};
		assert_int_equal(fcl_time_add_port(time, &info, &number, NULL), 0);
	}
}

struct fcl_time *feed(const struct design *design, const struct feed_way *way)
{
	struct fcl_time *time;
	const struct fcl_time_options options = {.record = way->record, .ahead = way->ahead};
	assert_int_equal(fcl_time_create(&options, &time, NULL), 0);
	add_objects(time, design);
	static struct runner runners[MAX_PROCESSES];
	uint32_t count = 0;
	for (; count < MAX_PROCESSES && design->processes[count].segments[0].length; count++)
		runners[count] = (struct runner){.process = &design->processes[count],
						 .time = time,
						 .number = count,
						 .batch = way->batch};
	bool moved = true;
	while (moved) {
		moved = false;
		for (uint32_t i = 0; i < count; i++) {
			struct runner *runner = &runners[way->backwards ? count - 1 - i : i];
			if (!runner->ended && runner_turn(runner, way))
				moved = true;
		}
	}
	return time;
}
