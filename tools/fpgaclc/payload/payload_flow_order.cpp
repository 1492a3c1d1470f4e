/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Decides which processes of a DATAFLOW region wait for others, according to the memory and streams
 * they use.
 */

#include "fpgacl/processes.h"
#include "fpgacl/rt.h"

namespace fclc_flow
{

static bool overlap(const use &a, const use &b)
{
	return a.object < b.object + b.size && b.object < a.object + a.size;
}

bool has_same_end(const use &a, const use &b)
{
	/* If an argument is an array, only its start is known. */
	bool may_be_array = !b.each && b.object == b.base && a.base == b.base;

	return a.bits & b.bits & FCLC_USE_STREAM &&
	       a.bits & b.bits & (FCLC_USE_READ | FCLC_USE_WRITE) &&
	       (overlap(a, b) || may_be_array);
}

/*
 * Memory written by a loop is a channel to processes that only read it; otherwise the source order
 * applies.
 */
static bool is_channel(const use &later, unsigned bits)
{
	return !(bits & FCLC_USE_SIDE) && !(bits & FCLC_USE_LOOP && later.bits & FCLC_USE_WRITE);
}

enum certainty compare(const use &a, const use &b)
{
	unsigned bits = a.bits | b.bits;

	if (a.bits & b.bits & FCLC_USE_STREAM && bits & FCLC_USE_LOOP)
		return has_same_end(a, b) ? ORDERED : NO;
	if (bits & FCLC_USE_STREAM || !(bits & FCLC_USE_WRITE))
		return NO;
	if (bits & FCLC_USE_WILD)
		return bits & FCLC_USE_LOOP || (a.name && b.name && *a.name && *b.name) ? LIKELY
											: MAYBE;
	if (!(bits & FCLC_USE_SOFT)) {
		if (!overlap(a, b))
			return NO;
		return is_channel(a, bits) ? CHANNEL : ORDERED;
	}
	if (bits & FCLC_USE_BOARD)
		return a.bits & b.bits & FCLC_USE_BOARD && a.base == b.base ? LIKELY : NO;
	if (overlap(a, b) || (a.base == b.base && (a.bits ^ b.bits) & FCLC_USE_READ))
		return LIKELY;
	/* Both are targets of pointers, of the kernel or of an enclosing function. */
	return a.bits & b.bits & FCLC_USE_SOFT ? MAYBE : NO;
}

/* For streams, both ends count: a reader modifies the stream as well. */
enum certainty compare_apart(const use &a, const use &b)
{
	unsigned bits = a.bits | b.bits, both = a.bits & b.bits;
	bool same;

	if (!(bits & (FCLC_USE_WRITE | FCLC_USE_STREAM)))
		return NO;
	if (bits & FCLC_USE_WILD)
		return CHANNEL;
	if (bits & FCLC_USE_BOARD)
		same = both & FCLC_USE_BOARD && a.base == b.base;
	else
		same = overlap(a, b) ||
		       (bits & FCLC_USE_SOFT && (a.base == b.base || both & FCLC_USE_SOFT));
	return same ? CHANNEL : NO;
}

/*
 * Whether `later` has to wait for `earlier`, because both use memory that at least one of them
 * writes.
 */
static enum certainty conflict(const fclc_process *earlier, const fclc_process *later)
{
	enum certainty most = NO;

