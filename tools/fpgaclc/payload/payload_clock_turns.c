/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Processes of executions that count their cycles (fpgacl/clock.h). They take turns: one runs until
 * it needs an element that has not been written, or an answer that depends on time.
 */

#include <stdio.h>
#include <string.h>

#include "fpgacl/clocks.h"
#include "fpgacl/rt.h"
#include "fpgacl/switch.h"

#pragma GCC visibility push(hidden)

enum { FCLC_MANY = 64 };

struct fclc_process_clock {
	struct fclc_clock clock; /* must be first */
	struct fclc_process_clock *next;
	const char *name;
	uint32_t start, end;      /* channels */
	uint32_t ends[FCLC_MANY]; /* of the processes that it starts behind; UINT32_MAX: none */
	unsigned long after;      /* those that it still has to wait for, by their bits */
	unsigned long ended;      /* the cycle of its own in which it last ended */
	unsigned long runs;       /* how often it has ended */
	int lives, awaited;       /* it runs; its parent waits for its end */
	char *stack;              /* its end */
	void (*body)(void *);
	void *argument;
};

/* --- turns ------------------------------------------------------------------------------------- */

void fclc_clock_ready(struct fclc_clock *clock)
{
	struct fclc_line *line = clock->line;

	clock->next = NULL;
	*line->ready_end = clock;
	line->ready_end = &clock->next;
}

static struct fclc_clock *fclc_take(struct fclc_line *line)
{
	struct fclc_clock *first = line->ready;

	line->ready = first->next;
	if (!line->ready)
		line->ready_end = &line->ready;
	return first;
}

/* Whether a question has been answered. */
static int fclc_is_answered(struct fclc_line *line)
{
	struct fcl_cu *cu = line->cu;

	for (struct fclc_clock **at = &line->asking; *at; at = &(*at)->next) {
		struct fclc_clock *clock = *at;
		uint64_t answer;

		if (!cu->host->time_answer(cu, clock->process, &answer))
			continue;
		clock->answer = answer;
		*at = clock->next;
		fclc_clock_ready(clock);
		return 1;
	}
	return 0;
}

const char *fclc_clock_name(const struct fclc_clock *clock)
{
	return clock->parent ? ((const struct fclc_process_clock *)clock)->name : clock->cu->name;
}

/* What the process and those that it has started wait for, in the order of the source. */
static void fclc_describe(const struct fclc_clock *clock, char *text, size_t size)
{
	const struct fclc_process_clock *each;
	size_t length;

	for (unsigned long i = 0; i < FCLC_MANY; i++)
		for (each = clock->processes; each; each = each->next)
			if (each->clock.index == i && each->lives)
				fclc_describe(&each->clock, text, size);
	if (!clock->empty)
		return;
	length = strlen(text);
	snprintf(text + length, size - length, "%s %s reads `%s`, which is empty",
		 length ? ";" : "", fclc_clock_name(clock), clock->empty);
}

static __attribute__((noreturn)) void fclc_stuck(const struct fclc_clock *clock)
{
	char waits[300] = "", text[400];

	while (clock->parent)
		clock = clock->parent;
	fclc_describe(clock, waits, sizeof(waits));
	snprintf(text, sizeof(text), "on a board the kernel would hang:%s", waits);
	clock->cu->host->fail(clock->cu, text);
	__builtin_unreachable();
}

/* Those that wait for ports look again. */
static void fclc_look_again(struct fclc_line *line)
{
	while (line->blocked) {
		struct fclc_clock *clock = line->blocked;

		line->blocked = clock->next;
		fclc_clock_ready(clock);
	}
}

/* Nothing goes on before a port does. */
static void fclc_wait_for_ports(struct fclc_line *line)
{
	uint32_t ports[FCLC_MANY], count = 0;

	for (struct fclc_clock *each = line->blocked; each && count < FCLC_MANY; each = each->next)
		ports[count++] = each->port;
	line->cu->host->stream_wait_any(line->cu, ports, count);
	fclc_look_again(line);
}

