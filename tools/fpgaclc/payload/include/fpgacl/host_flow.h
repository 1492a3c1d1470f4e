/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FPGACL_HOST_FLOW_H
#define FPGACL_HOST_FLOW_H

#pragma GCC system_header /* its warnings are not the user's */

/*
 * The functions of fpgacl/flow.h that tapa.h needs, for hosts: tasks take turns on the thread that started them, each on a
 * stack of its own. A task runs until a stream is empty or full, or until it has polled without success.
 */

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include <sys/resource.h>

#include "fpgacl/flow.h"
#include "fpgacl/host_stack.h"

#if defined(__x86_64__) || defined(__clang__)
#define FCLC_HOST_SWITCH
#include "fpgacl/switch.h"
#else
#include <ucontext.h>
#endif

struct fclc_process {
#ifdef FCLC_HOST_SWITCH
	void *stack_pointer;
#else
	ucontext_t context;
#endif
	fclc_process *next; /* in the list of those that can run, or of unused ones */
	fclc_process *younger, *older;
	fclc_region *region; /* NULL: nothing waits for its end */
	fclc_region *inner;  /* the innermost one that it has begun */
	enum { READY, READS, WRITES, JOINS } state;
	bool detached;
	/* The tapa::invoke() that it is part of, as the task is that started it. */
	unsigned long run;
	fclc_fifo *fifo;
	const char *stream_name, *name;
	void (*body)(void *);
	void *memory; /* with the arguments behind 64 bytes */
	char *stack;
};

namespace fclc
{

struct host_flow {
	enum { TURNS_BEFORE_POLL = 64, MOST_POLLS = 1 << 22 };
	struct list {
		fclc_process *first, *last;
	};
	/* All zero at first, so that finding a thread's own costs little. */
	fclc_process body;
	fclc_process *now;
	list ready, polling;
	fclc_process *youngest, *unused;
	unsigned long turns, polls, runs;

	static host_flow &of_thread()
	{
		static thread_local host_flow flow;

		if (!flow.now)
			flow.now = &flow.body;
		return flow;
	}
	static void append(list &to, fclc_process *process)
	{
		process->state = fclc_process::READY;
		process->next = nullptr;
		(to.first ? to.last->next : to.first) = process;
		to.last = process;
	}
	/* The caller waits; its state says for what, and if it is READY it is in a list. */
	void run_next()
	{
		list *from = &ready;
		fclc_process *me = now, *next;

		if (polling.first && (!ready.first || ++turns % TURNS_BEFORE_POLL == 0))
			from = &polling;
		next = from->first;
		if (!next)
			deadlock();
		from->first = next->next;
		if (next == me)
			return;
		now = next;
#ifdef FCLC_HOST_SWITCH
		fclc_switch(&me->stack_pointer, next->stack_pointer);
#else
		swapcontext(&me->context, &next->context);
#endif
	}
	__attribute__((noreturn)) void deadlock()
	{
		std::string text = "deadlock of tasks";
		const char *separator = ": ";

		for (const fclc_process *p = youngest; p; p = p->older) {
			if (p->state != fclc_process::READS && p->state != fclc_process::WRITES)
				continue;
			if (p->detached && p->state == fclc_process::READS)
				continue;
			text += separator;
			text += std::string(p->name) + describe(p);
			separator = "; ";
		}
		if (body.state != fclc_process::READY && body.state != fclc_process::JOINS)
			text += std::string(separator) + "the program" + describe(&body);
		fclc_rt_fail(text.c_str());
	}
	static std::string describe(const fclc_process *p)
	{
		bool reads = p->state == fclc_process::READS;

		return std::string(reads ? " waits to read" : " waits to write") + " stream '" +
		       p->stream_name + "' (depth " + std::to_string(p->fifo->depth) +
		       (reads ? ", empty)" : ", full)");
	}
	static void main()
	{
		host_flow &flow = of_thread();
		fclc_process *me = flow.now;

		me->body(static_cast<char *>(me->memory) + 64);
		flow.end(me);
	}
	void unlink(fclc_process *process)
	{
		if (process->older)
			process->older->younger = process->younger;
		(process->younger ? process->younger->older : youngest) = process->older;
	}
	void end(fclc_process *me)
	{
		fclc_region *region = me->region;

		unlink(me);
		polls = 0;
		if (region && !--region->live && region->owner->state == fclc_process::JOINS)
			append(ready, region->owner);
		std::free(me->memory);
		me->next = unused;
		unused = me;
		me->state = fclc_process::JOINS;
		run_next();
		__builtin_unreachable();
	}
	static unsigned long stack_size()
	{
		static const unsigned long LEAST = 8ul << 20, MOST = 64ul << 20;
		struct rlimit limit;

		if (getrlimit(RLIMIT_STACK, &limit) || limit.rlim_cur > MOST)
			return MOST;
		return limit.rlim_cur < LEAST ? LEAST : limit.rlim_cur / 65536 * 65536;
	}
	static void free_process(fclc_process *process)
	{
		host_stack_free(process->stack, stack_size());
		delete process;
	}
	/* A thread's end frees the stacks that it kept. */
	struct cleaner {
		host_flow *flow = nullptr;

