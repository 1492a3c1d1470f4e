/* SPDX-License-Identifier: Apache-2.0 */

/*
 * hls::task: functions that run repeatedly, concurrently with the kernel's own body, and wait for
 * data. Each has its own stack, and they take turns: a task that cannot continue switches to another
 * one, and only blocks on a port of the CU if no other task can run. All state belongs to one CU: the
 * header gives it a private copy of the payload.
 */

#include <sys/mman.h>
#include <time.h>

#include "fpgacl/rt.h"
#include "fpgacl/switch.h"

struct fclc_task {
	void *stack_pointer;
	fclc_task *next; /* a ring that includes the kernel's body */
	void (*body)(void *);
	void *object;
	void *stack;
	unsigned long seen; /* fclc_progress when it began to wait */
	fclc_wait wait;
	fclc_wait_result result;
	bool waiting, ended;
	/* Its arguments, and the current call of `body`: */
	fclc_task_value *values;
	unsigned long execution; /* the execution in which it last ran */
	unsigned long ports;     /* fclc_moved when the call began */
	bool in_call;
	bool waited; /* it has waited at least once */
	bool worked; /* it may have read or written, so the call cannot be restarted */
};

struct fclc_task_value {
	fclc_task_value *next;
	void *place;
	unsigned long size;
	unsigned long (*moves)(const void *);
	unsigned long moved; /* count when the call began */
	/* Followed by the copied value, and the value when the call began. */
	char *copy()
	{
		return (char *)(this + 1);
	}
	char *begun()
	{
		return copy() + size;
	}
};

/* What the kernel's body is doing. */
enum fclc_phase {
	FCLC_RUNS,
	FCLC_ENDS,   /* a task ends: waits until all available data has been processed */
	FCLC_DRAINS, /* the execution ends: waits until its ports are idle */
	FCLC_SERVES, /* runs forever */
};

int fclc_rt_tasking;

static fclc_task fclc_body = {nullptr,   &fclc_body,   nullptr, nullptr, nullptr, 0,
			      FCLC_DATA, FCLC_NOTHING, false,   false,   nullptr, 0,
			      0,         false,        false,   false};
static fclc_task *fclc_now = &fclc_body;
static fclc_phase fclc_body_phase;
/* Counts progress, that is, any action between two waits. */
static unsigned long fclc_progress;

/*
 * Packets through ports: now, when the execution began, and when the count last changed; the time
 * of that change.
 */
static unsigned long fclc_moved, fclc_moved_before, fclc_moved_seen;
static long long fclc_still_since;

/* If an execution's ports have been idle this long, no more data is expected. */
static const long long FCLC_STILL_NS = 20000000;

/* The kernel maps a stack's pages on first use. The lowest page, whatever its size, is a guard. */
static const unsigned long FCLC_STACK = 8ul << 20, FCLC_GUARD = 65536;

/* How many turns a task may take without waiting before another one runs. */
static const unsigned FCLC_TURNS = 1024;

/* Consecutive turns without progress, and the limit while tasks poll. */
static unsigned fclc_fruitless;
static const unsigned FCLC_MOST_FRUITLESS = 1000;

/* --- arguments of tasks --- */

/* The arguments of the task that is started next. */
static fclc_task_value *fclc_given, **fclc_given_end = &fclc_given;
static unsigned long fclc_execution;

static void fclc_task_reset(fclc_task *task);

extern "C" __attribute__((visibility("hidden"))) const char __ehdr_start[], _end[];

static bool fclc_is_static(const void *place)
{
	return (const char *)place >= __ehdr_start && (const char *)place < _end;
}

fclc_task_value *fclc_rt_task_value(void *place, unsigned long size,
				    unsigned long (*moves)(const void *))
{
	fclc_task_value *value = (fclc_task_value *)fclc_rt_object_alloc(&fclc_given,
									 sizeof(*value) + 2 * size);

	*value = fclc_task_value{nullptr, place, size, moves, 0};
	if (size && !fclc_is_static(place)) {
		__builtin_memcpy(value->copy(), place, size);
		value->place = value->copy();
	}
	*fclc_given_end = value;
	fclc_given_end = &value->next;
	return value;
}

void *fclc_rt_task_value_get(fclc_task_value *value)
{
	return value->place;
}

static fclc_task_value *fclc_take_given()
{
	fclc_task_value *values = fclc_given;

	fclc_given = nullptr;
	fclc_given_end = &fclc_given;
	return values;
}

static void fclc_drop_values(fclc_task_value *values)
{
	while (values) {
		fclc_task_value *next = values->next;

		fclc_rt_object_free(values);
		values = next;
	}
}

void fclc_rt_task_update(fclc_task *task, int)
{
	fclc_task_value *given = fclc_take_given(), *from = given;

	for (fclc_task_value *to = task->values; to && from; to = to->next, from = from->next) {
		if (!to->size || to->size != from->size)
			continue;
		if (from->place == from->copy())
			__builtin_memcpy(to->copy(), from->copy(), to->size);
		to->place = from->place == from->copy() ? to->copy() : from->place;
	}
	fclc_drop_values(given);
}

