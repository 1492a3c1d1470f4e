/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The processes of DATAFLOW regions. Each has its own stack. They take turns inside one execution:
 * a process runs until a queue is empty or full, or until it has polled without progress. All state
 * belongs to the execution (fcl_cu.execution), so executions of one payload can overlap.
 */

#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "fpgacl/processes.h"
#include "fpgacl/rt.h"
#include "fpgacl/switch.h"

using namespace fclc_flow;

namespace
{

enum {
	POLLS_BEFORE_HELP = 1 << 16,
	MOST_UNUSED_POLLS = 1 << 22,
	TURNS_BEFORE_POLL = 64,
	MOST_MISSES = 64
};

const unsigned long DEFAULT_STACK = 1ul << 20;

/* Stands for a flow in executions that will not have one. */
const char none = 0;

bool has_pointer(const struct fcl_cu *cu)
{
	return cu && cu->size >= offsetof(struct fcl_cu, stack_size) + sizeof(cu->stack_size);
}

struct flow *flow_of(struct fcl_cu *cu)
{
	if (!has_pointer(cu) || cu->execution == &none)
		return nullptr;
	return static_cast<struct flow *>(cu->execution);
}

struct flow *current_flow()
{
	return flow_of(fclc_rt_current());
}

/* --- scheduling ------------------------------------------------------------------------------- */

} // namespace

static void append(fclc_process *process, fclc_process **first, fclc_process **last)
{
	process->state = READY;
	process->next = nullptr;
	if (*first)
		(*last)->next = process;
	else
		*first = process;
	*last = process;
}

void fclc_flow::make_ready(fclc_process *process)
{
	append(process, &process->flow->ready, &process->flow->ready_last);
}

namespace
{

/*
 * The caller's state says what it waits for; if it is READY, it is in a list. Polling processes
 * only run if no other process can, or once in a while: there may be hundreds, and most of their
 * turns find nothing.
 */
inline void run_next(struct flow *flow)
{
	fclc_process *me = flow->now, *next;
	fclc_process **from = &flow->ready;

	if (flow->polling && (!flow->ready || ++flow->turns % TURNS_BEFORE_POLL == 0))
		from = &flow->polling;
	while (!*from)
		stuck(flow);
	next = *from;
	*from = next->next;
	if (next == me)
		return;
	flow->now = next;
	fclc_switch(&me->stack_pointer, next->stack_pointer);
}

void release_held(struct flow *flow)
{
	for (fclc_process *p = flow->oldest; p; p = p->younger)
		if (p->state == HELD && !holder(p, MAYBE))
			make_ready(p);
}

void wake_owner(fclc_process *owner)
{
	if (owner->state == READS && owner->fifo->reader == owner)
		owner->fifo->reader = nullptr;
	if (owner->state == JOINS || owner->state == SETTLES || owner->state == READS)
		make_ready(owner);
}

void end_process(fclc_process *me)
{
	struct flow *flow = me->flow;

	if (me->older)
		me->older->younger = me->younger;
	else
		flow->oldest = me->younger;
	if (me->younger)
		me->younger->older = me->older;
	else
		flow->youngest = me->older;
	note_ended(me);
	flow->live--;
	me->region->live--;
	flow->polls = 0;
	release_held(flow);
	wake_owner(me->region->owner);
	me->next = flow->unused;
	flow->unused = me;
	me->state = JOINS; /* it is in no list, and never runs again */
	run_next(flow);
	__builtin_unreachable();
}

bool run_body(fclc_process *me, char *thrown, unsigned long size)
{
	try {
		me->body(me->arguments);
		return true;
	} catch (...) {
		fclc_rt_describe_exception(thrown, size);
	}
	return false;
}

/* Entry function of a new stack. */
void process_main()
{
	fclc_process *me = current_flow()->now;
	char thrown[512];

	if (!run_body(me, thrown, sizeof(thrown)))
		fclc_rt_fail(thrown);
	end_process(me);
}

void prepare_stack(fclc_process *process)
{
	process->stack_pointer = fclc_switch_prepare(process->top, process_main);
}

/* --- processes -------------------------------------------------------------------------------- */

struct flow *make_flow(struct fcl_cu *cu)
{
	void *memory = cu->host->allocate(cu, sizeof(struct flow));
	struct flow *flow = static_cast<struct flow *>(memory);

