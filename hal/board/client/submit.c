/* SPDX-License-Identifier: Apache-2.0 */
#include "hal/board/client/submit.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "hal/board/client/flight.h"
#include "hal/board/client/launch.h"
#include "hal/board/client/move.h"
#include "hal/request.h"

enum {
	SPIN_NS = 20 * 1000,  /* a waiting thread spins for this long before it sleeps */
	NAP_NS = 2 * 1000000, /* and sleeps for at most this long in progress() */
	IDLE_NS = 1000000000, /* how long the reader sleeps at most */
};

/* --- checks ----------------------------------------------------------------------------------- */

static uint64_t submit_bytes_of(const struct fcl_hal_buffer *buffer)
{
	return buffer->bytes;
}

static bool request_ok(const struct fcl_hal_device *device, const struct fcl_hal_request *request)
{
	static const struct fcl_hal_request_facts facts = {submit_bytes_of, NULL};

	return request->op == FCL_HAL_LAUNCH ? fcl_bd_launch_ok(device, request)
					     : fcl_hal_request_ok(request, &facts);
}

static int submit_check(const struct fcl_hal_device *device, const struct fcl_hal_request *request)
{
	if ((request->op == FCL_HAL_COPY && !(device->info.caps & FCL_HAL_CAP_COPY)) ||
	    (request->op == FCL_HAL_FILL && !(device->info.caps & FCL_HAL_CAP_FILL)))
		return -EOPNOTSUPP;
	return request_ok(device, request) ? 0 : -EINVAL;
}

/* --- waiting ---------------------------------------------------------------------------------- */

/*
 * A wild kernel may write over the words that only this process changes. The executor then misses
 * requests, or reports no ends, for which this process would wait forever.
 */
static void check_rings(struct fcl_hal_device *device)
{
	bool intact;

	pthread_mutex_lock(&device->read_lock);
	pthread_mutex_lock(&device->send_lock);
	intact = atomic_load(&device->health) != FCL_BD_GOOD ||
		 (fcl_bd_has_tail(&device->submitted) && fcl_bd_has_head(&device->ended));
	pthread_mutex_unlock(&device->send_lock);
	pthread_mutex_unlock(&device->read_lock);
	if (!intact)
		fcl_bd_lost(device, FCL_BD_BROKEN,
			    "a kernel has written over the memory that its executor shares with "
			    "this process");
}

void *fcl_bd_reader(void *user)
{
	struct fcl_hal_device *device = user;
	struct fcl_bd_shared *shared = device->shared;

	while (!atomic_load(&device->closing)) {
		atomic_store(&shared->reader_sleeps, 1);
		/* Pairs with the executor's push, and with the end of attend(). */
		if (atomic_load(&device->attended) || fcl_bd_empty(&device->ended) ||
		    atomic_load(&device->health) != FCL_BD_GOOD)
			fcl_bd_sleep(&shared->reader_sleeps, 1, IDLE_NS);
		atomic_store(&shared->reader_sleeps, 0);
		if (!atomic_load(&device->attended))
			fcl_bd_drain(device);
		check_rings(device);
	}
	return NULL;
}

static bool is_on_its_way(struct fcl_hal_device *device, const void *tag)
{
	if (!atomic_load_explicit(&device->nsent, memory_order_relaxed))
		return false;
	if (atomic_load_explicit(&device->parked, memory_order_relaxed))
		return true;
	for (uint32_t i = 0; i < FCL_BD_BLOCKS; i++)
		if (atomic_load_explicit(&device->tags[i], memory_order_relaxed) == tag)
			return true;
	return false;
}

static unsigned spin(struct fcl_hal_device *device)
{
	struct fcl_bd_spin_stats *spin_stats =
		&device->spin_stats[atomic_load(&device->shared->awake) != 0];

	return fcl_bd_ring_watch(&device->ended, SPIN_NS, spin_stats) ? fcl_bd_drain(device) : 0;
}

/* A thread that waits for a launch pops the ring itself, which saves a thread switch. */
static unsigned attend(struct fcl_hal_device *device, const void *tag)
{
	struct fcl_bd_shared *shared = device->shared;
	uint32_t nobody = 0;
	unsigned count;

	if (!tag || !is_on_its_way(device, tag) ||
	    !atomic_compare_exchange_strong(&device->attended, &nobody, 1))
		return 0;
	atomic_store(&shared->attended, 1);
	count = spin(device);
	if (!count && is_on_its_way(device, tag)) {
		fcl_bd_ring_wait(&device->ended, &shared->waiter_sleeps, NAP_NS);
		count = fcl_bd_drain(device);
	}
	atomic_store(&shared->attended, 0);
	atomic_store(&device->attended, 0);
	/* The executor may have skipped waking the reader because this thread was waiting. */
	return count + (fcl_bd_empty(&device->ended) ? 0 : fcl_bd_drain(device));
}

int fcl_bd_progress(struct fcl_hal_device *device, const void *tag)
{
	return fcl_bd_move_one(device, tag) || attend(device, tag);
}

/* --- sending ---------------------------------------------------------------------------------- */

static bool submit_is_lost(const struct fcl_hal_request *request)
{
	if (request->u.launch.program->lost)
		return true;
	for (uint32_t i = 0; i < request->u.launch.nargs; i++) {
		const struct fcl_hal_arg *arg = &request->u.launch.args[i];

		if ((arg->kind == FCL_HAL_ARG_BUFFER && arg->u.buffer && !arg->u.buffer->number) ||
		    (arg->kind == FCL_HAL_ARG_PIPE && !arg->u.pipe->number))
			return true;
	}
	return false;
}

/* For a valid launch whose arguments do not fit into a block. */
static void refuse_large(struct fcl_hal_request *request, uint64_t room)
{
	char text[160];

	snprintf(
		text, sizeof(text),
		"the launch's arguments take %llu bytes, but a message to the board process holds %d",
		(unsigned long long)room, FCL_BD_BLOCK);
	if (request->flags & FCL_HAL_TIMED)
		request->start_ns = request->end_ns = fcl_now_ns();
	request->done(request, -E2BIG, text);
}

/* Sends a launch, or parks it until a block is free. */
static void send_launch(struct fcl_hal_device *device, struct fcl_hal_request *request)
{
	uint64_t room = fcl_bd_launch_room(request);

	if (room > FCL_BD_BLOCK)
		refuse_large(request, room);
	else if (atomic_load(&device->health) == FCL_BD_GOOD && submit_is_lost(request))
		request->done(request, -EIO,
			      "the launch uses a program, buffer or pipe that was lost when the "
			      "board was reset");
	else
		fcl_bd_push_request(device, request, fcl_bd_launch_write, NULL);
}

int fcl_bd_submit(struct fcl_hal_device *device, struct fcl_hal_request *const *requests,
		  uint32_t count)
{
	for (uint32_t i = 0; i < count; i++) {
		int error = submit_check(device, requests[i]);

		if (error)
			return error;
	}
	for (uint32_t i = 0; i < count; i++)
		if (requests[i]->op == FCL_HAL_LAUNCH)
			send_launch(device, requests[i]);
		else
			fcl_bd_move(device, requests[i]);
	return 0;
}