void fclc_clock_turn(struct fclc_clock *clock)
{
	struct fclc_line *line = clock->line;
	struct fclc_clock *next;

	while (!line->ready) {
		if (line->asking && fclc_is_answered(line))
			break;
		if (line->asking) {
			line->cu->host->yield(line->cu);
			fclc_look_again(line);
		} else if (line->blocked) {
			fclc_wait_for_ports(line);
		} else {
			fclc_stuck(clock);
		}
	}
	next = fclc_take(line);
	if (next == clock)
		return;
	line->cu->clock = next;
	fclc_switch(&clock->stack_pointer, next->stack_pointer);
}

void fclc_clock_block(struct fclc_clock *clock, const struct fclc_queue *queue)
{
	clock->port = queue->port;
	clock->next = clock->line->blocked;
	clock->line->blocked = clock;
	fclc_clock_turn(clock);
}

/* --- processes --------------------------------------------------------------------------------- */

void fclc_clock_open(struct fclc_clock *clock, const char *name)
{
	clock->process = clock->cu->host->time_process(clock->cu, name);
	if (clock->process == UINT32_MAX)
		clock->cu->host->fail(clock->cu, "out of memory for its time line");
	clock->events = fclc_clock_allocate(clock->cu, FCLC_EVENTS * sizeof(*clock->events));
}

static struct fclc_process_clock *fclc_process_new(struct fclc_clock *parent, const char *name)
{
	struct fcl_cu *cu = parent->cu;
	struct fclc_process_clock *made = fclc_clock_allocate(cu, sizeof(*made));

	made->clock = (struct fclc_clock){.cu = cu, .line = parent->line, .parent = parent};
	made->name = name;
	memset(made->ends, 0xff, sizeof(made->ends));
	fclc_clock_open(&made->clock, name);
	made->start = fclc_clock_channel(cu, name, 1, 0, 0);
	made->end = fclc_clock_channel(cu, name, 1, 0, 0);
	made->stack = cu->host->allocate_stack(cu);
	if (!made->stack)
		cu->host->fail(cu, "no memory for the stack of a process");
	made->next = parent->processes;
	parent->processes = made;
	return made;
}

static struct fclc_process_clock *fclc_process_numbered(struct fclc_clock *parent,
							unsigned long index)
{
	struct fclc_process_clock *found = parent->processes;

	while (found && found->clock.index != index)
		found = found->next;
	return found;
}

static void fclc_signal(struct fclc_clock *clock, unsigned op, uint32_t channel, unsigned long at)
{
	fclc_clock_push(clock,
			(struct fcl_model_event){
				.at = at, .value = 1, .step = 1, .object = channel, .op = op},
			at);
}

/* It has nothing more to do until it is started again. */
static void fclc_rest(struct fclc_clock *clock, unsigned long frontier)
{
	fclc_clock_flush(clock, frontier);
	clock->cu->host->time_rest(clock->cu, clock->process);
}

/* One that has ended lets another start. */
static void fclc_release(struct fclc_process_clock *ended, struct fclc_process_clock *process)
{
	unsigned long i = ended->clock.index;

	process->after &= ~(1ul << i);
	fclc_signal(&ended->clock, FCL_MODEL_TIME_WRITE, process->ends[i], ended->ended);
	fclc_rest(&ended->clock, ended->ended);
}

/* It starts behind the end of these. */
static void fclc_follow(struct fclc_process_clock *process, unsigned long after)
{
	struct fclc_clock *clock = &process->clock;

	for (unsigned long i = 0; i < FCLC_MANY; i++) {
		struct fclc_process_clock *other = after >> i & 1
							   ? fclc_process_numbered(clock->parent, i)
							   : NULL;

		if (!other)
			continue;
		if (process->ends[i] == UINT32_MAX)
			process->ends[i] = fclc_clock_channel(clock->cu, other->name, 2, 0, 1);
		fclc_signal(clock, FCL_MODEL_TIME_READ, process->ends[i], clock->now);
		process->after |= 1ul << i;
		if (!other->lives)
			fclc_release(other, process);
	}
}