	if (!flow)
		fclc_rt_fail("out of memory");
	memset(static_cast<void *>(flow), 0, sizeof(*flow));
	flow->cu = cu;
	flow->id = fclc_ticks();
	flow->body.flow = flow;
	flow->detached.owner = &flow->body;
	flow->detached.bounded = true;
	flow->now = &flow->body;
	cu->execution = flow;
	return flow;
}

char *make_stack(struct fcl_cu *cu, unsigned long size)
{
	char *memory;

	if (cu->host->size >= offsetof(struct fcl_model_host, allocate_stack) +
				      sizeof(cu->host->allocate_stack) &&
	    cu->host->allocate_stack)
		return static_cast<char *>(cu->host->allocate_stack(cu));
	memory = static_cast<char *>(cu->host->allocate(cu, size));
	return memory ? memory + size : nullptr;
}

fclc_process *make_process(struct flow *flow, unsigned long room)
{
	struct fcl_cu *cu = flow->cu;
	unsigned long size = cu->stack_size ? cu->stack_size : DEFAULT_STACK;
	void *memory = cu->host->allocate(cu, sizeof(fclc_process) + room);
	fclc_process *process = static_cast<fclc_process *>(memory);

	if (!process)
		fclc_rt_fail("out of memory");
	memset(static_cast<void *>(process), 0, sizeof(*process));
	process->flow = flow;
	process->room = room;
	process->top = make_stack(cu, size);
	if (!process->top)
		fclc_rt_fail("no memory for the stack of a process of the kernel's dataflow");
	process->bottom = process->top - size;
	return process;
}

fclc_process *take_process(struct flow *flow, unsigned long room)
{
	for (fclc_process **at = &flow->unused; *at; at = &(*at)->next) {
		fclc_process *process = *at;

		if (process->room < room)
			continue;
		*at = process->next;
		return process;
	}
	return make_process(flow, room < 512 ? 512 : room);
}

fclc_process *process_of(void *arguments)
{
	return reinterpret_cast<fclc_process *>(static_cast<char *>(arguments) -
						offsetof(fclc_process, arguments));
}

/*
 * Whether only this process uses the stream, like sequential code: the stream is a local variable
 * of it.
 */
bool owns(const fclc_process *process, const void *stream)
{
	const char *at = static_cast<const char *>(stream);

	return !process->region || (at >= process->bottom && at < process->top);
}

bool has_children(const fclc_process *process)
{
	for (const fclc_region *region = process->inner; region; region = region->outer)
		if (region->live)
			return true;
	return false;
}

} // namespace

/* --- streams ---------------------------------------------------------------------------------- */

void fclc_flow_wake(struct fclc_process **waiting)
{
	fclc_process *process = *waiting;

	*waiting = nullptr;
	process->flow->polls = 0;
	make_ready(process);
}

/* A board would run such a loop as a process. */
__attribute__((noreturn)) static void fail_in_place(const char *name)
{
	char text[400];

	snprintf(
		text, sizeof(text),
		"code between the processes of a DATAFLOW region reads the stream '%s', which nothing has written yet; such code runs in program order: move it into a function that returns nothing, which then runs concurrently with the processes that follow",
		name && *name ? name : "?");
	fclc_rt_fail(text);
}

int fclc_flow_read(struct fclc_fifo *fifo, const void *stream, const char *name, int optional)
{
	struct flow *flow = current_flow();
	fclc_process *me = flow ? flow->now : nullptr;

	if (!flow || !flow->live || (owns(me, stream) && !has_children(me))) {
		if (flow && flow->doomed)
			finish(flow, false);
		if (flow && me->inner && !me->inner->apart && !optional)
			fail_in_place(name);
		return FCLC_FLOW_ALONE;
	}
	if (fifo->writer)
		fclc_flow_wake(&fifo->writer);
	me->fifo = fifo;
	me->stream = static_cast<const char *>(stream);
	me->stream_name = name;
	if (fifo->reader) {
		/* Two processes read the stream: they take turns. */
		fclc_flow_polled(stream, 0, 0);
		return FCLC_FLOW_AGAIN;
	}
	me->optional = optional;
	me->result = FCLC_FLOW_AGAIN;
	me->state = READS;
	fifo->reader = me;
	run_next(flow);
	return me->result;
}

