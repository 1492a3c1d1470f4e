/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Depths of FIFOs. More depth never costs a cycle, as long as no question is answered otherwise: so
 * the smallest depth that will do is found by halving, one FIFO after the other, those with the most
 * bits first. Where to begin is known from one run: with FIFOs that are never full, each tells the
 * depth with which it would have had the same times.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "emulator/time/recorded.h"
#include "emulator/time/state.h"

/* The cycles more, in percent, for which the front has a set. */
static const unsigned front_percent[] = {1, 2, 5, 10, 20, 50, 100};
#define FRONT (sizeof(front_percent) / sizeof(front_percent[0]) + 2)

struct search {
	struct fcl_time *time;
	struct fcl_time_sizes *sizes;
	uint64_t minimum;
	uint64_t limit_ps; /* what may be taken; UNKNOWN: any time without a deadlock */
	struct fcl_err *err;
	int error;
};

static bool chan_is_sized(const struct fcl_time *time, uint32_t channel)
{
	const struct fcl_time_channel *info = &time->chans[channel].info;
	return info->bits && !info->fixed;
}

static void search_run(struct search *search, struct fcl_time_sizing *sizing)
{
	search->sizes->runs++;
	if (!search->error)
		search->error = fcl_time_again(search->time, sizing->depths, &sizing->outcome,
					       search->err);
	sizing->bits = 0;
	for (uint32_t i = 0; i < search->sizes->channels; i++)
		if (chan_is_sized(search->time, i))
			sizing->bits += sizing->depths[i] * search->time->chans[i].info.bits;
}

static bool search_accepts(struct search *search, struct fcl_time_sizing *sizing)
{
	search_run(search, sizing);
	return !search->error && !sizing->outcome.stuck &&
	       sizing->outcome.end_ps <= search->limit_ps;
}

/* The smallest depth of one FIFO that is accepted with the others as they are. */
static void search_channel(struct search *search, struct fcl_time_sizing *sizing, uint32_t channel)
{
	uint64_t high = sizing->depths[channel];
	uint64_t low = search->minimum;
	while (low < high && !search->error) {
		uint64_t middle = low + (high - low) / 2;
		sizing->depths[channel] = middle;
		if (search_accepts(search, sizing))
			high = middle;
		else
			low = middle + 1;
	}
	sizing->depths[channel] = high;
}

/* The FIFO with the most bits of those not done; NONE: all are. */
static uint32_t largest(const struct fcl_time *time, const struct fcl_time_sizing *sizing,
			const bool *done)
{
	uint32_t best = FCL_TIME_NONE;
	double most = -1;
	for (uint32_t i = 0; i < time->nchans; i++) {
		double bits = (double)sizing->depths[i] * time->chans[i].info.bits;
		if (done[i] || !chan_is_sized(time, i) || bits <= most)
			continue;
		most = bits;
		best = i;
	}
	return best;
}

static void search_reduce(struct search *search, struct fcl_time_sizing *sizing)
{
	bool *done = calloc(search->sizes->channels + 1, sizeof(*done));
	if (!done) {
		search->error = fcl_err_set(search->err, -ENOMEM, "no memory to size FIFOs");
		return;
	}
	for (uint32_t i;
	     !search->error && (i = largest(search->time, sizing, done)) != FCL_TIME_NONE;) {
		done[i] = true;
		search_channel(search, sizing, i);
	}
	free(done);
	search_run(search, sizing);
}

static bool sizing_make(const struct fcl_time_sizes *sizes, const struct fcl_time_sizing *from,
			struct fcl_time_sizing *ret_sizing)
{
	*ret_sizing = (struct fcl_time_sizing){
		.depths = calloc((size_t)sizes->channels + 1, sizeof(uint64_t))};
	if (ret_sizing->depths && from)
		memcpy(ret_sizing->depths, from->depths, sizes->channels * sizeof(uint64_t));
	return ret_sizing->depths;
}

