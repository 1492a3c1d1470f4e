/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The processes of DATAFLOW regions. Each has a stack of its own, and they take turns inside one
 * execution: a process runs until a queue is empty or full, or until it has polled without progress. All
 * state belongs to the execution (fcl_cu.execution), so executions of one payload can overlap.
 */

#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "fpgacl_model.h"
#include "fpgaclc_flow.h"
#include "fpgaclc_rt.h"

#if !defined(__x86_64__)
#error "DATAFLOW regions need x86-64: the code to switch stacks is written for that"
#endif

/* As fcl_emu_switch(): a jump, since the processor would mispredict a return on another stack. */
__asm__(".section .text.fclc_flow_switch,\"ax\",@progbits\n"
	".hidden fclc_flow_switch\n.type fclc_flow_switch,@function\n.p2align 4\n"
	"fclc_flow_switch:\n"
	"\tpushq %rbp\n\tpushq %rbx\n\tpushq %r12\n\tpushq %r13\n\tpushq %r14\n\tpushq %r15\n"
	"\tmovq %rsp, (%rdi)\n\tmovq %rsi, %rsp\n"
	"\tpopq %r15\n\tpopq %r14\n\tpopq %r13\n\tpopq %r12\n\tpopq %rbx\n\tpopq %rbp\n"
	"\tpopq %rcx\n\tjmp *%rcx\n.size fclc_flow_switch, .-fclc_flow_switch\n.text\n");

extern "C" __attribute__((visibility("hidden"))) void fclc_flow_switch(void **save, void *to);

namespace
{

enum state {
	READY,
	HELD, /* an earlier process uses the same memory */
	READS,
	WRITES,
	PORT_IN,
	PORT_OUT,
	JOINS,
	SETTLES, /* the code between the calls waits for processes */
};

struct use {
	const char *object;
	unsigned long size;
	unsigned bits;
	const char *name, *base;
	unsigned long each;
};

struct flow;

} // namespace

struct fclc_process {
	void *stack_pointer;
	fclc_process *next;            /* ready, or unused */
	fclc_process *younger, *older; /* all that have not ended, by age */
	struct flow *flow;
	fclc_region *region; /* that it is a process of; nullptr: the kernel's body */
	fclc_region *inner;  /* the innermost one that it has begun */
	enum state state;
	fclc_fifo *fifo;    /* that it waits for */
	const char *stream; /* its object, or the port's */
	const char *stream_name;
	bool more;                    /* SETTLES: it will start further processes */
	bool soft;                    /* SETTLES: waits only as long as some process can run */
	enum fclc_flow_result result; /* of a wait for a port */
	char *bottom, *top;           /* of its stack */
	const char *name;
	void (*body)(void *);
	unsigned long room; /* bytes for arguments and uses */
	unsigned uses, most_uses;
	struct use *use;
	alignas(64) char arguments[];
};

namespace
{

/* A queue that had to grow so that the execution could go on. */
struct grown {
	const fclc_fifo *fifo;
	char name[64];
	unsigned long depth;
};

enum { MOST_GROWN = 8, MOST_UNUSED_POLLS = 1 << 22, MOST_DEPTH = 1 << 22, TEXT = 720 };

struct flow {
	struct fcl_cu *cu;
	fclc_process body;
	fclc_process *now;
	fclc_process *ready, *ready_last;
	fclc_process *oldest, *youngest; /* without the body */
	fclc_process *unused;
	unsigned long live;
	unsigned long polls; /* since something moved */
	bool warned;
	bool doomed; /* a deadlock was found; it goes on to learn which depth would do */
	unsigned ngrown;
	struct grown grown[MOST_GROWN];
	size_t length;
	char text[TEXT];
};

const unsigned long DEFAULT_STACK = 1ul << 20;

/* In place of a flow: there will be none in this execution. */
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

/* --- taking turns ----------------------------------------------------------------------------- */

void make_ready(fclc_process *process)
{
	struct flow *flow = process->flow;

	process->state = READY;
	process->next = nullptr;
	if (flow->ready)
		flow->ready_last->next = process;
	else
		flow->ready = process;
	flow->ready_last = process;
}

void stuck(struct flow *flow);

/* The caller's state says what it waits for; if READY, it is in the list. */
inline void run_next(struct flow *flow)
{
	fclc_process *me = flow->now, *next;

	while (!flow->ready)
		stuck(flow);
	next = flow->ready;
	flow->ready = next->next;
	if (next == me)
		return;
	flow->now = next;
	fclc_flow_switch(&me->stack_pointer, next->stack_pointer);
}

bool overlap(const struct use &a, const struct use &b)
{
	return a.object < b.object + b.size && b.object < a.object + a.size;
}

/* How sure it is that two uses, one of which writes, are of the same memory. */
enum certainty { NO, SOFT_MAYBE, SOFT_LIKELY, HARD };

enum certainty compare(const struct use &a, const struct use &b)
{
	unsigned bits = a.bits | b.bits;