	for (unsigned i = 0; i < later->uses; i++)
		for (unsigned j = 0; j < earlier->uses; j++) {
			enum certainty found =
				later->region->apart ? compare_apart(later->use[i], earlier->use[j])
						     : compare(later->use[i], earlier->use[j]);

			most = found > most ? found : most;
		}
	return most;
}

fclc_process *holder(const fclc_process *process, enum certainty least)
{
	for (fclc_process *p = process->older; p; p = p->older)
		if (p->region == process->region && conflict(p, process) >= least)
			return p;
	return nullptr;
}

static bool is_loop(const fclc_process *process)
{
	return process->uses && process->use[0].bits & FCLC_USE_LOOP;
}

fclc_process *predecessor(const fclc_process *process)
{
	for (fclc_process *p = process->older; p; p = p->older) {
		bool ordered = process->region->ordered || is_loop(process) || is_loop(p);

		if (p->region == process->region &&
		    conflict(p, process) >= (ordered ? LIKELY : ORDERED))
			return p;
	}
	return nullptr;
}

/*
 * For a pointer into a buffer of the launch, records that buffer, also for one that was chosen or
 * loaded: its value is known now.
 */
static void find_buffer(struct fcl_cu *cu, use &use)
{
	const struct fcl_model_host *host = cu->host;
	void *start;

	if (!(use.bits & FCLC_USE_SOFT) || use.bits & FCLC_USE_STREAM || !use.object ||
	    host->size < offsetof(struct fcl_model_host, buffer_of) + sizeof(host->buffer_of) ||
	    !host->buffer_of)
		return;
	start = host->buffer_of(cu, use.object);
	if (!start)
		return;
	use.base = static_cast<const char *>(start);
	use.bits = (use.bits | FCLC_USE_BOARD) & ~unsigned(FCLC_USE_WILD);
}

void add_use(fclc_process *process, const use &use)
{
	process->use[process->uses] = use;
	find_buffer(process->flow->cu, process->use[process->uses++]);
}

/* --- streams ---------------------------------------------------------------------------------- */

bool covers(const use &use, const char *stream, unsigned bits)
{
	return use.bits & FCLC_USE_STREAM && use.bits & bits && stream >= use.object &&
	       stream < use.object + use.size;
}

/* Whether `outer` waits, directly or indirectly, for this process to end. */
static bool encloses(const fclc_process *outer, const fclc_process *process)
{
	while (process->region && process != outer)
		process = process->region->owner;
	return process == outer;
}

static bool uses_stream(const fclc_process *process, const char *stream, unsigned bits)
{
	for (unsigned i = 0; i < process->uses; i++)
		if (covers(process->use[i], stream, bits))
			return true;
	return false;
}

fclc_process *peer_of(const fclc_process *process)
{
	unsigned bits = process->state == READS ? FCLC_USE_WRITE : FCLC_USE_READ;
	fclc_process *found = nullptr;

	for (fclc_process *p = process->flow->oldest; p; p = p->younger)
		if (!encloses(p, process) && uses_stream(p, process->stream, bits) &&
		    (!found || found->state == JOINS))
			found = p;
	return found;
}

static void add_ended(struct flow *flow, const fclc_region *region, const use &use)
{
	struct ended *at = flow->ended;

	while (at && (at->region != region || at->object != use.object))
		at = at->next;
	if (at)
		return;
	at = flow->unused_ended;
	if (at)
		flow->unused_ended = at->next;
	else
		at = static_cast<struct ended *>(flow->cu->host->allocate(flow->cu, sizeof(*at)));
	if (!at)
		fclc_rt_fail("out of memory");
	*at = {region, use.object, use.size, flow->ended};
	flow->ended = at;
}

void note_ended(fclc_process *process)
{
	const unsigned reader = FCLC_USE_STREAM | FCLC_USE_READ;

	/*
	 * Not for unrolled loops: the code after them may continue to read the streams that their
	 * calls have read.
	 */
	if (process->region->apart || process->region->bounded)
		return;
	for (unsigned i = 0; i < process->uses; i++)
		if ((process->use[i].bits & reader) == reader)
			add_ended(process->flow, process->region, process->use[i]);
}

void forget_ended(struct flow *flow, const fclc_region *region)
{
	for (struct ended **at = &flow->ended; *at;) {
		struct ended *found = *at;

		if (found->region != region) {
			at = &found->next;
			continue;
		}
		*at = found->next;
		found->next = flow->unused_ended;
		flow->unused_ended = found;
	}
}

/*
 * Whether `later`, of an unrolled loop, only starts once this process, or one that encloses it, has
 * ended.
 */
static bool comes_after(const fclc_process *later, const fclc_process *process)
{
	const fclc_process *earlier = later->state == HELD && later->region->apart
					      ? holder(later, CHANNEL)
					      : nullptr;

	return earlier && encloses(earlier, process);
}

bool leaves_regions(const fclc_process *process)
{
	const fclc_process *peer = peer_of(process);

	if (process->region->bounded)
		return false;
	if (peer)
		return comes_after(peer, process);
	for (const struct ended *e = process->flow->ended; e; e = e->next)
		if (process->stream >= e->object && process->stream < e->object + e->size)
			return false;
	return true;
}

} // namespace fclc_flow
