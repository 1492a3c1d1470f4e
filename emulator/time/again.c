/* SPDX-License-Identifier: Apache-2.0 */
/* Runs of recorded events. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "emulator/time/list.h"
#include "emulator/time/port.h"
#include "emulator/time/recorded.h"
#include "emulator/time/steps.h"

/* A copy of `count` items; NULL: out of memory. */
static void *copy_of(const void *items, size_t count, size_t size, bool *failed)
{
	void *copy = calloc(count + 1, size);
	if (copy && count)
		memcpy(copy, items, count * size);
	*failed = *failed || !copy;
	return copy;
}

/* The time line's own arrays; what they point to is the recording's, or nothing. */
static bool again_copy(const struct fcl_time *from, struct fcl_time *time)
{
	bool failed = false;
	size_t decisions = from->nprocs + 2 * (size_t)from->nports;
	time->clocks = copy_of(from->clocks, from->nclocks, sizeof(*from->clocks), &failed);
	time->procs = copy_of(from->procs, from->nprocs, sizeof(*from->procs), &failed);
	time->chans = copy_of(from->chans, from->nchans, sizeof(*from->chans), &failed);
	time->banks = copy_of(from->banks, from->nbanks, sizeof(*from->banks), &failed);
	time->ports = copy_of(from->ports, from->nports, sizeof(*from->ports), &failed);
	time->list = copy_of(NULL, 0, sizeof(*time->list) * (from->nprocs + 1), &failed);
	time->suspects = copy_of(NULL, 0, sizeof(*time->suspects) * (from->nprocs + 1), &failed);
	time->decisions = copy_of(NULL, 0, sizeof(*time->decisions) * (decisions + 1), &failed);
	time->nclocks = from->nclocks;
	time->nbanks = from->nbanks;
	for (uint32_t i = 0; i < from->nprocs && time->procs; i++, time->nprocs++) {
		struct fcl_time_proc *proc = &time->procs[i];
		proc->lanes = copy_of(proc->lanes, proc->nlanes, sizeof(*proc->lanes), &failed);
		proc->nlanes = proc->lanes ? proc->nlanes : 0;
	}
	for (uint32_t i = 0; i < from->nchans && time->chans; i++, time->nchans++)
		time->chans[i].filled = time->chans[i].freed = (struct fcl_time_list){0};
	for (uint32_t i = 0; i < from->nports && time->ports; i++, time->nports++)
		for (unsigned way = 0; way < 2; way++)
			time->ports[i].ways[way] =
				(struct fcl_time_way){.user = from->ports[i].ways[way].user};
	return !failed;
}

int fcl_time_repeat(struct fcl_time *recording, struct fcl_time **ret_time, struct fcl_err *err)
{
	const struct fcl_time_options options = {.record = true};
	struct fcl_time *time;
	int error = fcl_time_create(&options, &time, err);
	if (error)
		return error;
	time->shares = true;
	pthread_mutex_lock(&recording->lock);
	bool copied = again_copy(recording, time);
	pthread_mutex_unlock(&recording->lock);
	if (!copied) {
		fcl_time_destroy(time);
		return fcl_err_set(err, -ENOMEM, "no memory to run a recording again");
	}
	*ret_time = time;
	return 0;
}

static void proc_restart(struct fcl_time_proc *proc)
{
	struct fcl_time_proc fresh = {.info = proc->info,
				      .period_ps = proc->period_ps,
				      .limit = proc->limit,
				      .lanes = proc->lanes,
				      .nlanes = proc->nlanes,
				      .frontier = FCL_TIME_UNKNOWN,
				      .native = FCL_TIME_ENDED};
	for (uint32_t i = 0; i < proc->nlanes; i++) {
		struct fcl_time_lane *lane = &proc->lanes[i];
		fresh.queued += lane->count;
		lane->next = 0;
		lane->used = 0;
		lane->key = lane->count ? lane->events[0].at : FCL_TIME_UNKNOWN;
	}
	*proc = fresh;
}

static void list_restart(struct fcl_time_list *list)
{
	list->first = list->count = 0;
}

static void chan_restart(struct fcl_time_chan *chan, uint64_t depth)
{
	struct fcl_time_chan fresh = {.info = chan->info,
				      .filled = chan->filled,
				      .freed = chan->freed,
				      .declared = chan->declared,
				      .writer_ps = chan->writer_ps,
				      .reader_ps = chan->reader_ps,
				      .waiter = FCL_TIME_NONE};
	list_restart(&fresh.filled);
	list_restart(&fresh.freed);
	fresh.info.depth = depth;
	*chan = fresh;
}

static void port_restart(struct fcl_time_gate *gate)
{
	struct fcl_time_gate fresh = {.info = gate->info, .period_ps = gate->period_ps};
	fresh.ways[0].user = gate->ways[0].user;
	fresh.ways[1].user = gate->ways[1].user;
	fcl_time_port_free(gate);
	*gate = fresh;
}

static void time_restart(struct fcl_time *time, const uint64_t *depths)
{
	for (uint32_t i = 0; i < time->nchans; i++) {
		struct fcl_time_chan *chan = &time->chans[i];
		if (!chan->declared)
			chan->declared = chan->info.depth;
		chan_restart(chan, depths && depths[i] ? depths[i] : chan->declared);
	}
	for (uint32_t i = 0; i < time->nports; i++)
		port_restart(&time->ports[i]);
	for (uint32_t i = 0; i < time->nbanks; i++)
		time->banks[i].free_ps = 0;
	time->nlist = time->nsuspects = time->ndecisions = 0;
	time->decided_ps = 0;
	time->nspans = 0;
	time->failed = time->stuck = time->diverged = false;
	for (uint32_t i = 0; i < time->nprocs; i++) {
		proc_restart(&time->procs[i]);
		fcl_time_ready(time, i);
	}
}

int fcl_time_again(struct fcl_time *time, const uint64_t *depths,
		   struct fcl_time_outcome *ret_outcome, struct fcl_err *err)
{
	pthread_mutex_lock(&time->lock);
	time_restart(time, depths);
	fcl_time_advance(time);
	struct fcl_time_outcome outcome = {.stuck = time->stuck, .diverged = time->diverged};
	for (uint32_t i = 0; i < time->nprocs; i++) {
		const struct fcl_time_proc *proc = &time->procs[i];
		uint64_t end_ps = proc->cycle * proc->period_ps;
		outcome.end_ps = end_ps > outcome.end_ps ? end_ps : outcome.end_ps;
	}
	int error = time->failed ? fcl_err_set(err, time->failure.code, "%s", time->failure.text)
				 : 0;
	pthread_mutex_unlock(&time->lock);
	if (!error)
		*ret_outcome = outcome;
	return error;
}
