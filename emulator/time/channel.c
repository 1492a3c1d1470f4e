/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Channels: when an element can be written and read. Places are taken in a circle: place number k
 * is free when the one `depth` before it has been freed. How full a channel was is found later, when
 * both of its ends are known, as either end may be ahead of the other in time.
 */
#include "emulator/time/channel.h"
#include "emulator/time/list.h"

static uint64_t chan_period(const struct fcl_time *time, uint32_t process, uint64_t otherwise)
{
	return process == FCL_TIME_NONE ? otherwise : time->procs[process].period_ps;
}

uint64_t fcl_time_channel_claimable(const struct fcl_time *time, const struct fcl_time_chan *chan,
				    const struct fcl_time_proc *proc, uint64_t extra)
{
	uint64_t place = chan->claimed + extra;
	if (place < chan->info.depth)
		return 0;
	place -= chan->info.depth;
	if (place >= chan->freed.count)
		return FCL_TIME_UNKNOWN;
	return fcl_time_cross(fcl_time_list_at(&chan->freed, place),
			      chan_period(time, chan->info.reader, proc->period_ps),
			      proc->period_ps, chan->info.write_latency);
}

uint64_t fcl_time_channel_takeable(const struct fcl_time *time, const struct fcl_time_chan *chan,
				   const struct fcl_time_proc *proc, uint64_t extra)
{
	uint64_t place = chan->taken + extra;
	if (place >= chan->filled.count)
		return FCL_TIME_UNKNOWN;
	return fcl_time_cross(fcl_time_list_at(&chan->filled, place),
			      chan_period(time, chan->info.writer, proc->period_ps),
			      proc->period_ps, chan->info.read_latency);
}

static uint64_t highest(uint64_t a, uint64_t b)
{
	return a > b ? a : b;
}

/* Goes on with the sum as far as both ends are known, or, `all`, as nothing follows. */
static void chan_sum(const struct fcl_time *time, const struct fcl_time_chan *chan, bool all,
		     struct fcl_time_sum *sum)
{
	uint64_t write_ps = chan_period(time, chan->info.writer, 1);
	uint64_t read_ps = chan_period(time, chan->info.reader, 1);
	for (; sum->filled < chan->filled.count; sum->filled++) {
		uint64_t at = fcl_time_list_at(&chan->filled, sum->filled);
		while (sum->freed < chan->freed.count &&
		       fcl_time_list_at(&chan->freed, sum->freed) * read_ps <= at * write_ps)
			sum->freed++;
		if (!all && sum->freed == chan->freed.count)
			break;
		while (sum->usable < sum->freed &&
		       fcl_time_cross(fcl_time_list_at(&chan->freed, sum->usable), read_ps,
				      write_ps, chan->info.write_latency) <= at)
			sum->usable++;
		if (sum->filled < sum->freed)
			continue;
		sum->most = highest(sum->most, sum->filled + 1 - sum->freed);
		sum->needed = highest(sum->needed, sum->filled + 1 - sum->usable);
	}
	for (; sum->summed < chan->freed.count && sum->summed < chan->filled.count; sum->summed++)
		sum->sum_ps += (double)(fcl_time_list_at(&chan->freed, sum->summed) * read_ps) -
			       (double)(fcl_time_list_at(&chan->filled, sum->summed) * write_ps);
}

