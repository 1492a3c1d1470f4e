/* SPDX-License-Identifier: Apache-2.0 */
#include "hal/board/client/move.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "base/thread.h"
#include "hal/board/client/call.h"
#include "hal/board/client/flight.h"
#include "hal/board/client/stage.h"
#include "hal/box.h"
#include "hal/request.h"

/*
 * If both processes map a buffer, this one copies the bytes itself: small requests inside submit(),
 * larger ones on mover threads. A thread that waits may take over short ones from the movers.
 */

enum {
	AT_ONCE = 16 * 1024, /* copying these bytes takes as long as waking a thread */
	SHORT = 256 * 1024,  /* the most that a waiting thread copies */
};

static struct fcl_hal_request **move_next_of(struct fcl_hal_request *request)
{
	return (struct fcl_hal_request **)(void *)request->scratch;
}

static uint64_t move_bytes_of(const struct fcl_hal_request *request)
{
	const struct fcl_hal_box *box = request->op == FCL_HAL_COPY ? &request->u.copy.box
								    : &request->u.transfer.box;

	return request->op == FCL_HAL_FILL ? request->u.fill.bytes
					   : box->region[0] * box->region[1] * box->region[2];
}

static bool is_mapped(const struct fcl_hal_request *request)
{
	if (request->op == FCL_HAL_COPY)
		return request->u.copy.source->map && request->u.copy.target->map;
	return request->op == FCL_HAL_FILL ? request->u.fill.buffer->map
					   : request->u.transfer.buffer->map;
}

static bool move_is_lost(const struct fcl_hal_request *request)
{
	if (request->op == FCL_HAL_COPY)
		return !request->u.copy.source->number || !request->u.copy.target->number;
	return request->op == FCL_HAL_FILL ? !request->u.fill.buffer->number
					   : !request->u.transfer.buffer->number;
}

static void move_mapped(const struct fcl_hal_request *request)
{
	switch (request->op) {
	case FCL_HAL_WRITE:
		fcl_hal_box_move(request->u.transfer.buffer->map + request->u.transfer.offset,
				 request->u.transfer.host, &request->u.transfer.box, false);
		break;
	case FCL_HAL_READ:
		fcl_hal_box_move(request->u.transfer.buffer->map + request->u.transfer.offset,
				 request->u.transfer.host, &request->u.transfer.box, true);
		break;
	case FCL_HAL_COPY:
		fcl_hal_box_move(request->u.copy.source->map + request->u.copy.source_offset,
				 request->u.copy.target->map + request->u.copy.target_offset,
				 &request->u.copy.box, true);
		break;
	default:
		fcl_hal_request_fill(request, request->u.fill.buffer->map + request->u.fill.offset);
	}
}

/* The request belongs to the submitter again when this returns. */
static void run_mapped(struct fcl_hal_device *device, struct fcl_hal_request *request)
{
	if (atomic_load(&device->health) != FCL_BD_GOOD) {
		fcl_bd_fail(device, request);
		return;
	}
	if (request->flags & FCL_HAL_TIMED)
		request->start_ns = fcl_now_ns();
	move_mapped(request);
	if (request->flags & FCL_HAL_TIMED)
		request->end_ns = fcl_now_ns();
	request->done(request, 0, NULL);
}

/* The executor does it, through the mover's staging area. Runs on a mover. */
static void run_staged(struct fcl_hal_device *device, struct fcl_hal_request *request,
		       unsigned index)
{
	uint64_t start = fcl_now_ns();
	struct fcl_err err = {0};
	int error = fcl_bd_stage(device, request, index, &err);

	if (request->flags & FCL_HAL_TIMED) {
		request->start_ns = start;
		request->end_ns = fcl_now_ns();
	}
	request->done(request, error, error ? err.text : NULL);
}

static void run_queued(struct fcl_hal_device *device, struct fcl_hal_request *request,
		       unsigned index)
{
	if (move_is_lost(request))
		request->done(request, -EIO, "the buffer was lost when the board was reset");
	else if (is_mapped(request))
		run_mapped(device, request);
	else
		run_staged(device, request, index);
}

/* The lock is held. */
static void unlink_move(struct fcl_hal_device *device, struct fcl_hal_request **link)
{
	struct fcl_hal_request *request = *link;

	*link = *move_next_of(request);
	if (device->last_move == move_next_of(request))
		device->last_move = link;
}

static void *run_mover(void *user)
{
	struct fcl_bd_mover *mover = user;
	struct fcl_hal_device *device = mover->device;

	pthread_mutex_lock(&device->move_lock);
	for (;;) {
		struct fcl_hal_request *request;

		while (!device->moves && !device->movers_end)
			pthread_cond_wait(&device->more, &device->move_lock);
		request = device->moves;
		if (!request)
			break;
		unlink_move(device, &device->moves);
		pthread_mutex_unlock(&device->move_lock);
		run_queued(device, request, mover->index);
		pthread_mutex_lock(&device->move_lock);
	}
	pthread_mutex_unlock(&device->move_lock);
	return NULL;
}

/* The lock is held. */
static bool start_mover(struct fcl_hal_device *device)
{
	struct fcl_bd_mover *mover = &device->movers[device->nmovers];
	int error;

	mover->device = device;
	mover->index = device->nmovers;
	error = fcl_thread_start_joinable(&mover->thread, run_mover, mover);
	device->nmovers += !error;
	return !error;
}

static void queue_move(struct fcl_hal_device *device, struct fcl_hal_request *request)
{
	bool served;

	pthread_mutex_lock(&device->move_lock);
	while (device->nmovers < FCL_BD_MOVERS && start_mover(device))
		;
	served = device->nmovers > 0;
	if (served) {
		*move_next_of(request) = NULL;
		*device->last_move = request;
		device->last_move = move_next_of(request);
		pthread_cond_signal(&device->more);
	}
	pthread_mutex_unlock(&device->move_lock);
	if (!served)
		request->done(request, -EAGAIN, "cannot start a thread for a transfer");
}

void fcl_bd_move(struct fcl_hal_device *device, struct fcl_hal_request *request)
{
	if (!move_is_lost(request) && is_mapped(request) && move_bytes_of(request) <= AT_ONCE)
		run_mapped(device, request);
	else
		queue_move(device, request);
}

bool fcl_bd_move_one(struct fcl_hal_device *device, const void *tag)
{
	struct fcl_hal_request **link, *request = NULL;

	pthread_mutex_lock(&device->move_lock);
	for (link = &device->moves; *link; link = move_next_of(*link))
		if ((*link)->tag == tag && !move_is_lost(*link) && is_mapped(*link) &&
		    move_bytes_of(*link) <= SHORT)
			break;
	request = *link;
	if (request)
		unlink_move(device, link);
	pthread_mutex_unlock(&device->move_lock);
	if (request)
		run_mapped(device, request);
	return request;
}

void fcl_bd_movers_end(struct fcl_hal_device *device)
{
	pthread_mutex_lock(&device->move_lock);
	device->movers_end = true;
	pthread_cond_broadcast(&device->more);
	pthread_mutex_unlock(&device->move_lock);
	for (uint32_t i = 0; i < device->nmovers; i++)
		pthread_join(device->movers[i].thread, NULL);
}
