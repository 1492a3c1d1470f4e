/* SPDX-License-Identifier: Apache-2.0 */
#include "hal/xrt/memory/move.h"

#include <errno.h>
#include <string.h>

#include "base/clock.h"
#include "base/thread.h"
#include "hal/xrt/memory/transfer.h"
#include "hal/xrt/xrt.h"

/*
 * Syncs of XRT block, so transfer requests go to one queue, which a few threads of this backend
 * serve. A thread that waits for a short one executes it itself (progress).
 */

enum { SHORT_BYTES = 64 * 1024 };

static struct fcl_hal_request **xrt_move_next_of(struct fcl_hal_request *request)
{
	return (struct fcl_hal_request **)(void *)request->scratch;
}

/* The request belongs to the submitter again when this returns. */
static void xrt_move(struct fcl_hal_device *device, struct fcl_hal_request *request)
{
	struct fcl_err err = {0};
	int error;

	if (request->flags & FCL_HAL_TIMED)
		request->start_ns = fcl_now_ns();
	error = fcl_xrt_transfer(device, request, &err);
	if (request->flags & FCL_HAL_TIMED)
		request->end_ns = fcl_now_ns();
	request->done(request, error, error ? err.text : NULL);
}

/* The lock is held. */
static struct fcl_hal_request *xrt_move_take(struct fcl_xrt_movers *movers,
					     struct fcl_hal_request **link)
{
	struct fcl_hal_request *request = *link;

	*link = *xrt_move_next_of(request);
	if (movers->last == xrt_move_next_of(request))
		movers->last = link;
	return request;
}

static void *mover(void *user)
{
	struct fcl_hal_device *device = user;
	struct fcl_xrt_movers *movers = &device->movers;

	pthread_mutex_lock(&movers->lock);
	for (;;) {
		struct fcl_hal_request *request;

		while (!movers->first && !movers->stop)
			pthread_cond_wait(&movers->more, &movers->lock);
		if (!movers->first)
			break;
		request = xrt_move_take(movers, &movers->first);
		pthread_mutex_unlock(&movers->lock);
		xrt_move(device, request);
		pthread_mutex_lock(&movers->lock);
	}
	pthread_mutex_unlock(&movers->lock);
	return NULL;
}

void fcl_xrt_move(struct fcl_hal_device *device, struct fcl_hal_request *request)
{
	struct fcl_xrt_movers *movers = &device->movers;

	*xrt_move_next_of(request) = NULL;
	pthread_mutex_lock(&movers->lock);
	*movers->last = request;
	movers->last = xrt_move_next_of(request);
	pthread_mutex_unlock(&movers->lock);
	pthread_cond_signal(&movers->more);
}

static uint64_t xrt_move_bytes_of(const struct fcl_hal_request *request)
{
	const struct fcl_hal_box *box = request->op == FCL_HAL_COPY ? &request->u.copy.box
								    : &request->u.transfer.box;

	if (request->op == FCL_HAL_FILL)
		return request->u.fill.bytes;
	return (uint64_t)box->region[0] * box->region[1] * box->region[2];
}

/* Removes and returns the first request with that tag if it is short; the lock is held. */
static struct fcl_hal_request *xrt_move_take_short(struct fcl_xrt_movers *movers, const void *tag)
{
	struct fcl_hal_request **link = &movers->first;

	while (*link && (*link)->tag != tag)
		link = xrt_move_next_of(*link);
	return *link && xrt_move_bytes_of(*link) <= SHORT_BYTES ? xrt_move_take(movers, link)
								: NULL;
}

int fcl_xrt_progress(struct fcl_hal_device *device, const void *tag)
{
	struct fcl_xrt_movers *movers = &device->movers;
	struct fcl_hal_request *request;

	pthread_mutex_lock(&movers->lock);
	request = xrt_move_take_short(movers, tag);
	pthread_mutex_unlock(&movers->lock);
	if (request)
		xrt_move(device, request);
	return request != NULL;
}

void fcl_xrt_movers_init(struct fcl_xrt_movers *movers)
{
	pthread_mutex_init(&movers->lock, NULL);
	pthread_cond_init(&movers->more, NULL);
	movers->last = &movers->first;
}

int fcl_xrt_movers_start(struct fcl_hal_device *device, struct fcl_err *err)
{
	struct fcl_xrt_movers *movers = &device->movers;

	while (movers->nthreads < FCL_XRT_MOVERS) {
		int error = fcl_thread_start_joinable(&movers->threads[movers->nthreads], mover,
						      device);

		if (error)
			return fcl_err_set(err, error, "cannot start a thread for transfers: %s",
					   strerror(-error));
		movers->nthreads++;
	}
	return 0;
}

void fcl_xrt_movers_stop(struct fcl_hal_device *device)
{
	struct fcl_xrt_movers *movers = &device->movers;

	pthread_mutex_lock(&movers->lock);
	movers->stop = true;
	pthread_mutex_unlock(&movers->lock);
	pthread_cond_broadcast(&movers->more);
	while (movers->nthreads)
		pthread_join(movers->threads[--movers->nthreads], NULL);
	pthread_cond_destroy(&movers->more);
	pthread_mutex_destroy(&movers->lock);
}