struct fclc_clock *fclc_clock_process(struct fclc_clock *parent, const char *name,
				      unsigned long index, unsigned long after)
{
	struct fclc_process_clock *process = fclc_process_numbered(parent, index);

	if (!process) {
		process = fclc_process_new(parent, name);
		process->clock.index = index;
	}
	fclc_signal(parent, FCL_MODEL_TIME_WRITE, process->start, parent->now);
	fclc_signal(&process->clock, FCL_MODEL_TIME_READ, process->start, process->clock.now);
	fclc_follow(process, after);
	return &process->clock;
}

static void fclc_call(void)
{
	struct fclc_process_clock *process = (struct fclc_process_clock *)fclc_clock();

	process->body(process->argument);
}

/* Entry function of a new stack. Others may have moved to another thread, which reads it anew. */
static void fclc_process_main(void)
{
	struct fclc_clock *clock = fclc_clock();

	if (fclc_rt_catch)
		fclc_rt_catch(fclc_call);
	else
		fclc_call();
	fclc_clock_turn(clock);
}

/* The process that started it goes on when this one has to wait; at once, if this one may not run. */
void fclc_clock_run(struct fclc_clock *clock, void (*body)(void *), void *argument)
{
	struct fclc_process_clock *process = (struct fclc_process_clock *)clock;
	struct fclc_clock *parent = clock->parent;

	process->body = body;
	process->argument = argument;
	process->lives = 1;
	clock->stack_pointer = fclc_switch_prepare(process->stack, fclc_process_main);
	if (process->after)
		return;
	fclc_clock_ready(parent);
	clock->cu->clock = clock;
	fclc_switch(&parent->stack_pointer, clock->stack_pointer);
}

static void fclc_release_all(struct fclc_process_clock *ended)
{
	struct fclc_process_clock *each = ended->clock.parent->processes;

	for (; each; each = each->next) {
		if (!(each->after >> ended->clock.index & 1))
			continue;
		fclc_release(ended, each);
		if (each->lives && !each->after)
			fclc_clock_ready(&each->clock);
	}
}

void fclc_clock_leave(struct fclc_clock *clock)
{
	struct fclc_process_clock *process = (struct fclc_process_clock *)clock;
	struct fclc_clock *parent = clock->parent;

	fclc_signal(clock, FCL_MODEL_TIME_WRITE, process->end, clock->now);
	fclc_clock_push(parent,
			(struct fcl_model_event){.at = parent->now + 1,
						 .value = 1,
						 .step = 1,
						 .object = process->end,
						 .op = FCL_MODEL_TIME_READ},
			parent->now);
	process->ended = clock->now++;
	fclc_rest(clock, process->ended + 1);
	process->runs++;
	process->lives = 0;
	fclc_release_all(process);
	if (process->awaited)
		fclc_clock_ready(parent);
	process->awaited = 0;
}

void fclc_clock_join(struct fclc_clock *clock)
{
	struct fclc_process_clock *process = (struct fclc_process_clock *)clock;
	struct fclc_clock *parent = clock->parent;

	while (process->lives) {
		/* It starts no other before this one has ended. */
		fclc_clock_flush(parent, parent->now + 1);
		clock->cu->host->time_wait(clock->cu, parent->process, process->end, process->runs);
		process->awaited = 1;
		fclc_clock_turn(parent);
	}
}

void fclc_clock_join_all(struct fclc_clock *clock)
{
	for (struct fclc_process_clock *each = clock->processes; each; each = each->next)
		fclc_clock_join(&each->clock);
}

#pragma GCC visibility pop