/* With FIFOs that are never full; then with the depths that they would have needed. */
static void search_fast(struct search *search)
{
	struct fcl_time_sizes *sizes = search->sizes;
	for (uint32_t i = 0; i < sizes->channels; i++)
		sizes->fast.depths[i] = chan_is_sized(search->time, i) ? FCL_TIME_UNLIMITED : 0;
	search_run(search, &sizes->fast);
	if (!search->error && sizes->fast.outcome.stuck) {
		fcl_time_failure(search->time, search->err);
		search->error = fcl_err_prefix(search->err, "no depths of FIFOs help");
		return;
	}
	search->limit_ps = sizes->fast.outcome.end_ps;
	search->time->plain = true;
	struct fcl_time_channel_use use;
	for (uint32_t i = 0; i < sizes->channels && fcl_time_channel_use(search->time, i, &use);
	     i++)
		if (chan_is_sized(search->time, i))
			sizes->fast.depths[i] = use.needed > search->minimum ? use.needed
									     : search->minimum;
	search_reduce(search, &sizes->fast);
}

/* Fewer and fewer bits for more and more cycles. */
static void search_front(struct search *search)
{
	struct fcl_time_sizes *sizes = search->sizes;
	const struct fcl_time_sizing *from = &sizes->fast;
	uint64_t fast_ps = sizes->fast.outcome.end_ps;
	for (size_t i = 0; i < FRONT && !search->error; i++) {
		struct fcl_time_sizing *next = &sizes->front[sizes->nfront];
		const struct fcl_time_sizing *start = i + 1 < FRONT ? from : &sizes->least;
		if (!sizing_make(sizes, start, next)) {
			search->error = fcl_err_set(search->err, -ENOMEM,
						    "no memory to size FIFOs");
			return;
		}
		sizes->nfront++;
		search->limit_ps = i && i + 1 < FRONT
					   ? fast_ps + fast_ps / 100 * front_percent[i - 1]
					   : FCL_TIME_UNKNOWN;
		if (i && i + 1 < FRONT)
			search_reduce(search, next);
		else
			search_run(search, next);
		if (sizes->nfront > 1 && next->bits >= from->bits) {
			/* Nothing to win: the set before it does as well. */
			free(next->depths);
			sizes->nfront--;
			continue;
		}
		from = next;
	}
}

static void search_all(struct search *search)
{
	struct fcl_time_sizes *sizes = search->sizes;
	sizes->front = calloc(FRONT, sizeof(*sizes->front));
	if (!sizes->front || !sizing_make(sizes, NULL, &sizes->declared) ||
	    !sizing_make(sizes, NULL, &sizes->fast)) {
		search->error = fcl_err_set(search->err, -ENOMEM, "no memory to size FIFOs");
		return;
	}
	for (uint32_t i = 0; i < sizes->channels; i++)
		sizes->declared.depths[i] = search->time->chans[i].info.depth;
	search_run(search, &sizes->declared);
	if (!search->error)
		search_fast(search);
	if (search->error)
		return;
	search->limit_ps = FCL_TIME_UNKNOWN;
	if (!sizing_make(sizes, &sizes->fast, &sizes->least))
		search->error = fcl_err_set(search->err, -ENOMEM, "no memory to size FIFOs");
	else
		search_reduce(search, &sizes->least);
	if (!search->error)
		search_front(search);
}

int fcl_time_sizes_find(struct fcl_time *recording, uint64_t minimum,
			struct fcl_time_sizes *ret_sizes, struct fcl_err *err)
{
	*ret_sizes = (struct fcl_time_sizes){0};
	struct search search = {.sizes = ret_sizes,
				.minimum = minimum ? minimum : 1,
				.limit_ps = FCL_TIME_UNKNOWN,
				.err = err};
	int error = fcl_time_repeat(recording, &search.time, err);
	if (error)
		return error;
	ret_sizes->channels = search.time->nchans;
	search_all(&search);
	fcl_time_destroy(search.time);
	return search.error;
}

void fcl_time_sizes_free(struct fcl_time_sizes *sizes)
{
	free(sizes->declared.depths);
	free(sizes->fast.depths);
	free(sizes->least.depths);
	for (size_t i = 0; i < sizes->nfront; i++)
		free(sizes->front[i].depths);
	free(sizes->front);
	*sizes = (struct fcl_time_sizes){0};
}