		~cleaner()
		{
			while (flow && flow->unused) {
				fclc_process *process = flow->unused;

				flow->unused = process->next;
				free_process(process);
			}
		}
	};
	fclc_process *take()
	{
		static thread_local cleaner at_end;
		fclc_process *process = unused;

		if (process) {
			unused = process->next;
			return process;
		}
		at_end.flow = this;
		process = new fclc_process();
		process->stack = host_stack(stack_size());
		if (!process->stack)
			fclc_rt_fail("no memory for the stack of a task");
		return process;
	}
	void prepare(fclc_process *process)
	{
#ifdef FCLC_HOST_SWITCH
		process->stack_pointer = fclc_switch_prepare(process->stack + stack_size(), main);
#else
		if (getcontext(&process->context))
			fclc_rt_fail("no context for a task");
		process->context.uc_stack.ss_sp = process->stack;
		process->context.uc_stack.ss_size = stack_size();
		makecontext(&process->context, main, 0);
#endif
	}
	/* Returns the run that the caller was part of. */
	unsigned long begin_run()
	{
		const unsigned long outer = now->run;

		now->run = ++runs;
		return outer;
	}
	/* Ends the detached tasks of the caller's run; what is on their stacks stays. */
	void end_run(unsigned long outer)
	{
		const unsigned long run = now->run;

		now->run = outer;
		for (fclc_process *p = youngest, *older; p; p = older) {
			older = p->older;
			if (p->run == run)
				abandon(p);
		}
	}
	void abandon(fclc_process *process);
	static void remove(list &from, const fclc_process *process)
	{
		fclc_process *last = nullptr;

		for (fclc_process **at = &from.first; *at;) {
			if (*at == process) {
				*at = process->next;
				continue;
			}
			last = *at;
			at = &last->next;
		}
		from.last = last;
	}
};

/* A new task has its arguments in front of those. */
struct host_new {
	fclc_process *process;
	void (*drop)(void *); /* destroys the arguments of a task that does not end */

	static fclc_process *of(void *arguments)
	{
		return at(arguments)->process;
	}
	static host_new *at(void *arguments)
	{
		return reinterpret_cast<host_new *>(static_cast<char *>(arguments) - 64);
	}
};

inline void host_flow::abandon(fclc_process *process)
{
	void *arguments = static_cast<char *>(process->memory) + 64;

	unlink(process);
	remove(ready, process);
	remove(polling, process);
	/* The stream exists, as the task has a handle of it, and others may use it later. */
	if (process->state == fclc_process::READS)
		process->fifo->reader = nullptr;
	if (process->state == fclc_process::WRITES)
		process->fifo->writer = nullptr;
	host_new::at(arguments)->drop(arguments);
	std::free(process->memory);
	free_process(process);
}

} // namespace fclc

