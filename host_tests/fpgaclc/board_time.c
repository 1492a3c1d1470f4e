/* SPDX-License-Identifier: Apache-2.0 */
#include "board_time.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "emulator/time/engine.h"

static struct fcl_time *line;
static uint32_t line_clock;

/* Of the engine: an error of a call that only a faulty payload makes. */
static void check(int error, const struct fcl_err *err)
{
	if (error)
		fail_msg("the time line: %s", err->text);
}

const char *board_time_begin(struct fcl_cu *cu)
{
	const struct fcl_time_options options = {0};
	const struct fcl_time_clock clock = {.name = "kernel", .period_ps = 3333};
	struct fcl_err err;

	(void)cu;
	check(fcl_time_create(&options, &line, &err), &err);
	check(fcl_time_add_clock(line, &clock, &line_clock, &err), &err);
	return NULL;
}

void board_time_end(void)
{
	if (line)
		fcl_time_destroy(line);
	line = NULL;
}

uint32_t board_time_process(struct fcl_cu *cu, const char *name)
{
	const struct fcl_time_process process = {.name = name, .clock = line_clock};
	struct fcl_err err;
	uint32_t number;

	(void)cu;
	check(fcl_time_add_process(line, &process, &number, &err), &err);
	return number;
}

uint32_t board_time_channel(struct fcl_cu *cu, const struct fcl_model_channel *channel)
{
	const struct fcl_time_channel made = {.name = channel->name,
					      .depth = channel->depth,
					      .bits = channel->bits,
					      .read_latency = channel->read_latency,
					      .write_latency = channel->write_latency,
					      .writer = FCL_TIME_NONE,
					      .reader = FCL_TIME_NONE};
	struct fcl_err err;
	uint32_t number;

	(void)cu;
	check(fcl_time_add_channel(line, &made, &number, &err), &err);
	return number;
}

uint32_t board_time_bus(struct fcl_cu *cu, uint32_t port, uint32_t bytes)
{
	(void)cu, (void)port, (void)bytes;
	return UINT32_MAX;
}

uint32_t board_time_stream(struct fcl_cu *cu, uint32_t port, uint64_t *ret_moved)
{
	(void)cu, (void)port;
	*ret_moved = 0;
	return UINT32_MAX;
}

void board_time_events(struct fcl_cu *cu, uint32_t process, const struct fcl_model_event *events,
		       uint64_t count, uint64_t frontier)
{
	struct fcl_err err;

	_Static_assert(sizeof(*events) == sizeof(struct fcl_time_event), "they are the same");
	(void)cu;
	/* A deadlock is known when a process asks. */
	fcl_time_push(line, process, (const void *)events, count, frontier, &err);
}

static int answered(struct fcl_cu *cu, int result, const struct fcl_err *err)
{
	if (result < 0)
		(cu->host->fail)(cu, err->text);
	return result;
}

int board_time_ask(struct fcl_cu *cu, uint32_t process, const struct fcl_model_event *question,
		   uint64_t *ret_answer)
{
	struct fcl_err err;

	return answered(cu, fcl_time_ask(line, process, (const void *)question, ret_answer, &err),
			&err);
}

int board_time_answer(struct fcl_cu *cu, uint32_t process, uint64_t *ret_answer)
{
	struct fcl_err err;

	return answered(cu, fcl_time_answer(line, process, ret_answer, &err), &err);
}

void board_time_wait(struct fcl_cu *cu, uint32_t process, uint32_t channel, uint64_t element)
{
	struct fcl_err err;

	(void)cu;
	if (channel != UINT32_MAX)
		fcl_time_wait(line, process, channel, element, &err);
}

void board_time_rest(struct fcl_cu *cu, uint32_t process)
{
	(void)cu;
	fcl_time_idle(line, process);
}
