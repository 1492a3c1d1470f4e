/* SPDX-License-Identifier: Apache-2.0 */
#include "hal/board/client/flight.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "hal/board/client/launch.h"

enum { DRAIN = 16 };

/* --- the executor's health -------------------------------------------------------------------- */

static int error_of(int health)
{
	return health == FCL_BD_GONE ? -ENODEV : health == FCL_BD_BROKEN ? -EIO : 0;
}

int fcl_bd_health(struct fcl_hal_device *device, struct fcl_err *err)
{
	int error = error_of(atomic_load_explicit(&device->health, memory_order_acquire));

	if (!error)
		return 0;
	pthread_mutex_lock(&device->state_lock);
	fcl_err_set(err, error, "%s", device->why);
	pthread_mutex_unlock(&device->state_lock);
	return error;
}

void fcl_bd_fail(struct fcl_hal_device *device, struct fcl_hal_request *request)
{
	struct fcl_err err = {0};
	int error = fcl_bd_health(device, &err);

	if (request->flags & FCL_HAL_TIMED)
		request->start_ns = request->end_ns = fcl_now_ns();
	request->done(request, error ? error : -EIO, *err.text ? err.text : "the board was reset");
}

/* --- requests in blocks, and launches that wait for one ------------------------------------------ */

/* The lock is held, and a block is free. False: the executor has let the ring overflow. */
static bool flight_push(struct fcl_hal_device *device, struct fcl_hal_request *request,
			fcl_bd_fill *fill, const void *user)
{
	uint32_t index = device->free[--device->nfree];

	fill(request, user, (struct fcl_bd_block *)(void *)device->shared->blocks[index]);
	device->sent[index].request = request;
	atomic_store_explicit(&device->tags[index], request->tag, memory_order_relaxed);
	atomic_fetch_add(&device->nsent, 1);
	return fcl_bd_push(&device->submitted, index);
}

static struct fcl_hal_request **flight_next_of(struct fcl_hal_request *request)
{
	return (struct fcl_hal_request **)(void *)request->scratch;
}

/* The lock is held. Parking beats -EAGAIN: the caller would not know when a block becomes free. */
static void flight_park(struct fcl_hal_device *device, struct fcl_hal_request *request)
{
	*flight_next_of(request) = NULL;
	if (device->parked)
		*flight_next_of(device->last_parked) = request;
	else
		atomic_store_explicit(&device->parked, request, memory_order_relaxed);
	device->last_parked = request;
}

/* The lock is held. */
static struct fcl_hal_request *unpark(struct fcl_hal_device *device)
{
	struct fcl_hal_request *request = device->parked;

	if (request)
		atomic_store_explicit(&device->parked, *flight_next_of(request),
				      memory_order_relaxed);
	return request;
}

/* The lock is held, and a block has become free. Returns whether there was a request to push. */
static bool push_parked(struct fcl_hal_device *device, bool *ret_fits)
{
	struct fcl_hal_request *request = device->nfree > FCL_BD_MOVERS ? unpark(device) : NULL;

	if (request)
		*ret_fits = flight_push(device, request, fcl_bd_launch_write, NULL);
	return request;
}

void fcl_bd_fail_all(struct fcl_hal_device *device)
{
	struct fcl_hal_request *failed[FCL_BD_BLOCKS], *parked, *next;
	unsigned count = 0;

	pthread_mutex_lock(&device->send_lock);
	for (uint32_t i = 0; i < FCL_BD_BLOCKS; i++) {
		if (!device->sent[i].request)
			continue;
		failed[count++] = device->sent[i].request;
		device->sent[i].request = NULL;
		atomic_store_explicit(&device->tags[i], NULL, memory_order_relaxed);
		device->free[device->nfree++] = i;
	}
	parked = device->parked;
	atomic_store(&device->parked, NULL);
	pthread_mutex_unlock(&device->send_lock);
	atomic_fetch_sub(&device->nsent, count);
	for (unsigned i = 0; i < count; i++)
		fcl_bd_fail(device, failed[i]);
	for (; parked; parked = next) {
		next = *flight_next_of(parked);
		fcl_bd_fail(device, parked);
	}
}

void fcl_bd_lost(struct fcl_hal_device *device, enum fcl_bd_health health, const char *why)
{
	bool worse;

	pthread_mutex_lock(&device->state_lock);
	worse = atomic_load(&device->health) < (int)health;
	if (worse) {
		snprintf(device->why, sizeof(device->why), "%s", why);
		atomic_store(&device->health, (int)health);
	}
	pthread_cond_broadcast(&device->state_changed);
	pthread_mutex_unlock(&device->state_lock);
	if (worse)
		fcl_bd_fail_all(device);
}

/* Fails all requests in flight, including the one that was not pushed. No lock is held. */
static void overflown(struct fcl_hal_device *device)
{
	fcl_bd_lost(device, FCL_BD_BROKEN,
		    "the executor let the request ring overflow, or a kernel has written over it");
}

