/* SPDX-License-Identifier: Apache-2.0 */

/*
 * hls::task: functions that run beside the kernel's own body, again and again, and wait for data.
 * Each has a stack of its own, and they take turns: a task that cannot continue switches to
 * another, and one blocks on a port of the compute unit only if no other can run. All this is state
 * of one compute unit: the header makes its payload a private copy.
 */

#include <sys/mman.h>
#include <time.h>

#include "fpgaclc_rt.h"

#if !defined(__x86_64__)
#error "hls::task needs x86-64: its code to switch stacks is written for that"
#endif

/* void fclc_switch(void **save, void *to): saves the callee-saved registers on the old stack. */
__asm__(".section .text.fclc_switch,\"ax\",@progbits\n"
	".hidden fclc_switch\n.type fclc_switch,@function\n"
	"fclc_switch:\n"
	"\tpushq %rbp\n\tpushq %rbx\n\tpushq %r12\n\tpushq %r13\n\tpushq %r14\n\tpushq %r15\n"
	"\tmovq %rsp, (%rdi)\n\tmovq %rsi, %rsp\n"
	"\tpopq %r15\n\tpopq %r14\n\tpopq %r13\n\tpopq %r12\n\tpopq %rbx\n\tpopq %rbp\n"
	"\tret\n.size fclc_switch, .-fclc_switch\n.text\n");

extern "C" __attribute__((visibility("hidden"))) void fclc_switch(void **save, void *to);

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
};

/* What the kernel's body is doing. */
enum fclc_phase {
	FCLC_RUNS,
	FCLC_ENDS,   /* a task: waits until the available data is processed */
	FCLC_DRAINS, /* the execution: waits until its ports are idle */
	FCLC_SERVES, /* forever */
};

int fclc_rt_tasking;

static fclc_task fclc_body = {nullptr, &fclc_body, nullptr,      nullptr, nullptr,
			      0,       FCLC_DATA,  FCLC_NOTHING, false,   false};
static fclc_task *fclc_now = &fclc_body;
static fclc_phase fclc_body_phase;
/* Counts progress: anything done between two waits. */
static unsigned long fclc_progress;

/*
 * Packets through ports: now, when the execution began, and at the last change that was seen; the
 * time of that change.
 */
static unsigned long fclc_moved, fclc_moved_before, fclc_moved_seen;
static long long fclc_still_since;

/* An execution whose ports have been idle this long has no more data to wait for. */
static const long long FCLC_STILL_NS = 20000000;

/* The kernel maps a stack's pages on first use; the lowest one is a guard. */
static const unsigned long FCLC_STACK = 8ul << 20, FCLC_GUARD = 4096;

/* The turns that a task may take without waiting before another one runs. */
static const unsigned FCLC_TURNS = 1024;

static void fclc_resume(fclc_task *task, fclc_wait_result result)
{
	fclc_task *before = fclc_now;

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

/* The next task after `from` for which `question` is true; nullptr: none. */
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

/* Whether an execution whose body has returned may end, with its tasks left waiting for input. */
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
	/* A single waiting task may block on its port: the board then knows what it waits for. */
	alone = ports == 1 && !fclc_count(FCLC_POLL) &&
		(fclc_body_phase != FCLC_DRAINS || fclc_moved == fclc_moved_before);
	fclc_resume(task, alone                              ? FCLC_BLOCK
			  : ports || task->wait == FCLC_POLL ? FCLC_AGAIN
							     : FCLC_NOTHING);
}

fclc_wait_result fclc_rt_wait(fclc_wait what, int again)
{
	fclc_task *me = fclc_now, *task;

	if (!fclc_rt_tasking)
		return what == FCLC_INPUT || what == FCLC_OUTPUT ? FCLC_BLOCK : FCLC_NOTHING;
	if (!again)
		fclc_progress++;
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

/* The first function on a new stack, which has nothing to return to. */
static void fclc_task_main()
{
	fclc_task *me = fclc_now;
	unsigned long progress = fclc_progress;

	for (unsigned turn = 1;; turn++) {
		me->body(me->object);
		if (turn % FCLC_TURNS)
			continue;
		fclc_rt_wait(FCLC_POLL, progress == fclc_progress);
		progress = fclc_progress;
	}
}

static void fclc_task_reset(fclc_task *task)
{
	void **top = (void **)((char *)task->stack + FCLC_STACK);

	*--top = nullptr; /* so that it is aligned as after a call */
	*--top = (void *)fclc_task_main;
	for (int i = 0; i < 6; i++)
		*--top = nullptr;
	task->stack_pointer = top;
	task->waiting = false;
}

fclc_task *fclc_rt_task_start(void (*body)(void *), void *object)
{
	fclc_task *task = (fclc_task *)fclc_rt_object_alloc(&fclc_body, sizeof(*task));
	void *stack = mmap(nullptr, FCLC_STACK, PROT_READ | PROT_WRITE,
			   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);

	if (stack == MAP_FAILED || mprotect(stack, FCLC_GUARD, PROT_NONE))
		fclc_rt_fail("no memory for the stack of an hls::task");
	*task = fclc_task{nullptr, fclc_body.next, body,         object, stack,
			  0,       FCLC_DATA,      FCLC_NOTHING, false,  false};
	fclc_task_reset(task);
	fclc_body.next = task;
	fclc_rt_tasking = 1;
	return task;
}

/* Runs the tasks until they wait for data that is not there. */
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
