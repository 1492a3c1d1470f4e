/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_EMU_TIME_CHANNEL_H
#define FCL_EMU_TIME_CHANNEL_H

#include "emulator/time/list.h"

/* Whether the operation takes a free place, or a filled one: it may have to wait. */
static inline bool fcl_time_claims(uint32_t op)
{
	return op == FCL_TIME_WRITE || op == FCL_TIME_CLAIM || op == FCL_TIME_TRY_WRITE;
}

static inline bool fcl_time_takes(uint32_t op)
{
	return op == FCL_TIME_READ || op == FCL_TIME_TAKE || op == FCL_TIME_TRY_READ;
}

/*
 * The first cycle of the process in which it can take the free, or filled, place that is `extra`
 * behind the next one. UNKNOWN: that place is not freed, or filled, so far.
 */
static inline uint64_t fcl_time_channel_claimable(const struct fcl_time_chan *chan,
						  const struct fcl_time_proc *proc, uint64_t extra)
{
	uint64_t place = chan->claimed + extra;
	if (place < chan->info.depth)
		return 0;
	place -= chan->info.depth;
	if (place >= chan->freed.count)
		return FCL_TIME_UNKNOWN;
	return fcl_time_cross(fcl_time_list_at(&chan->freed, place), chan->reader_ps,
			      proc->period_ps, chan->info.write_latency);
}

static inline uint64_t fcl_time_channel_takeable(const struct fcl_time_chan *chan,
						 const struct fcl_time_proc *proc, uint64_t extra)
{
	uint64_t place = chan->taken + extra;
	if (place >= chan->filled.count)
		return FCL_TIME_UNKNOWN;
	return fcl_time_cross(fcl_time_list_at(&chan->filled, place), chan->writer_ps,
			      proc->period_ps, chan->info.read_latency);
}

/* Makes room in one of the channel's lists, which is full. False: out of memory. */
bool fcl_time_channel_room(const struct fcl_time *time, struct fcl_time_chan *chan,
			   struct fcl_time_list *list);

/* A place is filled, or freed, in this cycle of its process. False: out of memory. */
static inline bool fcl_time_channel_fill(struct fcl_time *time, struct fcl_time_chan *chan,
					 uint64_t cycle)
{
	if (fcl_time_list_is_full(&chan->filled) &&
	    !fcl_time_channel_room(time, chan, &chan->filled))
		return false;
	fcl_time_list_add(&chan->filled, cycle);
	if (chan->reader_blocked) {
		chan->reader_blocked = false;
		fcl_time_ready(time, chan->info.reader);
	}
	return true;
}

static inline bool fcl_time_channel_free(struct fcl_time *time, struct fcl_time_chan *chan,
					 uint64_t cycle)
{
	if (fcl_time_list_is_full(&chan->freed) && !fcl_time_channel_room(time, chan, &chan->freed))
		return false;
	fcl_time_list_add(&chan->freed, cycle);
	if (chan->writer_blocked) {
		chan->writer_blocked = false;
		fcl_time_ready(time, chan->info.writer);
	}
	return true;
}

/* The process waited for a filled place, to read it, or for a free one. */
static inline void fcl_time_channel_waited(struct fcl_time_chan *chan, struct fcl_time_proc *proc,
					   bool reads, uint64_t cycles)
{
	if (reads) {
		chan->reader_waited += cycles;
		proc->waited[chan->info.bits ? FCL_TIME_EMPTY : FCL_TIME_START] += cycles;
	} else {
		chan->writer_waited += cycles;
		proc->waited[FCL_TIME_FULL] += cycles;
	}
}

/* The operation happens in this cycle of its process. False: out of memory. */
bool fcl_time_channel_apply(struct fcl_time *time, struct fcl_time_chan *chan, uint32_t op,
			    uint64_t cycle);

/*
 * Answers a question of the process in this cycle. False: it depends on events that may still come;
 * never with `certain`, which says that none will change it.
 */
bool fcl_time_channel_ask(const struct fcl_time_chan *chan, const struct fcl_time_proc *proc,
			  uint32_t op, uint64_t cycle, bool certain, uint64_t *ret_answer);

/* The figures so far, from what is known now. */
void fcl_time_channel_sum(const struct fcl_time *time, const struct fcl_time_chan *chan,
			  struct fcl_time_channel_use *ret_use);

/* Elements were added to a channel: code that waits for one of them goes on. */
void fcl_time_channel_added(struct fcl_time *time, uint32_t channel, uint64_t count);

#endif