static void fclc_call_begins(fclc_task *task)
{
	task->in_call = true;
	task->waited = task->worked = false;
	task->ports = fclc_moved;
	for (fclc_task_value *value = task->values; value; value = value->next) {
		__builtin_memcpy(value->begun(), value->place, value->size);
		if (value->moves)
			value->moved = value->moves(value->place);
		/* Other objects may be modified, which cannot be detected. */
		task->worked |= !value->place;
	}
}

/* Until the first wait of a call, no other task runs. */
static void fclc_call_waits(fclc_task *task, fclc_wait what, int again)
{
	if (!task->in_call)
		return;
	if (task->waited) {
		task->worked |= !again || what == FCLC_POLL;
		return;
	}
	task->waited = true;
	task->worked |= task->ports != fclc_moved;
	for (fclc_task_value *value = task->values; value; value = value->next)
		task->worked |= value->moves && value->moved != value->moves(value->place);
}

/*
 * A call that has waited for its first input since an earlier execution has that execution's
 * numbers and pointers, whereas hardware has the current ones. If they differ, the call restarts.
 */
static void fclc_task_enters(fclc_task *task)
{
	bool changed = false;

	if (task->execution == fclc_execution)
		return;
	task->execution = fclc_execution;
	for (fclc_task_value *value = task->values; value && task->in_call; value = value->next)
		changed |= value->size &&
			   __builtin_memcmp(value->begun(), value->place, value->size) != 0;
	if (!changed)
		return;
	fclc_task_reset(task);
	if (task->worked)
		fclc_rt_fail(
			"an hls::task is still using a number or pointer of an earlier execution, and this execution has a different one");
}

/* --- scheduling --- */

static void fclc_resume(fclc_task *task, fclc_wait_result result)
{
	fclc_task *before = fclc_now;

	if (task != &fclc_body)
		fclc_task_enters(task);

	task->result = result;
	task->waiting = false;
	if (task == before)
		return;
	fclc_now = task;
	fclc_switch(&before->stack_pointer, task->stack_pointer);
}

static bool fclc_can_run(const fclc_task *task)
{
	if (task == &fclc_body && fclc_body_phase != FCLC_RUNS)
		return false;
	return !task->ended && (!task->waiting || task->seen != fclc_progress);
}

static bool fclc_waits(const fclc_task *task, fclc_wait what)
{
	return !task->ended && task->waiting && task->wait == what &&
	       (task != &fclc_body || fclc_body_phase == FCLC_RUNS);
}

/* The next task after `from` for which `question` returns true; nullptr if there is none. */
template <typename Q> static fclc_task *fclc_find(fclc_task *from, Q question)
{
	fclc_task *task = from;

	do {
		task = task->next;
		if (question(task))
			return task;
	} while (task != from);
	return nullptr;
}

static unsigned fclc_count(fclc_wait what)
{
	unsigned count = 0;
	fclc_task *task = &fclc_body;

	do {
		count += fclc_waits(task, what);
		task = task->next;
	} while (task != &fclc_body);
	return count;
}

static bool fclc_ports_are_still()
{
	struct timespec now;
	long long ns;

	clock_gettime(CLOCK_MONOTONIC, &now);
	ns = now.tv_sec * 1000000000ll + now.tv_nsec;
	if (fclc_moved_seen != fclc_moved) {
		fclc_moved_seen = fclc_moved;
		fclc_still_since = ns;
	}
	return fclc_moved != fclc_moved_before && ns - fclc_still_since >= FCLC_STILL_NS;
}

/* Whether an execution whose body has returned may end while its tasks wait for input. */
static bool fclc_may_end()
{
	if (fclc_body_phase == FCLC_ENDS)
		return true;
	if (fclc_body_phase != FCLC_DRAINS || fclc_count(FCLC_OUTPUT))
		return false;
	return !fclc_count(FCLC_INPUT) || fclc_ports_are_still();
}

/* No task can make progress without a port. */
static void fclc_stuck()
{
	unsigned ports = fclc_count(FCLC_INPUT) + fclc_count(FCLC_OUTPUT);
	fclc_task *task;
	bool alone;

	/* Between two polls, a task may have had effects that are not counted. */
	if (fclc_count(FCLC_POLL) && fclc_fruitless < FCLC_MOST_FRUITLESS) {
		fclc_fruitless++;
		fclc_progress++;
		fclc_resume(fclc_find(fclc_now, fclc_can_run), FCLC_AGAIN);
		return;
	}
	if (fclc_may_end() || (fclc_body_phase != FCLC_RUNS && !ports)) {
		fclc_resume(&fclc_body, FCLC_NOTHING);
		return;
	}
	if (!ports && fclc_waits(&fclc_body, FCLC_DATA)) {
		fclc_resume(&fclc_body, FCLC_NOTHING);
		return;
	}
	task = fclc_find(fclc_now, [](fclc_task *t) {
		return fclc_waits(t, FCLC_INPUT) || fclc_waits(t, FCLC_OUTPUT) ||
		       fclc_waits(t, FCLC_POLL);
	});
	if (!task)
		task = fclc_now;
	/*
	 * If only one task waits, it may block on its port, which shows the board what it waits
	 * for.
	 */
	alone = ports == 1 && !fclc_count(FCLC_POLL) &&
		(fclc_body_phase != FCLC_DRAINS || fclc_moved == fclc_moved_before);
	fclc_resume(task, alone                              ? FCLC_BLOCK
			  : ports || task->wait == FCLC_POLL ? FCLC_AGAIN
							     : FCLC_NOTHING);
}