int fcl_bd_push_request(struct fcl_hal_device *device, struct fcl_hal_request *request,
			fcl_bd_fill *fill, const void *user)
{
	bool good, fits = true, full = false, parks = fill == fcl_bd_launch_write;

	pthread_mutex_lock(&device->send_lock);
	good = atomic_load(&device->health) == FCL_BD_GOOD;
	if (good) {
		/*
		 * The last blocks are reserved for the movers, each of which has one piece in
		 * flight at a time.
		 */
		full = device->nfree <= (parks ? FCL_BD_MOVERS : 0);
		if (!full)
			fits = flight_push(device, request, fill, user);
		else if (parks)
			flight_park(device, request);
	}
	pthread_mutex_unlock(&device->send_lock);
	if (!good)
		fcl_bd_fail(device, request);
	else if (!fits)
		overflown(device);
	else if (!full)
		fcl_bd_ring_wake(&device->shared->executor_sleeps);
	return full && !parks ? -EAGAIN : 0;
}

/* --- ends ------------------------------------------------------------------------------------- */

/* The executor's answer to a request. */
struct answer {
	struct fcl_hal_request *request;
	int status;
	uint64_t start_ns, end_ns;
	char text[FCL_BD_TEXT];
};

/* Frees the block. False: the executor named a block that is not in flight. */
static bool flight_take_answer(struct fcl_hal_device *device, uint32_t index,
			       struct answer *ret_answer)
{
	struct fcl_bd_block *block;
	bool pushed = false, fits = true;
	int status;

	if (index >= FCL_BD_BLOCKS)
		return false;
	block = (struct fcl_bd_block *)(void *)device->shared->blocks[index];
	pthread_mutex_lock(&device->send_lock);
	ret_answer->request = device->sent[index].request;
	if (ret_answer->request) {
		status = *(volatile int32_t *)&block->status;
		ret_answer->status = status > 0 || status < -4095 ? -EIO : status;
		ret_answer->start_ns = block->start_ns;
		ret_answer->end_ns = block->end_ns;
		ret_answer->text[0] = '\0';
		if (status)
			memcpy(ret_answer->text, block->text, sizeof(ret_answer->text));
		ret_answer->text[sizeof(ret_answer->text) - 1] = '\0';
		device->sent[index].request = NULL;
		atomic_store_explicit(&device->tags[index], NULL, memory_order_relaxed);
		device->free[device->nfree++] = index;
		pushed = atomic_load(&device->health) == FCL_BD_GOOD && push_parked(device, &fits);
	}
	pthread_mutex_unlock(&device->send_lock);
	if (!fits)
		overflown(device);
	else if (pushed)
		fcl_bd_ring_wake(&device->shared->executor_sleeps);
	return ret_answer->request;
}

static void flight_report(struct fcl_hal_device *device, struct answer *answer)
{
	struct fcl_hal_request *request = answer->request;

	if (request->flags & FCL_HAL_TIMED) {
		request->start_ns = answer->start_ns;
		request->end_ns = answer->end_ns < answer->start_ns ? answer->start_ns
								    : answer->end_ns;
	}
	atomic_fetch_sub(&device->nsent, 1);
	request->done(request, answer->status,
		      !answer->status ? NULL
		      : *answer->text ? answer->text
				      : "the board reports an error");
}

unsigned fcl_bd_drain(struct fcl_hal_device *device)
{
	uint32_t blocks[DRAIN];
	unsigned total = 0, count;

	do {
		struct answer answer;

		count = 0;
		pthread_mutex_lock(&device->read_lock);
		while (count < DRAIN && fcl_bd_pop(&device->ended, &blocks[count]))
			count++;
		pthread_mutex_unlock(&device->read_lock);
		for (unsigned i = 0; i < count; i++)
			if (flight_take_answer(device, blocks[i], &answer))
				flight_report(device, &answer);
			else if (atomic_load(&device->health) == FCL_BD_GOOD)
				fcl_bd_lost(
					device, FCL_BD_BROKEN,
					"the executor has reported the end of a request that was not in flight");
		total += count;
		/*
		 * A misbehaving executor may push endlessly; all requests in flight have failed by
		 * now.
		 */
	} while (count == DRAIN && atomic_load(&device->health) == FCL_BD_GOOD);
	return total;
}

void fcl_bd_blocks_reset(struct fcl_hal_device *device)
{
	pthread_mutex_lock(&device->send_lock);
	fcl_bd_move_to(&device->submitted, 0);
	fcl_bd_move_to(&device->ended, 0);
	device->nfree = 0;
	for (uint32_t i = 0; i < FCL_BD_BLOCKS; i++)
		if (!device->sent[i].request)
			device->free[device->nfree++] = i;
	pthread_mutex_unlock(&device->send_lock);
}
