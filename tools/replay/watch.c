/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/replay/watch.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <unistd.h>

#include "base/clock.h"
#include "tools/replay/names.h"

#define LEAST_NS 60000000000u

static _Atomic uint64_t call_now, steps;

void fcl_watch_call(uint64_t number)
{
	atomic_store_explicit(&call_now, number, memory_order_relaxed);
	atomic_fetch_add_explicit(&steps, 1, memory_order_relaxed);
}

static uint64_t limit_of(const struct fcl_replay *replay, uint64_t number)
{
	const struct fcl_captured_call *call = &replay->capture->calls[number];
	uint64_t took = call->end_ns > call->start_ns ? call->end_ns - call->start_ns : 0;

	return took > LEAST_NS / 10 && took < UINT64_MAX / 10 ? 10 * took : LEAST_NS;
}

static void *replay_watch(void *data)
{
	const struct fcl_replay *replay = data;
	uint64_t seen = 0, since = fcl_now_ns();

	for (;; sleep(1)) {
		uint64_t now = fcl_now_ns();
		uint64_t number = atomic_load(&call_now);

		if (atomic_load(&steps) != seen || number >= replay->capture->ncalls) {
			seen = atomic_load(&steps);
			since = now;
		} else if (now - since > limit_of(replay, number)) {
			fcl_replay_say(replay, number, "it has not returned for %.0f s",
				       (double)(now - since) / 1e9);
			fflush(stdout);
			_exit(1);
		}
	}
	return NULL;
}

int fcl_watch_start(const struct fcl_replay *replay)
{
	pthread_t thread;
	int error = pthread_create(&thread, NULL, replay_watch, (void *)replay);

	if (!error)
		pthread_detach(thread);
	return -error;
}