static uint64_t lowest(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

/* Forgets what nobody asks for again, so that there is room. */
static void chan_forget(const struct fcl_time *time, struct fcl_time_chan *chan)
{
	struct fcl_time_sum *sum = &chan->sum;
	chan_sum(time, chan, false, sum);
	chan->filled.first = lowest(lowest(chan->taken, sum->filled), sum->summed);
	uint64_t needed = chan->claimed > chan->info.depth ? chan->claimed - chan->info.depth : 0;
	chan->freed.first = lowest(lowest(needed, sum->usable), sum->summed);
	/* The last one stays, as the next is not before it. */
	if (chan->filled.first == chan->filled.count && chan->filled.count)
		chan->filled.first--;
	if (chan->freed.first == chan->freed.count && chan->freed.count)
		chan->freed.first--;
}

static bool chan_add(const struct fcl_time *time, struct fcl_time_chan *chan,
		     struct fcl_time_list *list, uint64_t cycle)
{
	if (fcl_time_list_is_full(list)) {
		if (list->cycles)
			chan_forget(time, chan);
		/* If little was forgotten, it would soon be full again. */
		if ((!list->cycles || list->count - list->first > list->mask / 2) &&
		    !fcl_time_list_grow(list))
			return false;
	}
	fcl_time_list_add(list, cycle);
	return true;
}

static bool chan_fill(struct fcl_time *time, struct fcl_time_chan *chan, uint64_t cycle)
{
	if (!chan_add(time, chan, &chan->filled, cycle))
		return false;
	if (chan->reader_blocked) {
		chan->reader_blocked = false;
		fcl_time_ready(time, chan->info.reader);
	}
	return true;
}

static bool chan_free(struct fcl_time *time, struct fcl_time_chan *chan, uint64_t cycle)
{
	if (!chan_add(time, chan, &chan->freed, cycle))
		return false;
	if (chan->writer_blocked) {
		chan->writer_blocked = false;
		fcl_time_ready(time, chan->info.writer);
	}
	return true;
}

bool fcl_time_channel_apply(struct fcl_time *time, struct fcl_time_chan *chan, uint32_t op,
			    uint64_t cycle)
{
	switch (op) {
	case FCL_TIME_WRITE:
	case FCL_TIME_TRY_WRITE:
		chan->claimed++;
		return chan_fill(time, chan, cycle);
	case FCL_TIME_READ:
	case FCL_TIME_TRY_READ:
		chan->taken++;
		return chan_free(time, chan, cycle);
	case FCL_TIME_CLAIM:
		chan->claimed++;
		return true;
	case FCL_TIME_PUBLISH:
		return chan_fill(time, chan, cycle);
	case FCL_TIME_TAKE:
		chan->taken++;
		return true;
	case FCL_TIME_RELEASE:
		return chan_free(time, chan, cycle);
	default:
		return true;
	}
}

/* How many places can be taken in this cycle, of those from `first` on in the list. */
static uint64_t chan_count(const struct fcl_time_list *list, uint64_t first, uint64_t cycle,
			   uint64_t from_ps, uint64_t to_ps, uint32_t latency, bool *ret_all)
{
	uint64_t low = first, high = list->count;
	while (low < high) {
		uint64_t middle = low + (high - low) / 2;
		if (fcl_time_cross(fcl_time_list_at(list, middle), from_ps, to_ps, latency) <=
		    cycle)
			low = middle + 1;
		else
			high = middle;
	}
	*ret_all = low >= list->count;
	return low - first;
}

static bool chan_ask_count(const struct fcl_time *time, const struct fcl_time_chan *chan,
			   const struct fcl_time_proc *proc, bool filled, uint64_t cycle,
			   bool certain, uint64_t *ret_answer)
{
	bool all;
	uint64_t answer;
	uint64_t depth = chan->info.depth;
	if (filled) {
		answer = chan_count(&chan->filled, chan->taken, cycle,
				    chan_period(time, chan->info.writer, proc->period_ps),
				    proc->period_ps, chan->info.read_latency, &all);
	} else {
		/* Those claimed that are not free again take room. */
		uint64_t from = chan->claimed > depth ? chan->claimed - depth : 0;
		uint64_t more = chan_count(&chan->freed, from, cycle,
					   chan_period(time, chan->info.reader, proc->period_ps),
					   proc->period_ps, chan->info.write_latency, &all);
		answer = depth - (chan->claimed - from - more);
		all = all && answer < depth;
	}
	*ret_answer = answer;
	return certain || !all;
}

bool fcl_time_channel_ask(const struct fcl_time *time, const struct fcl_time_chan *chan,
			  const struct fcl_time_proc *proc, uint32_t op, uint64_t cycle,
			  bool certain, uint64_t *ret_answer)
{
	if (op == FCL_TIME_FILLED || op == FCL_TIME_FREE)
		return chan_ask_count(time, chan, proc, op == FCL_TIME_FILLED, cycle, certain,
				      ret_answer);
	uint64_t ready = op == FCL_TIME_TRY_READ ? fcl_time_channel_takeable(time, chan, proc, 0)
						 : fcl_time_channel_claimable(time, chan, proc, 0);
	*ret_answer = ready != FCL_TIME_UNKNOWN && ready <= cycle;
	return ready != FCL_TIME_UNKNOWN || certain;
}

void fcl_time_channel_sum(const struct fcl_time *time, const struct fcl_time_chan *chan,
			  struct fcl_time_channel_use *ret_use)
{
	struct fcl_time_sum sum = chan->sum;
	chan_sum(time, chan, true, &sum);
	uint64_t end_ps = 0;
	if (chan->freed.count)
		end_ps = fcl_time_list_at(&chan->freed, chan->freed.count - 1) *
			 chan_period(time, chan->info.reader, 1);
	*ret_use = (struct fcl_time_channel_use){
		.name = chan->info.name,
		.depth = chan->info.depth,
		.bits = chan->info.bits,
		.writer = chan->info.writer,
		.reader = chan->info.reader,
		.written = chan->filled.count,
		.read = chan->freed.count,
		.most = sum.most,
		.needed = sum.needed,
		.writer_waited = chan->writer_waited,
		.reader_waited = chan->reader_waited,
		.average = end_ps ? sum.sum_ps / (double)end_ps : 0,
	};
}
