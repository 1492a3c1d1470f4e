/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_EMU_TIME_CHANNEL_H
#define FCL_EMU_TIME_CHANNEL_H

#include "emulator/time/state.h"

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
uint64_t fcl_time_channel_claimable(const struct fcl_time *time, const struct fcl_time_chan *chan,
				    const struct fcl_time_proc *proc, uint64_t extra);
uint64_t fcl_time_channel_takeable(const struct fcl_time *time, const struct fcl_time_chan *chan,
				   const struct fcl_time_proc *proc, uint64_t extra);

/* The operation happens in this cycle of its process. False: out of memory. */
bool fcl_time_channel_apply(struct fcl_time *time, struct fcl_time_chan *chan, uint32_t op,
			    uint64_t cycle);

/*
 * Answers a question of the process in this cycle. False: it depends on events that may still come;
 * never with `certain`, which says that none will change it.
 */
bool fcl_time_channel_ask(const struct fcl_time *time, const struct fcl_time_chan *chan,
			  const struct fcl_time_proc *proc, uint32_t op, uint64_t cycle,
			  bool certain, uint64_t *ret_answer);

/* The figures so far, from what is known now. */
void fcl_time_channel_sum(const struct fcl_time *time, const struct fcl_time_chan *chan,
			  struct fcl_time_channel_use *ret_use);

#endif