void fclc_rt_worked()
{
	fclc_progress++;
	fclc_fruitless = 0;
}

fclc_wait_result fclc_rt_wait(fclc_wait what, int again)
{
	fclc_task *me = fclc_now, *task;

	if (!fclc_rt_tasking)
		return what == FCLC_INPUT || what == FCLC_OUTPUT ? FCLC_BLOCK : FCLC_NOTHING;
	if (!again)
		fclc_rt_worked();
	if (me->values)
		fclc_call_waits(me, what, again);
	me->wait = what;
	me->seen = fclc_progress;
	me->waiting = true;
	task = fclc_find(me, fclc_can_run);
	if (task)
		fclc_resume(task, FCLC_AGAIN);
	else
		fclc_stuck();
	return me->result;
}

/* Entry function of a new stack, which has no caller to return to. */
static void fclc_task_main()
{
	fclc_task *me = fclc_now;
	unsigned long progress = fclc_progress;

	for (unsigned turn = 1;; turn++) {
		fclc_call_begins(me);
		me->body(me->object);
		me->in_call = false;
		if (turn % FCLC_TURNS)
			continue;
		fclc_rt_wait(FCLC_POLL, progress == fclc_progress);
		progress = fclc_progress;
	}
}

static void fclc_task_reset(fclc_task *task)
{
	task->stack_pointer = fclc_switch_prepare((char *)task->stack + FCLC_STACK, fclc_task_main);
	task->waiting = false;
	task->in_call = false;
}

fclc_task *fclc_rt_task_start(void (*body)(void *), void *object)
{
	fclc_task *task = (fclc_task *)fclc_rt_object_alloc(&fclc_body, sizeof(*task));
	void *stack = mmap(nullptr, FCLC_STACK, PROT_READ | PROT_WRITE,
			   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);

	if (stack == MAP_FAILED || mprotect(stack, FCLC_GUARD, PROT_NONE))
		fclc_rt_fail("no memory for the stack of an hls::task");
	*task = fclc_task{nullptr,
			  fclc_body.next,
			  body,
			  object,
			  stack,
			  0,
			  FCLC_DATA,
			  FCLC_NOTHING,
			  false,
			  false,
			  fclc_take_given(),
			  fclc_execution,
			  0,
			  false,
			  false,
			  false};
	fclc_task_reset(task);
	fclc_body.next = task;
	fclc_rt_tasking = 1;
	return task;
}

/* Runs the tasks until all of them wait for data that is not available. */
static void fclc_drain(fclc_phase phase)
{
	fclc_task *task;

	fclc_body_phase = phase;
	fclc_body.waiting = true;
	task = fclc_find(&fclc_body, fclc_can_run);
	if (task)
		fclc_resume(task, FCLC_AGAIN);
	else
		fclc_stuck();
	fclc_body_phase = FCLC_RUNS;
	fclc_body.waiting = false;
}

void fclc_rt_task_end(fclc_task *task)
{
	if (fclc_rt_executing() && fclc_now == &fclc_body)
		fclc_drain(FCLC_ENDS);
	task->ended = true;
	munmap(task->stack, FCLC_STACK);
	for (fclc_task *t = &fclc_body;; t = t->next)
		if (t->next == task) {
			t->next = task->next;
			break;
		}
	fclc_drop_values(task->values);
	fclc_rt_object_free(task->object);
	fclc_rt_object_free(task);
}

void fclc_rt_port_moved()
{
	fclc_moved++;
}

void fclc_rt_tasks_begin()
{
	if (!fclc_rt_tasking)
		return;
	fclc_fruitless = 0;
	/* An execution may have failed while it was starting a task. */
	fclc_drop_values(fclc_take_given());
	fclc_execution++;
	/* The last execution ended inside a task, which restarts. */
	if (fclc_now != &fclc_body)
		fclc_task_reset(fclc_now);
	fclc_now = &fclc_body;
	fclc_body_phase = FCLC_RUNS;
	fclc_body.waiting = false;
	fclc_moved_before = fclc_moved;
}

void fclc_rt_tasks_finish(int free_running)
{
	if (fclc_rt_tasking)
		fclc_drain(free_running ? FCLC_SERVES : FCLC_DRAINS);
}
