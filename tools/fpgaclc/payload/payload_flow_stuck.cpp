/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Called if no process of a DATAFLOW region can run. Queues grow if they would be unbounded in
 * hardware too, or if processes have to run in order. Otherwise this is a deadlock, which is
 * reported.
 */

#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "fpgacl/processes.h"
#include "fpgacl/rt.h"

namespace fclc_flow
{

namespace
{

/* Names a stream: by its own name or by the variable's, with the index in an array. */
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

			if (!covers(use, process->stream, ~0u) || !use.name || !*use.name)
				continue;
			if (use.bits & FCLC_USE_ARRAY)
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
		    bound_of(flow, process->fifo), process->state == READS ? "empty" : "full");
		if (peer)
			add(flow, " of %s", name_of(peer));
		else
			add(flow, " that no process %s any more",
			    process->state == READS ? "writes" : "reads");
		break;
	case HELD:
		peer = holder(process, ORDERED);
		add(flow, "%s%s waits for the end of %s", separator, name_of(process),
		    peer ? name_of(peer) : "another process");
		break;
	case READY:
		if (process->polls_full) {
			name_stream(process, name, sizeof(name));
			add(flow, "%s%s polls stream '%s' (depth %lu, full)", separator,
			    name_of(process), name, bound_of(flow, process->fifo));
		} else {
			add(flow, "%s%s polls", separator, name_of(process));
		}
		break;
	default:
		break;
	}
}

/*
 * Whether this process is a cause of the deadlock: no other process is at the other end of its
 * stream.
 */
bool is_cause(const fclc_process *process)
{
	return (process->state == READS || process->state == WRITES) && !peer_of(process);
}

/* A detached task that has nothing to do. */
bool is_idle(const fclc_process *process)
{
	return process->region == &process->flow->detached && process->state == READS &&
	       is_cause(process);
}