int fclc_flow_write(struct fclc_fifo *fifo, const void *stream, const char *name,
		    unsigned long count)
{
	struct flow *flow = current_flow();
	fclc_process *me = flow ? flow->now : nullptr;

	if (!flow || owns(me, stream))
		return FCLC_FLOW_ALONE;
	if (count < bound_of(flow, fifo)) {
		fifo->limit = bound_of(flow, fifo);
		return FCLC_FLOW_AGAIN;
	}
	me->fifo = fifo;
	me->stream = static_cast<const char *>(stream);
	me->stream_name = name;
	if (fifo->writer) {
		fclc_flow_polled(stream, 0, 0);
		return FCLC_FLOW_AGAIN;
	}
	me->state = WRITES;
	fifo->writer = me;
	run_next(flow);
	return FCLC_FLOW_AGAIN;
}

int fclc_flow_has_room(struct fclc_fifo *fifo, const void *stream, const char *name,
		       unsigned long count)
{
	struct flow *flow = current_flow();
	fclc_process *me = flow ? flow->now : nullptr;

	if (!flow || owns(me, stream) || count < bound_of(flow, fifo))
		return 1;
	me->fifo = fifo;
	me->stream = static_cast<const char *>(stream);
	me->stream_name = name;
	me->asked = true;
	return 0;
}

int fclc_flow_port(const void *stream, const char *name, unsigned port, int output)
{
	struct flow *flow = current_flow();
	fclc_process *me = flow ? flow->now : nullptr;

	if (!flow || !flow->live)
		return FCLC_FLOW_BLOCK;
	me->stream = static_cast<const char *>(stream);
	me->stream_name = name;
	me->port = port;
	me->state = output ? PORT_OUT : PORT_IN;
	run_next(flow);
	return me->result;
}

/* After a deadlock, execution only continues to find a sufficient depth, so give up sooner. */
static unsigned long most_unused_polls(const struct flow *flow)
{
	return flow->doomed ? 1024 + 16 * flow->live : MOST_UNUSED_POLLS;
}

/* Called if only polling processes can run. */
static void end_polling(struct flow *flow)
{
	if (flow->polls > most_unused_polls(flow))
		stuck_polling(flow);
	else if (flow->polls && flow->polls % POLLS_BEFORE_HELP == 0 && !flow->ready &&
		 !flow->polls_ports && !flow->doomed)
		help_pollers(flow);
}

/*
 * On a board, a process can scan streams within one cycle, so its turn only ends when it polls the
 * same stream again. Otherwise a scan of 64 streams of which one has data would take 63 turns.
 */
static bool scans(fclc_process *process, const void *stream)
{
	if (process->missed && process->missed != stream && ++process->misses < MOST_MISSES)
		return true;
	process->missed = stream;
	process->misses = 0;
	return false;
}

void fclc_flow_polled(const void *stream, int found, int port)
{
	struct flow *flow = current_flow();

	if (!flow || !flow->live)
		return;
	if (found) {
		flow->polls = 0;
		return;
	}
	if (scans(flow->now, stream))
		return;
	flow->polls_ports |= port;
	flow->now->polls_full = flow->now->asked;
	flow->now->asked = false;
	flow->polls++;
	append(flow->now, &flow->polling, &flow->polling_last);
	if ((!flow->ready && flow->polling == flow->now) || flow->polls % 256 == 0) {
		if (!retry_ports(flow, false))
			end_polling(flow);
		if (flow->polls % 256 == 0)
			flow->cu->host->yield(flow->cu);
	}
	run_next(flow);
}

/* --- regions ---------------------------------------------------------------------------------- */

void fclc_flow_off(struct fcl_cu *cu)
{
	if (has_pointer(cu))
		cu->execution = const_cast<char *>(&none);
}

static void begin(struct fclc_region *region, bool ordered, bool apart, bool bounded)
{
	struct fcl_cu *cu = fclc_rt_current();
	struct flow *flow = flow_of(cu);

	region->owner = nullptr;
	region->live = 0;
	region->ordered = ordered;
	region->apart = apart;
	region->bounded = bounded;
	if (!has_pointer(cu) || fclc_rt_tasking || cu->execution == &none)
		return;
	if (!flow)
		flow = make_flow(cu);
	region->owner = flow->now;
	region->outer = flow->now->inner;
	flow->now->inner = region;
}

void fclc_flow_begin(struct fclc_region *region)
{
	begin(region, false, false, false);
}

void fclc_flow_begin_ordered(struct fclc_region *region)
{
	begin(region, true, false, false);
}

void fclc_flow_begin_apart(struct fclc_region *region)
{
	begin(region, true, true, false);
}

void fclc_flow_begin_bounded(struct fclc_region *region)
{
	begin(region, false, false, true);
}