	if (bits & FCLC_USE_STREAM || !(bits & FCLC_USE_WRITE))
		return NO;
	if (bits & FCLC_USE_WILD)
		return a.name && b.name && *a.name && *b.name ? SOFT_LIKELY : SOFT_MAYBE;
	if (!(bits & FCLC_USE_SOFT))
		return overlap(a, b) ? HARD : NO;
	if (overlap(a, b) || (a.base == b.base && (a.bits ^ b.bits) & FCLC_USE_READ))
		return SOFT_LIKELY;
	/* Each is what a pointer of the kernel or of an enclosing function refers to. */
	return a.bits & b.bits & FCLC_USE_SOFT ? SOFT_MAYBE : NO;
}

/* Whether `later` has to wait for `earlier`: both use memory that one of them writes. */
enum certainty conflict(const fclc_process *earlier, const fclc_process *later)
{
	enum certainty most = NO;

	for (unsigned i = 0; i < later->uses; i++)
		for (unsigned j = 0; j < earlier->uses; j++) {
			enum certainty found = compare(later->use[i], earlier->use[j]);

			most = found > most ? found : most;
		}
	return most;
}

/* The process that holds this one up; nullptr: none. */
fclc_process *holder(const fclc_process *process, enum certainty least)
{
	for (fclc_process *p = process->older; p; p = p->older)
		if (p->region == process->region && conflict(p, process) >= least)
			return p;
	return nullptr;
}

void release_held(struct flow *flow)
{
	for (fclc_process *p = flow->oldest; p; p = p->younger)
		if (p->state == HELD && !holder(p, SOFT_MAYBE))
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
	flow->live--;
	me->region->live--;
	flow->polls = 0;
	release_held(flow);
	wake_owner(me->region->owner);
	me->next = flow->unused;
	flow->unused = me;
	me->state = JOINS; /* it is in no list, and never runs on */
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

/* The first function on a new stack. */
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
	void **top = reinterpret_cast<void **>(process->top);

	*--top = nullptr; /* so that it is aligned as after a call */
	*--top = reinterpret_cast<void *>(process_main);
	for (int i = 0; i < 6; i++)
		*--top = nullptr;
	process->stack_pointer = top;
}

/* --- deadlocks -------------------------------------------------------------------------------- */

bool covers(const fclc_process *process, const char *stream, unsigned bits)
{
	for (unsigned i = 0; i < process->uses; i++) {
		const struct use &use = process->use[i];

		if (use.bits & FCLC_USE_STREAM && use.bits & bits && stream >= use.object &&
		    stream < use.object + use.size)
			return true;
	}
	return false;
}

/* The process at the other end; of a process and those of its own regions, one that waits. */
fclc_process *peer_of(const fclc_process *process)
{
	unsigned bits = process->state == READS ? FCLC_USE_WRITE : FCLC_USE_READ;
	fclc_process *found = nullptr;

	for (fclc_process *p = process->flow->oldest; p; p = p->younger)
		if (p != process && covers(p, process->stream, bits) &&
		    (!found || found->state == JOINS))
			found = p;
	return found;
}

/* Names a stream: its own name, or that of the variable, with the index in an array. */
void name_stream(const fclc_process *process, char *text, size_t size)
{
	if (process->stream_name && *process->stream_name) {
		snprintf(text, size, "%s", process->stream_name);
		return;
	}
	snprintf(text, size, "?");
	for (const fclc_process *p = process->flow->oldest; p; p = p->younger)
		for (unsigned i = 0; i < p->uses; i++) {
			const struct use &use = p->use[i];

			if (!(use.bits & FCLC_USE_STREAM) || !use.name || !*use.name ||
			    process->stream < use.object ||
			    process->stream >= use.object + use.size)
				continue;
			if (use.each)
				snprintf(text, size, "%s[%lu]", use.name,
					 static_cast<unsigned long>(process->stream - use.base) /
						 use.each);
			else
				snprintf(text, size, "%s", use.name);
			return;
		}
}

__attribute__((format(printf, 2, 3))) void add(struct flow *flow, const char *format, ...)
{
	va_list args;
	int n;

	if (flow->length + 1 >= sizeof(flow->text))
		return;
	va_start(args, format);
	n = vsnprintf(flow->text + flow->length, sizeof(flow->text) - flow->length, format, args);
	va_end(args);
	flow->length += n > 0 ? static_cast<size_t>(n) : 0;
}

const char *name_of(const fclc_process *process)
{
	return process->region ? process->name : "the kernel's body";
}

void describe(struct flow *flow, const fclc_process *process, const char *separator)
{
	const fclc_process *peer;
	char name[64];

	switch (process->state) {
	case READS:
	case WRITES:
		name_stream(process, name, sizeof(name));
		peer = peer_of(process);
		add(flow, "%s%s waits to %s stream '%s' (depth %lu, %s)", separator,
		    name_of(process), process->state == READS ? "read" : "write", name,
		    process->fifo->depth, process->state == READS ? "empty" : "full");
		if (peer)
			add(flow, " of %s", name_of(peer));
		break;
	case HELD:
		peer = holder(process, HARD);
		add(flow, "%s%s waits for the end of %s", separator, name_of(process),
		    peer ? name_of(peer) : "another process");
		break;
	case READY:
		add(flow, "%s%s polls", separator, name_of(process));
		break;
	default:
		break;
	}
}

/* The text is one sentence, so only the first processes are in it; the log has all of them. */
void describe_all(struct flow *flow)
{
	const char *separator = ": ";
	char all[sizeof(flow->text)];

	add(flow, "deadlock in the kernel's dataflow");
	describe(flow, &flow->body, separator);
	if (flow->body.state == READS)
		separator = "; ";
	for (const fclc_process *p = flow->oldest; p; p = p->younger) {
		size_t before = flow->length;

		describe(flow, p, separator);
		if (flow->length == before)
			continue;
		separator = "; ";
		snprintf(all, sizeof(all), "deadlock: %s", flow->text + before + 2);
		flow->cu->host->log(flow->cu, FCL_MODEL_LOG_WARN, all);
		if (flow->length > sizeof(flow->text) - 220) {
			flow->length = before;
			flow->text[before] = 0;
		}
	}
}

/* Ends the execution after a deadlock. */
__attribute__((noreturn)) void finish(struct flow *flow, bool resolved)
{
	char text[TEXT + 200];
	size_t length;

	length = static_cast<size_t>(snprintf(text, sizeof(text), "%.*s", TEXT - 1, flow->text));
	if (!resolved)
		snprintf(text + length, sizeof(text) - length, "; no depth resolves it");
	for (unsigned i = 0; resolved && i < flow->ngrown && length < sizeof(text); i++)
		length += static_cast<size_t>(snprintf(text + length, sizeof(text) - length,
						       "%sa depth of %lu for stream '%s'",
						       i ? ", " : "; it would not occur with ",
						       flow->grown[i].depth, flow->grown[i].name));
	fclc_rt_fail(text);
}

/* Makes room in the queue that this process waits to write. */
void grow(fclc_process *process)
{
	struct flow *flow = process->flow;
	fclc_fifo *fifo = process->fifo;
	unsigned i = 0;

	if (fifo->depth >= MOST_DEPTH)
		finish(flow, false);
	fifo->depth += 1 + fifo->depth / 1024;
	fifo->limit = 0;
	while (i < flow->ngrown && flow->grown[i].fifo != fifo)
		i++;
	if (i < MOST_GROWN) {
		flow->grown[i].fifo = fifo;
		flow->grown[i].depth = fifo->depth;
		name_stream(process, flow->grown[i].name, sizeof(flow->grown[i].name));
		flow->ngrown = i < flow->ngrown ? flow->ngrown : i + 1;
	}
	fclc_flow_wake(&fifo->writer);
}

bool is_full(const fclc_process *process)
{
	return process->state == WRITES;
}

fclc_process *smaller(fclc_process *a, fclc_process *b)
{
	return !a || b->fifo->depth < a->fifo->depth ? b : a;
}

fclc_process *waits_for(const fclc_process *process)
{
	if (process->state == READS || process->state == WRITES)
		return peer_of(process);
	return process->state == HELD ? holder(process, HARD) : nullptr;
}

/* Of the full queues in a cycle that begins here, the smallest one (Parks' rule). */
fclc_process *smallest_in_cycle(fclc_process *from)
{
	fclc_process *found = nullptr, *p = from;

	for (unsigned long steps = 0; p && steps <= from->flow->live; steps++) {
		if (is_full(p))
			found = smaller(found, p);
		p = waits_for(p);
		if (p == from)
			return found;
	}
	return nullptr;
}

/* Whose queue has to grow so that some process can go on; nullptr: that would not help. */
fclc_process *choose(struct flow *flow)
{
	fclc_process *found = nullptr;

	for (fclc_process *p = flow->oldest; p; p = p->younger) {
		fclc_process *of = smallest_in_cycle(p);

		if (of)
			found = smaller(found, of);
	}
	for (fclc_process *p = flow->oldest; p && !found; p = p->younger)
		if (is_full(p))
			found = smaller(found, p);
	return found;
}

/* The code between the calls waits, as in a sequential run: then queues have no bound. */
bool relax(struct flow *flow)
{
	bool waits = flow->body.state == READS || (flow->body.state == SETTLES && flow->body.more),
	     grew = false;

	for (fclc_process *p = flow->oldest; p; p = p->younger)
		waits |= p->state == SETTLES && p->more;
	for (fclc_process *p = flow->oldest; p && waits; p = p->younger)
		if (is_full(p)) {
			p->fifo->depth *= 2;
			p->fifo->limit = 0;
			fclc_flow_wake(&p->fifo->writer);
			grew = true;
		}
	return grew;
}

/* They communicate, so no order of the two is possible; a board runs them at once as well. */
void warn_of_race(struct flow *flow, const char *later, const char *earlier)
{
	char text[400];

	if (flow->warned)
		return;
	flow->warned = true;
	snprintf(
		text, sizeof(text),
		"dataflow: %s runs at once with %s, since a stream between them is full, and both may "
		"use the same memory: which data is read may differ from a sequential run, and on a "
		"board from one execution to the next",
		later, earlier);
	flow->cu->host->log(flow->cu, FCL_MODEL_LOG_WARN, text);
}

bool release_softly_held(struct flow *flow)
{
	for (fclc_process *p = flow->oldest; p; p = p->younger) {
		const fclc_process *race;

		if (p->state != HELD || holder(p, HARD))
			continue;
		race = holder(p, SOFT_LIKELY);
		if (race)
			warn_of_race(flow, p->name, race->name);
		make_ready(p);
		return true;
	}
	return false;
}

bool release_softly_settling(struct flow *flow)
{
	fclc_process *found = flow->body.state == SETTLES && flow->body.soft ? &flow->body
									     : nullptr;

	for (fclc_process *p = flow->oldest; p && !found; p = p->younger)
		if (p->state == SETTLES && p->soft)
			found = p;
	if (!found)
		return false;
	found->soft = false;
	make_ready(found);
	return true;
}

bool retry_ports(struct flow *flow, bool may_block)
{
	unsigned count = 0;
	fclc_process *last = nullptr;

	for (fclc_process *p = flow->oldest; p; p = p->younger)
		if (p->state == PORT_IN || p->state == PORT_OUT) {
			count++;
			last = p;
			p->result = FCLC_FLOW_AGAIN;
			make_ready(p);
		}
	if (flow->body.state == PORT_IN || flow->body.state == PORT_OUT) {
		count++;
		last = &flow->body;
		last->result = FCLC_FLOW_AGAIN;
		make_ready(last);
	}
	if (count && flow->doomed)
		finish(flow, flow->ngrown);
	/* The board then knows what the execution waits for. */
	if (count == 1 && may_block)
		last->result = FCLC_FLOW_BLOCK;
	return count;
}

/* No process can run: makes one ready, or ends the execution. */
void stuck(struct flow *flow)
{
	fclc_process *process;

	if (release_softly_held(flow) || retry_ports(flow, true) || relax(flow) ||
	    release_softly_settling(flow))
		return;
	if (!flow->doomed)
		describe_all(flow);
	flow->doomed = true;
	process = choose(flow);
	if (!process)
		finish(flow, false);
	grow(process);
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
	flow->body.flow = flow;
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

/* Whether the process uses the stream as sequential code does: it is a variable of its own. */
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

int fclc_flow_read(struct fclc_fifo *fifo, const void *stream, const char *name)
{
	struct flow *flow = current_flow();
	fclc_process *me = flow ? flow->now : nullptr;

	if (!flow || !flow->live || (owns(me, stream) && !has_children(me))) {
		if (flow && flow->doomed)
			finish(flow, false);
		return FCLC_FLOW_ALONE;
	}
	if (fifo->writer)
		fclc_flow_wake(&fifo->writer);
	me->fifo = fifo;
	me->stream = static_cast<const char *>(stream);
	me->stream_name = name;
	if (fifo->reader) {
		/* Two processes read it: they take turns. */
		fclc_flow_polled(0);
		return FCLC_FLOW_AGAIN;
	}
	me->state = READS;
	fifo->reader = me;
	run_next(flow);
	return FCLC_FLOW_AGAIN;
}

int fclc_flow_write(struct fclc_fifo *fifo, const void *stream, const char *name,
		    unsigned long count)
{
	struct flow *flow = current_flow();
	fclc_process *me = flow ? flow->now : nullptr;

	if (!flow || owns(me, stream))
		return FCLC_FLOW_ALONE;
	if (count < fifo->depth) {
		fifo->limit = fifo->depth;
		return FCLC_FLOW_AGAIN;
	}
	me->fifo = fifo;
	me->stream = static_cast<const char *>(stream);
	me->stream_name = name;
	if (fifo->writer) {
		fclc_flow_polled(0);
		return FCLC_FLOW_AGAIN;
	}
	me->state = WRITES;
	fifo->writer = me;
	run_next(flow);
	return FCLC_FLOW_AGAIN;
}

int fclc_flow_has_room(const struct fclc_fifo *fifo, const void *stream, unsigned long count)
{
	struct flow *flow = current_flow();

	return !flow || owns(flow->now, stream) || count < fifo->depth;
}

int fclc_flow_port(const void *stream, const char *name, int output)
{
	struct flow *flow = current_flow();
	fclc_process *me = flow ? flow->now : nullptr;

	if (!flow || !flow->live)
		return FCLC_FLOW_BLOCK;
	me->stream = static_cast<const char *>(stream);
	me->stream_name = name;
	me->state = output ? PORT_OUT : PORT_IN;
	run_next(flow);
	return me->result;
}

void fclc_flow_polled(int found)
{
	struct flow *flow = current_flow();

	if (!flow || !flow->live)
		return;
	if (found) {
		flow->polls = 0;
		return;
	}
	flow->polls++;
	make_ready(flow->now);
	if (flow->ready == flow->now || flow->polls % 256 == 0) {
		if (!retry_ports(flow, false) && flow->polls > MOST_UNUSED_POLLS) {
			flow->polls = 0;
			if (!release_softly_held(flow) && !relax(flow)) {
				if (!flow->doomed)
					describe_all(flow);
				finish(flow, false);
			}
		}
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

void fclc_flow_begin(struct fclc_region *region)
{
	struct fcl_cu *cu = fclc_rt_current();
	struct flow *flow = flow_of(cu);

	region->owner = nullptr;
	region->live = 0;
	if (!has_pointer(cu) || fclc_rt_tasking || cu->execution == &none)
		return;
	if (!flow)
		flow = make_flow(cu);
	region->owner = flow->now;
	region->outer = flow->now->inner;
	flow->now->inner = region;
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
	me->inner = region->outer;
	if (me->flow->doomed && !me->region && !me->inner)
		finish(me->flow, true);
}

int fclc_flow_on(void)
{
	struct flow *flow = fclc_rt_tasking ? nullptr : current_flow();

	return flow && flow->now->inner;
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
	process->uses = 0;
	process->use = reinterpret_cast<struct use *>(process->arguments + at);
	return process->arguments;
}

void fclc_flow_use(void *arguments, const void *object, unsigned long size, unsigned bits,
		   const char *name, const void *base, unsigned long each)
{
	fclc_process *process = process_of(arguments);

	process->use[process->uses++] = {static_cast<const char *>(object), size, bits, name,
					 static_cast<const char *>(base),   each};
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
	if (holder(process, SOFT_MAYBE))
		process->state = HELD;
	else
		make_ready(process);
}

void fclc_flow_settle(const void *object, unsigned long size, unsigned bits, int more,
		      const void *base)
{
	struct flow *flow = current_flow();
	const struct use mine = {static_cast<const char *>(object), size,
				 bits & ~FCLC_USE_STREAM,           "*",
				 static_cast<const char *>(base),   0};
	fclc_process *me, *p;
	unsigned i;

	if (!flow || !flow->live || !flow->now->inner)
		return;
	me = flow->now;
again:
	for (p = flow->oldest; p; p = p->younger)
		for (i = 0; i < p->uses && p->region->owner == me; i++) {
			struct use theirs = p->use[i];
			enum certainty found;

			/* A stream is not destroyed before they are done. */
			if (!(bits & FCLC_USE_SOFT))
				theirs.bits &= ~static_cast<unsigned>(FCLC_USE_STREAM);
			found = compare(mine, theirs);
			if (found == NO)
				continue;
			me->state = SETTLES;
			me->more = more;
			me->soft = found != HARD;
			run_next(flow);
			if (found == HARD || me->soft)
				goto again;
			if (found == SOFT_LIKELY)
				warn_of_race(flow, "the code between the calls", p->name);
			return;
		}
}
