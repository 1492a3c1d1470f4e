/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/replay/watch.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <unistd.h>

#include "base/clock.h"
#include "tools/replay/names.h"

#define LEAST_NS 60000000000u
#define LEAST_OF_RING_NS 10000000000u /* if launches are missing that others may wait for */

static _Atomic uint64_t call_now, steps;

/* While it is held, the replay that is watched exists. */
static pthread_mutex_t watch_lock = PTHREAD_MUTEX_INITIALIZER;
static bool watched;

void fcl_watch_call(uint64_t number)
{
	atomic_store_explicit(&call_now, number, memory_order_relaxed);
	atomic_fetch_add_explicit(&steps, 1, memory_order_relaxed);
}

static uint64_t limit_of(const struct fcl_replay *replay, uint64_t number)
{
	const struct fcl_captured_call *call = &replay->capture->calls[number];
	uint64_t took = call->end_ns > call->start_ns ? call->end_ns - call->start_ns : 0;
	uint64_t least = replay->running ? LEAST_OF_RING_NS : LEAST_NS;

	return took > least / 10 && took < UINT64_MAX / 10 ? 10 * took : least;
}

struct progress {
	uint64_t seen, since_ns;
};

static void watch_look(const struct fcl_replay *replay, struct progress *progress)
{
	uint64_t now = fcl_now_ns(), number = atomic_load(&call_now);

	if (atomic_load(&steps) != progress->seen || number >= replay->capture->ncalls) {
		*progress = (struct progress){atomic_load(&steps), now};
		return;
	}
	if (now - progress->since_ns <= limit_of(replay, number))
		return;
	fcl_replay_say(
		replay, number, "it has not returned for %.0f s%s",
		(double)(now - progress->since_ns) / 1e9,
		replay->running
			? "; a kernel may wait for one that was launched before the ring began"
			: "");
	fflush(stdout);
	_exit(1);
}

static void *replay_watch(void *data)
{
	struct progress progress = {0, fcl_now_ns()};
	bool more = true;

	while (more) {
		pthread_mutex_lock(&watch_lock);
		more = watched;
		if (more)
			watch_look(data, &progress);
		pthread_mutex_unlock(&watch_lock);
		if (more)
			sleep(1);
	}
	return NULL;
}

int fcl_watch_start(const struct fcl_replay *replay)
{
	pthread_t thread;
	int error;

	watched = true;
	error = pthread_create(&thread, NULL, replay_watch, (void *)replay);
	if (!error)
		pthread_detach(thread);
	return -error;
}

void fcl_watch_stop(void)
{
	pthread_mutex_lock(&watch_lock);
	watched = false;
	pthread_mutex_unlock(&watch_lock);
}