void describe_some(struct flow *flow, bool causes, const char *&separator)
{
	char all[sizeof(flow->text)];

	for (const fclc_process *p = flow->oldest; p; p = p->younger) {
		size_t before = flow->length;

		if (is_cause(p) != causes || is_idle(p))
			continue;
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

/* The error is one sentence and only lists the first processes; the log has all of them. */
void describe_all(struct flow *flow)
{
	const char *separator = ": ";

	add(flow, "deadlock in the kernel's dataflow");
	describe(flow, &flow->body, separator);
	if (flow->body.state == READS)
		separator = "; ";
	describe_some(flow, true, separator);
	describe_some(flow, false, separator);
}

/* Whether a process would read zeros if the region ran sequentially; tasks of tapa.h never do. */
bool starves(const struct flow *flow)
{
	for (const fclc_process *p = flow->oldest; p; p = p->younger)
		if (p->state == READS && is_cause(p) && !p->region->bounded)
			return true;
	return false;
}

} // namespace

namespace
{

/* Lists as many depths as fit; the log has all of them. Returns the length. */
size_t advise(struct flow *flow, char *text, size_t size)
{
	size_t length = 0;
	unsigned fit = 0;

	text[0] = 0;
	for (unsigned i = 0; i < flow->ngrown; i++) {
		char one[200];
		int n = snprintf(one, sizeof(one), "%sa depth of %lu for stream '%s'",
				 i ? ", " : "; it would not occur with ", flow->grown[i].depth,
				 flow->grown[i].name);

		if (fit == i && length + static_cast<size_t>(n) + 60 < size) {
			memcpy(text + length, one, static_cast<size_t>(n) + 1);
			length += static_cast<size_t>(n);
			fit++;
		}
		flow->cu->host->log(flow->cu, FCL_MODEL_LOG_WARN, one + 2);
	}
	if (fit < flow->ngrown || flow->more_grown)
		length += static_cast<size_t>(
			snprintf(text + length, size - length,
				 ", and more for other streams, which FPGACL_LOG=warn lists"));
	return length;
}

} // namespace

void finish(struct flow *flow, bool resolved)
{
	char text[MESSAGE], depths[MESSAGE / 2] = "";
	size_t room = sizeof(text) - 1 - (resolved ? advise(flow, depths, sizeof(depths)) : 100);
	size_t length = strnlen(flow->text, TEXT - 1);

	/* Cut at the end of a process's description; the log has all of them. */
	while (length > room)
		while (length && strncmp(flow->text + --length, "; ", 2))
			;
	if (resolved)
		snprintf(text, sizeof(text), "%.*s%s", static_cast<int>(length), flow->text,
			 depths);
	else
		snprintf(
			text, sizeof(text), "%.*s; no depth resolves it%s",
			static_cast<int>(length), flow->text,
			starves(flow)
				? ", but --dataflow sequential --empty-stream default reads zeros there"
				: "");
	fclc_rt_fail(text);
}

unsigned long bound_of(const struct flow *flow, const fclc_fifo *fifo)
{
	return fifo->depth + (fifo->grown_by == flow->id ? fifo->grown : 0);
}

namespace
{

enum { MOST_SAID = 64 };

unsigned long mix(unsigned long hash, const char *text, char end)
{
	for (; *text && *text != end; text++)
		hash = (hash ^ static_cast<unsigned char>(*text)) * 0x100000001b3u;
	return (hash ^ 0xff) * 0x100000001b3u;
}

/*
 * Whether this has not been reported yet for these two processes of the kernel, as each execution
 * would repeat it.
 */
bool is_news(const struct flow *flow, const char *what, const char *later, const char *earlier)
{
	static unsigned long said[MOST_SAID]; /* filled from the start */
	unsigned long hash = mix(0xcbf29ce484222325u, what, '\0');

	hash = mix(hash, flow->cu->name, ':'); /* shared by all CUs of the kernel */
	hash = mix(mix(hash, later, '\0'), earlier, '\0') | 1;
	for (unsigned long &one : said) {
		unsigned long none = 0;

		if (__atomic_compare_exchange_n(&one, &none, hash, false, __ATOMIC_RELAXED,
						__ATOMIC_RELAXED))
			return true;
		if (none == hash)
			return false;
	}
	return false;
}

} /* namespace */

void warn_of_race(struct flow *flow, const char *later, const char *earlier)
{
	char text[500];

	if (!is_news(flow, "race", later, earlier))
		return;
	snprintf(
		text, sizeof(text),
		"dataflow: %s runs concurrently with %s, because each waits for a stream of the other, and both may "
		"use the same memory: which data is read may differ from a sequential run, and on a "
		"board from one execution to the next; fpgaclc --dataflow ordered runs them in source order where that is possible",
		later, earlier);
	flow->cu->host->log(flow->cu, FCL_MODEL_LOG_WARN, text);
}

namespace
{

/* Only for this execution: the next one starts with the declared depths. */
void extend(struct flow *flow, fclc_fifo *fifo, unsigned long by)
{
	fifo->grown = bound_of(flow, fifo) - fifo->depth + by;
	fifo->grown_by = flow->id;
	fifo->limit = 0;
}

bool is_full(const fclc_process *process)
{
	return process->state == WRITES;
}

/* One of the processes in the regions of a process that waits for all of them. */
fclc_process *child_of(const fclc_process *process)
{
	for (fclc_process *p = process->flow->oldest; p; p = p->younger)
		if (p->region->owner == process)
			return p;
	return nullptr;
}

fclc_process *waits_for(const fclc_process *process)
{
	if (process->state == READS || process->state == WRITES)
		return peer_of(process);
	if (process->state == JOINS)
		return child_of(process);
	return process->state == HELD ? holder(process, LIKELY) : nullptr;
}

/* Makes room in the queue that this process waits to write. */
void grow(fclc_process *process)
{
	struct flow *flow = process->flow;
	fclc_fifo *fifo = process->fifo;
	char name[sizeof(flow->grown[0].name)];
	unsigned i = 0;

	if (bound_of(flow, fifo) >= MOST_DEPTH)
		finish(flow, false);
	extend(flow, fifo, bound_of(flow, fifo) / 1024 + 1);
	name_stream(process, name, sizeof(name));
	/* Another stream may have been at this address before. */
	while (i < flow->ngrown &&
	       (flow->grown[i].fifo != fifo || strcmp(flow->grown[i].name, name)))
		i++;
	if (i < MOST_GROWN) {
		flow->grown[i].fifo = fifo;
		if (flow->grown[i].depth < bound_of(flow, fifo))
			flow->grown[i].depth = bound_of(flow, fifo);
		memcpy(flow->grown[i].name, name, sizeof(name));
		flow->ngrown = i < flow->ngrown ? flow->ngrown : i + 1;
	} else {
		flow->more_grown = true;
	}
	if (fifo->writer)
		fclc_flow_wake(&fifo->writer);
}

fclc_process *smaller(fclc_process *a, fclc_process *b)
{
	return !a || bound_of(b->flow, b->fifo) < bound_of(a->flow, a->fifo) ? b : a;
}

/* The smallest full queue in the cycle that starts here (Parks' rule). */
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

/*
 * The writer whose queue has to grow so that some process can continue; nullptr: growing would not
 * help.
 */
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

/*
 * Grows full queues as in a sequential run, where they are unbounded: all of them, or only those
 * that no process in the regions reads.
 */
bool double_full(struct flow *flow, bool all)
{
	bool grew = false;

	for (fclc_process *p = flow->oldest; p; p = p->younger)
		if (is_full(p) && (all || leaves_regions(p))) {
			extend(flow, p->fifo, bound_of(flow, p->fifo));
			fclc_flow_wake(&p->fifo->writer);
			grew = true;
		}
	return grew;
}

/* Grows queues while the code between the calls waits. */
bool relax(struct flow *flow)
{
	bool waits = flow->body.state == READS || (flow->body.state == SETTLES && flow->body.more);

	for (fclc_process *p = flow->oldest; p; p = p->younger)
		waits |= p->state == SETTLES && p->more;
	return waits && double_full(flow, true);
}

/* Grows queues that sequential code reads after the region. */
bool drain_regions(struct flow *flow)
{
	return !flow->doomed && double_full(flow, false);
}

void note_order(struct flow *flow, const fclc_process *later, const fclc_process *earlier)
{
	char text[500];

	if (!is_news(flow, "order", later->name, earlier->name))
		return;
	snprintf(
		text, sizeof(text),
		"dataflow: %s starts when %s has ended, since both may use the same memory; meanwhile "
		"the streams of the region hold more than their depth, as in a sequential run",
		later->name, earlier->name);
	flow->cu->host->log(flow->cu, FCL_MODEL_LOG_INFO, text);
}

/*
 * Doubles the full queues in the cycle between `held` and the process that holds it up. False:
 * there are none, or that process waits for something else.
 */
bool double_between(struct flow *flow, fclc_process *held)
{
	unsigned long steps = 0;
	bool grew = false;
	fclc_process *p = held;

	do
		p = waits_for(p);
	while (p && p != held && steps++ <= flow->live);
	if (p != held)
		return !p && double_full(flow, true);
	do {
		fclc_process *next = waits_for(p);

		if (is_full(p)) {
			extend(flow, p->fifo, bound_of(flow, p->fifo));
			fclc_flow_wake(&p->fifo->writer);
			grew = true;
		}
		p = next;
	} while (p != held);
	return grew;
}

/*
 * Processes that share memory which is not a channel run in source order, with unbounded queues.
 * This always applies to globals, since a board has no other way to connect the processes; to other
 * memory if the user requests it.
 */
bool run_in_order(struct flow *flow)
{
	for (fclc_process *p = flow->oldest; p && !flow->doomed; p = p->younger) {
		const fclc_process *earlier = p->state == HELD ? predecessor(p) : nullptr;

		if (!earlier || holder(p, CHANNEL) || !double_between(flow, p))
			continue;
		note_order(flow, p, earlier);
		return true;
	}
	return false;
}

/*
 * Whether the process that holds this one up waits, directly or indirectly, for this one's streams.
 */
bool is_waited_for(const fclc_process *held)
{
	const fclc_process *p = holder(held, MAYBE);

	for (unsigned long steps = 0; p && p != held && steps <= held->flow->live; steps++)
		p = waits_for(p);
	return p == held;
}

/* On a board, these processes run concurrently. Here they start as soon as nothing else can run. */
bool release_softly_held(struct flow *flow, bool if_waited_for)
{
	for (fclc_process *p = flow->oldest; p; p = p->younger) {
		const fclc_process *race;

		if (p->state != HELD || holder(p, ORDERED))
			continue;
		if (if_waited_for && (predecessor(p) || !is_waited_for(p)))
			continue;
		race = holder(p, LIKELY);
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

bool waits_for_port(const fclc_process *process)
{
	return process->state == PORT_IN || process->state == PORT_OUT;
}

void make_room_for_ports(struct flow *flow)
{
	const struct fcl_model_host *host = flow->cu->host;

	if (flow->most_ports > flow->live)
		return;
	if (flow->ports)
		host->release(flow->cu, flow->ports);
	flow->most_ports = 2 * flow->live + 2;
	flow->ports = static_cast<uint32_t *>(
		host->allocate(flow->cu, flow->most_ports * sizeof(*flow->ports)));
	if (!flow->ports)
		fclc_rt_fail("out of memory");
}

/*
 * Several processes wait for ports, any of which may become usable first. Tells the board all of
 * them: it resumes the execution for the first one, and can detect a deadlock.
 */
void wait_for_ports(struct flow *flow)
{
	const struct fcl_model_host *host = flow->cu->host;
	uint32_t count = 0;

	make_room_for_ports(flow);
	for (const fclc_process *p = flow->oldest; p; p = p->younger)
		if (waits_for_port(p))
			flow->ports[count++] = p->port;
	if (waits_for_port(&flow->body))
		flow->ports[count++] = flow->body.port;
	if (count < 2)
		return;
	if (host->size <
	    offsetof(struct fcl_model_host, stream_wait_any) + sizeof(host->stream_wait_any))
		fclc_rt_fail(
			"processes wait for several ports at once, which this version of the driver does not support: expected the compiler's version, or a newer one");
	host->stream_wait_any(flow->cu, flow->ports, count);
}

bool retry(fclc_process *process)
{
	if (!waits_for_port(process))
		return false;
	process->result = FCLC_FLOW_AGAIN;
	make_ready(process);
	return true;
}

} // namespace

bool retry_ports(struct flow *flow, bool may_block)
{
	unsigned count = 0;
	fclc_process *last = nullptr;

	if (may_block && !flow->doomed)
		wait_for_ports(flow);
	for (fclc_process *p = flow->oldest; p; p = p->younger)
		if (retry(p)) {
			count++;
			last = p;
		}
	if (retry(&flow->body)) {
		count++;
		last = &flow->body;
	}
	if (count && flow->doomed)
		finish(flow, flow->ngrown);
	if (may_block && count == 1)
		last->result = FCLC_FLOW_BLOCK;
	return count;
}

namespace
{

/* A reader that can continue without data, if no larger queue would supply any; nullptr: none. */
fclc_process *optional_reader(struct flow *flow)
{
	if (flow->body.state == READS && flow->body.optional)
		return &flow->body;
	for (fclc_process *p = flow->oldest; p; p = p->younger)
		if (p->state == READS && p->optional)
			return p;
	return nullptr;
}

bool give_up_reading(struct flow *flow)
{
	fclc_process *reader = choose(flow) ? nullptr : optional_reader(flow);

	if (!reader)
		return false;
	reader->fifo->reader = nullptr;
	reader->result = FCLC_FLOW_ALONE;
	make_ready(reader);
	return true;
}

} // namespace

void stuck(struct flow *flow)
{
	fclc_process *process;

	if (drain_regions(flow) || release_softly_held(flow, true) || run_in_order(flow) ||
	    release_softly_held(flow, false) || retry_ports(flow, true) || relax(flow) ||
	    release_softly_settling(flow))
		return;
	if (!flow->doomed && give_up_reading(flow))
		return;
	if (!flow->doomed)
		describe_all(flow);
	flow->doomed = true;
	process = choose(flow);
	if (!process)
		finish(flow, false);
	grow(process);
}

bool help_pollers(struct flow *flow)
{
	if (!drain_regions(flow) && !release_softly_held(flow, true) && !run_in_order(flow) &&
	    !release_softly_held(flow, false) && !relax(flow) && !release_softly_settling(flow))
		return false;
	flow->polls = 0;
	return true;
}

void stuck_polling(struct flow *flow)
{
	fclc_process *process;

	if (help_pollers(flow))
		return;
	flow->polls = 0;
	if (!flow->doomed)
		describe_all(flow);
	flow->doomed = true;
	process = choose(flow);
	for (fclc_process *p = flow->oldest; p && !process; p = p->younger)
		if (p->state == READY && p->polls_full)
			process = p;
	if (!process)
		finish(flow, false);
	grow(process);
}

} // namespace fclc_flow
