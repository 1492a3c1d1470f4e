/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FPGACLC_HOST_TASKS_H
#define FPGACLC_HOST_TASKS_H

#pragma GCC system_header /* hide warnings in this header from the user */

/*
 * hls::task in a host program, such as a test bench: the counterpart of payload_tasks.cpp without a
 * board. Each task has its own stack. Tasks run while the program waits for data from a stream, and
 * take turns; a task that waits for data yields to the next one. All state belongs to one thread.
 */

#include <cstring>
#include <ucontext.h>
#include <vector>

#include "fpgacl/host_stack.h"

enum fclc_wait { FCLC_DATA, FCLC_INPUT, FCLC_OUTPUT, FCLC_POLL };
enum fclc_wait_result { FCLC_NOTHING, FCLC_AGAIN, FCLC_BLOCK };

struct fclc_task_value;

struct fclc_task {
	fclc_task *next; /* a ring that includes the program itself */
	void (*body)(void *);
	void *object, *stack;
	ucontext_t context;
	unsigned long seen; /* progress + rounds when it began to wait */
	fclc_wait wait;
	fclc_wait_result result;
	bool waiting;
};

namespace fclc
{

struct host_tasks {
	fclc_task program, *now;
	unsigned long progress;  /* counts actions between two waits */
	unsigned long rounds;    /* rounds in which every task had a turn without progress */
	unsigned long fruitless; /* how many of the last rounds had no progress */
	unsigned count;

	/* The lowest page of a stack is a guard page. Pages are allocated on first use. */
	static const unsigned long STACK = 8ul << 20;
	/* How many turns a task may take without waiting. */
	static const unsigned TURNS = 1024;
	/*
	 * Number of rounds in which tasks only poll before the program is told that there is no
	 * data.
	 */
	static const unsigned long MOST_FRUITLESS = 10000;

	static host_tasks &of_thread()
	{
		static thread_local host_tasks tasks;

		return tasks;
	}
	host_tasks() : program(), now(&program), progress(0), rounds(0), fruitless(0), count(0)
	{
		program.next = &program;
	}
	void resume(fclc_task *task, fclc_wait_result result)
	{
		fclc_task *before = now;

		task->result = result;
		task->waiting = false;
		if (task == before)
			return;
		now = task;
		swapcontext(&before->context, &task->context);
	}
	bool can_run(const fclc_task *task) const
	{
		return !task->waiting || task->seen != progress + rounds;
	}
	/*
	 * Everything waits without progress. Polls may have had effects that are not counted, so
	 * all tasks get further turns: one if the program itself polls.
	 */
	void stuck()
	{
		unsigned long most = program.wait == FCLC_POLL ? 1 : MOST_FRUITLESS;

		if (fruitless++ < most && polls()) {
			rounds++;
			resume(now->next, FCLC_AGAIN);
			return;
		}
		fruitless = 0;
		resume(&program, FCLC_NOTHING);
	}
	bool polls() const
	{
		const fclc_task *task = program.next;

		while (task != &program && task->wait != FCLC_POLL)
			task = task->next;
		return task->wait == FCLC_POLL;
	}
	void worked()
	{
		progress++;
		fruitless = 0;
	}
	fclc_wait_result wait(fclc_wait what, int again)
	{
		fclc_task *me = now, *task;

		if (!again)
			worked();
		me->wait = what;
		me->seen = progress + rounds;
		me->waiting = true;
		for (task = me->next; task != me && !can_run(task);)
			task = task->next;
		if (task != me)
			resume(task, FCLC_AGAIN);
		else
			stuck();
		return me->result;
	}
	/* Entry function of a new stack. */
	static void main()
	{
		host_tasks &tasks = of_thread();
		fclc_task *me = tasks.now;
		unsigned long progress = tasks.progress;

		for (unsigned turn = 1;; turn++) {
			me->body(me->object);
			if (turn % TURNS)
				continue;
			tasks.wait(FCLC_POLL, progress == tasks.progress);
			progress = tasks.progress;
		}
	}
	fclc_task *start(void (*body)(void *), void *object)
	{
		fclc_task *task = new fclc_task();

		task->stack = host_stack(STACK);
		if (!task->stack || getcontext(&task->context))
			fclc_rt_fail("no memory for the stack of an hls::task");
		task->context.uc_stack.ss_sp = task->stack;
		task->context.uc_stack.ss_size = STACK;
		makecontext(&task->context, main, 0);
		task->body = body;
		task->object = object;
		task->next = program.next;
		program.next = task;
		count++;
		return task;
	}
	void end(fclc_task *task)
	{
		fclc_task *before = &program;

		while (before->next != task)
			before = before->next;
		before->next = task->next;
		host_stack_free(task->stack, STACK);
		fclc_rt_object_free(task->object);
		delete task;
		count--;
	}
};

} // namespace fclc

#define fclc_rt_tasking (fclc::host_tasks::of_thread().count != 0)

inline void fclc_rt_worked()
{
	fclc::host_tasks::of_thread().worked();
}
inline fclc_wait_result fclc_rt_wait(fclc_wait what, int again)
{
	return fclc_rt_tasking ? fclc::host_tasks::of_thread().wait(what, again) : FCLC_NOTHING;
}
/* Remembers a task's argument. Only values matter here; they are never freed. */
inline fclc_task_value *fclc_rt_task_value(void *place, unsigned long size,
					   unsigned long (*)(const void *))
{
	static thread_local auto &kept = *new std::vector<unsigned long *>;

	if (!size)
		return nullptr;
	kept.push_back(new unsigned long[size / 8 + 1]);
	return static_cast<fclc_task_value *>(std::memcpy(kept.back(), place, size));
}
inline void *fclc_rt_task_value_get(fclc_task_value *value)
{
	return value;
}
inline fclc_task *fclc_rt_task_start(void (*body)(void *), void *object)
{
	return fclc::host_tasks::of_thread().start(body, object);
}
/*
 * Data left in streams is not processed: at the end of a program, other objects may have been
 * destroyed.
 */
inline void fclc_rt_task_end(fclc_task *task)
{
	fclc::host_tasks::of_thread().end(task);
}

#endif