void fclc_flow_end(struct fclc_region *region)
{
	fclc_process *me = region->owner;

	if (!me)
		return;
	while (region->live) {
		me->state = JOINS;
		run_next(me->flow);
	}
	forget_ended(me->flow, region);
	me->inner = region->outer;
	if (me->flow->doomed && !me->region && !me->inner)
		finish(me->flow, true);
}

int fclc_flow_on(void)
{
	struct flow *flow = fclc_rt_tasking ? nullptr : current_flow();

	return flow && flow->now->inner;
}

int fclc_flow_live(void)
{
	const struct flow *flow = current_flow();

	return flow && flow->live;
}

void *fclc_flow_new(void (*body)(void *), unsigned long bytes, const char *name, unsigned uses)
{
	struct flow *flow = current_flow();
	unsigned long at = (bytes + 63) / 64 * 64;
	fclc_process *process = take_process(flow, at + uses * sizeof(struct use));

	process->body = body;
	process->name = name;
	process->region = flow->now->inner;
	process->inner = nullptr;
	process->missed = nullptr;
	process->uses = 0;
	process->use = reinterpret_cast<struct use *>(process->arguments + at);
	return process->arguments;
}

/* The code that filled a stream before the region had no bound; a process does. */
static void bound_streams(const use &use, unsigned long fifo)
{
	for (unsigned long at = 0; use.each && at + use.each <= use.size; at += use.each)
		reinterpret_cast<fclc_fifo *>(const_cast<char *>(use.object) + at + fifo)->limit =
			0;
}

void fclc_flow_use(void *arguments, const void *object, unsigned long size, unsigned bits,
		   const char *name, const void *base, unsigned long each, unsigned long fifo)
{
	const use use = {static_cast<const char *>(object), size, bits, name,
			 static_cast<const char *>(base),   each};

	add_use(process_of(arguments), use);
	if (bits & FCLC_USE_STREAM && fifo)
		bound_streams(use, fifo);
}

void fclc_flow_detach(void *arguments)
{
	fclc_process *process = process_of(arguments);

	process->region = &process->flow->detached;
}

void fclc_flow_start(void *arguments)
{
	fclc_process *process = process_of(arguments);
	struct flow *flow = process->flow;

	process->older = flow->youngest;
	process->younger = nullptr;
	if (flow->youngest)
		flow->youngest->younger = process;
	else
		flow->oldest = process;
	flow->youngest = process;
	flow->live++;
	process->region->live++;
	prepare_stack(process);
	if (!process->region->bounded && holder(process, MAYBE))
		process->state = HELD;
	else
		make_ready(process);
}

/* Compares a use by the code between the calls with one by a process. */
static enum certainty compare_in_place(struct use mine, struct use theirs, bool apart)
{
	if (apart)
		return compare_apart(mine, theirs);
	if (mine.bits & FCLC_USE_TURN)
		return has_same_end(mine, theirs) ? ORDERED : NO;
	/* A stream must not be destroyed before the processes are done. */
	if (!(mine.bits & FCLC_USE_SOFT))
		theirs.bits &= ~static_cast<unsigned>(FCLC_USE_STREAM);
	mine.bits &= ~static_cast<unsigned>(FCLC_USE_STREAM);
	return compare(mine, theirs);
}

void fclc_flow_settle(const void *object, unsigned long size, unsigned bits, int more,
		      const void *base)
{
	struct flow *flow = current_flow();
	const struct use mine = {static_cast<const char *>(object), size, bits, "*",
				 static_cast<const char *>(base),   0};
	fclc_process *me, *other = nullptr;
	enum certainty most;

	if (!flow || !flow->live || !flow->now->inner)
		return;
	me = flow->now;
	do {
		/*
		 * Wait for certain conflicts first, because the wait for uncertain ones may be
		 * abandoned.
		 */
		most = NO;
		for (fclc_process *p = flow->oldest; p; p = p->younger)
			for (unsigned i = 0; i < p->uses && p->region->owner == me; i++) {
				enum certainty found = compare_in_place(mine, p->use[i],
									p->region->apart);

				other = found > most ? p : other;
				most = found > most ? found : most;
			}
		if (most == NO)
			return;
		me->state = SETTLES;
		me->more = more;
		me->soft = most < ORDERED;
		run_next(flow);
	} while (most >= ORDERED || me->soft);
	if (most == LIKELY)
		warn_of_race(flow, "the code between the calls", other->name);
}