extern "C" {

inline void fclc_flow_wake(fclc_process **waiting)
{
	fclc::host_flow &flow = fclc::host_flow::of_thread();
	fclc_process *process = *waiting;

	*waiting = nullptr;
	flow.polls = 0;
	fclc::host_flow::append(flow.ready, process);
}

inline void fclc_flow_polled(const void *, int found, int)
{
	fclc::host_flow &flow = fclc::host_flow::of_thread();

	if (found) {
		flow.polls = 0;
		return;
	}
	if (++flow.polls > fclc::host_flow::MOST_POLLS && !flow.ready.first)
		flow.deadlock();
	fclc::host_flow::append(flow.polling, flow.now);
	flow.run_next();
}

inline int fclc_flow_read(fclc_fifo *fifo, const void *stream, const char *name, int)
{
	fclc::host_flow &flow = fclc::host_flow::of_thread();

	if (fifo->writer)
		fclc_flow_wake(&fifo->writer);
	if (fifo->reader) {
		fclc_flow_polled(stream, 0, 0);
		return FCLC_FLOW_AGAIN;
	}
	flow.now->fifo = fifo;
	flow.now->stream_name = name;
	flow.now->state = fclc_process::READS;
	fifo->reader = flow.now;
	flow.run_next();
	return FCLC_FLOW_AGAIN;
}

inline int fclc_flow_write(fclc_fifo *fifo, const void *stream, const char *name,
			   unsigned long count)
{
	fclc::host_flow &flow = fclc::host_flow::of_thread();

	fifo->limit = fifo->depth;
	if (count < fifo->limit)
		return FCLC_FLOW_AGAIN;
	if (fifo->writer) {
		fclc_flow_polled(stream, 0, 0);
		return FCLC_FLOW_AGAIN;
	}
	flow.now->fifo = fifo;
	flow.now->stream_name = name;
	flow.now->state = fclc_process::WRITES;
	fifo->writer = flow.now;
	flow.run_next();
	return FCLC_FLOW_AGAIN;
}

inline int fclc_flow_has_room(fclc_fifo *fifo, const void *, const char *, unsigned long count)
{
	return count < fifo->depth;
}

inline int fclc_flow_port(const void *, const char *, unsigned, int)
{
	return FCLC_FLOW_BLOCK;
}

inline void fclc_flow_begin_bounded(fclc_region *region)
{
	std::memset(region, 0, sizeof(*region));
	region->owner = fclc::host_flow::of_thread().now;
	region->outer = region->owner->inner;
	region->owner->inner = region;
	region->bounded = 1;
}

inline void fclc_flow_end(fclc_region *region)
{
	fclc::host_flow &flow = fclc::host_flow::of_thread();

	while (region->live) {
		region->owner->state = fclc_process::JOINS;
		flow.run_next();
	}
	region->owner->inner = region->outer;
}

inline void *fclc_flow_new(void (*body)(void *), unsigned long bytes, const char *name, unsigned)
{
	fclc_process *process = fclc::host_flow::of_thread().take();
	void *arguments = nullptr;

	if (posix_memalign(&arguments, 64, 64 + bytes))
		fclc_rt_fail("out of memory");
	static_cast<fclc::host_new *>(arguments)->process = process;
	process->body = body;
	process->name = name;
	process->detached = false;
	process->run = fclc::host_flow::of_thread().now->run;
	process->memory = arguments;
	process->region = fclc::host_flow::of_thread().now->inner;
	process->inner = nullptr;
	return static_cast<char *>(arguments) + 64;
}

inline void fclc_flow_use(void *, const void *, unsigned long, unsigned, const char *, const void *,
			  unsigned long, unsigned long)
{
}

inline void fclc_flow_detach(void *arguments)
{
	fclc_process *process = fclc::host_new::of(arguments);

	process->detached = true;
	process->region = nullptr;
}

inline void fclc_flow_start(void *arguments)
{
	fclc::host_flow &flow = fclc::host_flow::of_thread();
	fclc_process *process = fclc::host_new::of(arguments);

	process->younger = nullptr;
	process->older = flow.youngest;
	if (flow.youngest)
		flow.youngest->younger = process;
	flow.youngest = process;
	if (process->region)
		process->region->live++;
	flow.prepare(process);
	fclc::host_flow::append(flow.ready, process);
}

} /* extern "C" */

#endif
