/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Channels: when an element can be written and read. Places are taken in a circle: place number k
 * is free when the one `depth` before it has been freed. How full a channel was is found later, when
 * both of its ends are known, as either end may be ahead of the other in time.
 */
#include "emulator/time/channel.h"

static uint64_t highest(uint64_t a, uint64_t b)
{
	return a > b ? a : b;
}

/* Goes on with the sum as far as both ends are known, or, `all`, as nothing follows. */
static void chan_sum(const struct fcl_time_chan *chan, bool all, struct fcl_time_sum *sum)
{
	uint64_t write_ps = chan->writer_ps, read_ps = chan->reader_ps;
	if (write_ps == read_ps)
		write_ps = read_ps = 1;
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
		sum->time +=
			(double)(int64_t)(fcl_time_list_at(&chan->freed, sum->summed) * read_ps -
					  fcl_time_list_at(&chan->filled, sum->summed) * write_ps);
}

static uint64_t lowest(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

/* Forgets what nobody asks for again. The last one stays, as the next is not before it. */
static void list_forget(struct fcl_time_list *list, uint64_t needed)
{
	list->first = lowest(needed, list->count ? list->count - 1 : 0);
}

static void chan_forget(struct fcl_time_chan *chan, bool plain)
{
	uint64_t taken = chan->taken, freed = UINT64_MAX;
	if (chan->info.depth != UINT64_MAX)
		freed = chan->claimed - lowest(chan->claimed, chan->info.depth);
	struct fcl_time_sum *sum = &chan->sum;
	if (!plain) {
		chan_sum(chan, false, sum);
		taken = lowest(lowest(taken, sum->filled), sum->summed);
		freed = lowest(lowest(freed, sum->usable), sum->summed);
	}
	list_forget(&chan->filled, taken);
	list_forget(&chan->freed, freed);
}

bool fcl_time_channel_room(const struct fcl_time *time, struct fcl_time_chan *chan,
			   struct fcl_time_list *list)
{
	if (list->cycles)
		chan_forget(chan, time->plain);
	/* If little was forgotten, it would soon be full again. */
	return (list->cycles && list->count - list->first <= list->mask / 2) ||
	       fcl_time_list_grow(list);
}

bool fcl_time_channel_apply(struct fcl_time *time, struct fcl_time_chan *chan, uint32_t op,
			    uint64_t cycle)
{
	chan->claimed += fcl_time_claims(op);
	chan->taken += fcl_time_takes(op);
	switch (op) {
	case FCL_TIME_WRITE:
	case FCL_TIME_TRY_WRITE:
	case FCL_TIME_PUBLISH:
		return fcl_time_channel_fill(time, chan, cycle);
	case FCL_TIME_READ:
	case FCL_TIME_TRY_READ:
	case FCL_TIME_RELEASE:
		return fcl_time_channel_free(time, chan, cycle);
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

static bool chan_ask_count(const struct fcl_time_chan *chan, const struct fcl_time_proc *proc,
			   bool filled, uint64_t cycle, bool certain, uint64_t *ret_answer)
{
	bool all;
	uint64_t answer;
	uint64_t depth = chan->info.depth;
	if (filled) {
		answer = chan_count(&chan->filled, chan->taken, cycle, chan->writer_ps,
				    proc->period_ps, chan->info.read_latency, &all);
	} else {
		/* Those claimed that are not free again take room. */
		uint64_t from = chan->claimed > depth ? chan->claimed - depth : 0;
		uint64_t more = chan_count(&chan->freed, from, cycle, chan->reader_ps,
					   proc->period_ps, chan->info.write_latency, &all);
		answer = depth - (chan->claimed - from - more);
		all = all && answer < depth;
	}
	*ret_answer = answer;
	return certain || !all;
}

bool fcl_time_channel_ask(const struct fcl_time_chan *chan, const struct fcl_time_proc *proc,
			  uint32_t op, uint64_t cycle, bool certain, uint64_t *ret_answer)
{
	if (op == FCL_TIME_FILLED || op == FCL_TIME_FREE)
		return chan_ask_count(chan, proc, op == FCL_TIME_FILLED, cycle, certain,
				      ret_answer);
	uint64_t ready = op == FCL_TIME_TRY_READ ? fcl_time_channel_takeable(chan, proc, 0)
						 : fcl_time_channel_claimable(chan, proc, 0);
	*ret_answer = ready != FCL_TIME_UNKNOWN && ready <= cycle;
	return ready != FCL_TIME_UNKNOWN || certain;
}

void fcl_time_channel_sum(const struct fcl_time *time, const struct fcl_time_chan *chan,
			  struct fcl_time_channel_use *ret_use)
{
	struct fcl_time_sum sum = chan->sum;
	const struct fcl_time_proc *reader = chan->info.reader == FCL_TIME_NONE
						     ? NULL
						     : &time->procs[chan->info.reader];
	/* Code that runs, or will do so, may still free places in the past. */
	chan_sum(chan,
		 !reader || (reader->native != FCL_TIME_RUNNING && !reader->info.free_running),
		 &sum);
	/* As the sum is: in ps where the ends have two clocks, else in cycles. */
	double end = 0;
	if (chan->freed.count)
		end = (double)fcl_time_list_at(&chan->freed, chan->freed.count - 1) *
		      (chan->writer_ps == chan->reader_ps ? 1 : (double)chan->reader_ps);
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
		.average = end > 0 ? sum.time / end : 0,
	};
}

void fcl_time_channel_added(struct fcl_time *time, uint32_t channel, uint64_t count)
{
	struct fcl_time_chan *chan = &time->chans[channel];
	chan->added += count;
	if (chan->waiter == FCL_TIME_NONE)
		return;
	struct fcl_time_proc *waiter = &time->procs[chan->waiter];
	if (chan->added <= waiter->wait_element)
		return;
	chan->waiter = FCL_TIME_NONE;
	waiter->native = FCL_TIME_RUNNING;
	fcl_time_rouse(time, waiter, FCL_TIME_FOR_ELEMENT);
}
