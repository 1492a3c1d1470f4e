/* SPDX-License-Identifier: Apache-2.0 */
#include "hal/pcie/memory/move.h"

#include <errno.h>
#include <string.h>

#include "base/clock.h"
#include "base/thread.h"
#include "hal/pcie/memory/inner.h"
#include "hal/pcie/memory/transfer.h"
#include "hal/pcie/suspend.h"

/*
 * Each direction has a queue of requests and a thread for each of its channels. A request and a free
 * channel (a path) are taken together; a thread that waits for a short request takes both itself
 * (progress). What happens within the card is in the queue of writes, and takes a channel of the other
 * direction, too, to copy.
 */

enum { SHORT_BYTES = 256 * 1024 };

static struct fcl_hal_request **pcie_move_next_of(struct fcl_hal_request *request)
{
	return (struct fcl_hal_request **)(void *)request->scratch;
}

static uint64_t pcie_move_bytes_of(const struct fcl_hal_request *request)
{
	const size_t *region = request->u.transfer.box.region;

	if (request->op == FCL_HAL_FILL)
		return request->u.fill.bytes;
	return (uint64_t)region[0] * region[1] * region[2];
}

/* --- paths; the lock is held ------------------------------------------------------------------ */

/* Returns a path that is free, or NULL; *ret_any is whether one will be. */
static struct fcl_pcie_path *free_path(struct fcl_pcie_mover *mover, bool *ret_any)
{
	*ret_any = mover->paused;
	for (unsigned i = 0; i < mover->npaths && !mover->paused; i++) {
		struct fcl_pcie_path *path = &mover->paths[i];

		if (!path->busy && !path->channel.stuck)
			return path;
		*ret_any |= path->busy;
	}
	return NULL;
}

static struct fcl_hal_request *move_take(struct fcl_pcie_mover *mover,
					 struct fcl_hal_request **link)
{
	struct fcl_hal_request *request = *link;

	*link = *pcie_move_next_of(request);
	if (mover->last == pcie_move_next_of(request))
		mover->last = link;
	return request;
}

/* --- requests --------------------------------------------------------------------------------- */

static int no_path(struct fcl_hal_device *device, struct fcl_err *err)
{
	if (fcl_pcie_is_lost(device))
		return fcl_pcie_report_lost(device, err);
	return fcl_err_set(err, -EIO, "%s: no DMA channel works any more: the card needs a reset",
			   device->transport->name);
}

/* Waits for a path, beside the queue; NULL: none works. */
static struct fcl_pcie_path *borrow(struct fcl_pcie_mover *mover)
{
	struct fcl_pcie_path *path;
	bool any;

	pthread_mutex_lock(&mover->lock);
	mover->borrowing++;
	while (!(path = free_path(mover, &any)) && any)
		pthread_cond_wait(&mover->more, &mover->lock);
	mover->borrowing--;
	if (path)
		path->busy = true;
	pthread_mutex_unlock(&mover->lock);
	return path;
}

static void give_back(struct fcl_pcie_mover *mover, struct fcl_pcie_path *path)
{
	pthread_mutex_lock(&mover->lock);
	path->busy = false;
	pthread_mutex_unlock(&mover->lock);
	pthread_cond_broadcast(&mover->more);
}

static int move_copy(struct fcl_hal_device *device, struct fcl_pcie_path *path,
		     const struct fcl_hal_request *request, struct fcl_err *err)
{
	struct fcl_pcie_mover *reads = &device->movers[1];
	struct fcl_pcie_path *from_card = borrow(reads);
	int error;

	if (!from_card)
		return no_path(device, err);
	error = fcl_pcie_copy(device, from_card, path, request, err);
	give_back(reads, from_card);
	return error;
}

static int move_run(struct fcl_hal_device *device, struct fcl_pcie_path *path,
		    const struct fcl_hal_request *request, struct fcl_err *err)
{
	if (request->op == FCL_HAL_COPY)
		return move_copy(device, path, request, err);
	return request->op == FCL_HAL_FILL ? fcl_pcie_fill(device, path, request, err)
					   : fcl_pcie_transfer(device, path, request, err);
}

/* The request belongs to the submitter again when this returns. `path` NULL: none works. */
static void pcie_move(struct fcl_hal_device *device, struct fcl_pcie_path *path,
		      struct fcl_hal_request *request)
{
	struct fcl_pcie_mover *mover = &device->movers[request->op == FCL_HAL_READ];
	struct fcl_err err = {0};
	int error;

	if (request->flags & FCL_HAL_TIMED)
		request->start_ns = fcl_now_ns();
	if (!path || fcl_pcie_is_lost(device))
		error = no_path(device, &err);
	else
		error = move_run(device, path, request, &err);
	if (!error && fcl_pcie_is_lost(device))
		error = fcl_pcie_report_lost(device, &err);
	if (request->flags & FCL_HAL_TIMED)
		request->end_ns = fcl_now_ns();
	atomic_fetch_add(&mover->ending, 1);
	if (path) {
		bool more;

		pthread_mutex_lock(&mover->lock);
		path->busy = false;
		more = mover->first || mover->borrowing || path->channel.stuck;
		pthread_mutex_unlock(&mover->lock);
		if (more)
			pthread_cond_broadcast(&mover->more);
	}
	if (error == -ECANCELED)
		error = -EIO;
	request->done(request, error, error ? err.text : NULL);
	atomic_fetch_sub(&mover->ending, 1);
}

/* Waits for a request, and for a path if one may come; false: stop. The lock is held. */
static bool await_work(struct fcl_pcie_mover *mover, struct fcl_pcie_path **ret_path)
{
	for (;;) {
		bool any;

		*ret_path = free_path(mover, &any);
		if (mover->first && (*ret_path || !any))
			return true;
		if (!mover->first && mover->stop)
			return false;
		pthread_cond_wait(&mover->more, &mover->lock);
	}
}

static void move_serve(struct fcl_hal_device *device, struct fcl_pcie_mover *mover)
{
	struct fcl_pcie_path *path;

	pthread_mutex_lock(&mover->lock);
	while (await_work(mover, &path)) {
		struct fcl_hal_request *request = move_take(mover, &mover->first);

		if (path)
			path->busy = true;
		pthread_mutex_unlock(&mover->lock);
		pcie_move(device, path, request);
		pthread_mutex_lock(&mover->lock);
	}
	pthread_mutex_unlock(&mover->lock);
}

static void *writer(void *user)
{
	struct fcl_hal_device *device = user;

	move_serve(device, &device->movers[0]);
	return NULL;
}

static void *reader(void *user)
{
	struct fcl_hal_device *device = user;

	move_serve(device, &device->movers[1]);
	return NULL;
}

void fcl_pcie_move(struct fcl_hal_device *device, struct fcl_hal_request *request)
{
	struct fcl_pcie_mover *mover = &device->movers[request->op == FCL_HAL_READ];
	bool soon = request->flags & FCL_HAL_SOON;

	*pcie_move_next_of(request) = NULL;
	pthread_mutex_lock(&mover->lock);
	*mover->last = request;
	mover->last = pcie_move_next_of(request);
	pthread_mutex_unlock(&mover->lock);
	/* From here on the request may have ended. */
	if (!soon)
		pthread_cond_signal(&mover->more);
}

void fcl_pcie_move_kick(struct fcl_hal_device *device)
{
	for (unsigned i = 0; i < 2; i++)
		pthread_cond_broadcast(&device->movers[i].more);
}

/* A short request with this tag, if a path is free for it. */
static struct fcl_hal_request *move_take_short(struct fcl_pcie_mover *mover, const void *tag,
					       struct fcl_pcie_path **ret_path)
{
	struct fcl_hal_request **link = &mover->first;
	bool any;

	*ret_path = free_path(mover, &any);
	while (*ret_path && *link) {
		struct fcl_hal_request *request = *link;

		if (request->tag == tag && request->op != FCL_HAL_COPY &&
		    pcie_move_bytes_of(request) <= SHORT_BYTES) {
			(*ret_path)->busy = true;
			return move_take(mover, link);
		}
		link = pcie_move_next_of(request);
	}
	return NULL;
}

int fcl_pcie_move_progress(struct fcl_hal_device *device, const void *tag)
{
	for (unsigned i = 0; i < 2; i++) {
		struct fcl_pcie_mover *mover = &device->movers[i];
		struct fcl_pcie_path *path;
		struct fcl_hal_request *request;

		pthread_mutex_lock(&mover->lock);
		request = mover->first ? move_take_short(mover, tag, &path) : NULL;
		pthread_mutex_unlock(&mover->lock);
		if (request) {
			pcie_move(device, path, request);
			return 1;
		}
	}
	return 0;
}

int fcl_pcie_move_zeros(struct fcl_hal_device *device, uint64_t address, uint64_t bytes,
			struct fcl_err *err)
{
	struct fcl_pcie_mover *mover = &device->movers[0];
	struct fcl_pcie_path *path = borrow(mover);
	int error;

	if (!path)
		return no_path(device, err);
	error = fcl_pcie_transfer_zeros(device, path, address, bytes, err);
	give_back(mover, path);
	return error;
}

static bool is_moving(const struct fcl_pcie_mover *mover)
{
	for (unsigned i = 0; i < mover->npaths; i++)
		if (mover->paths[i].busy)
			return true;
	return atomic_load(&mover->ending);
}

static bool is_idle(const struct fcl_pcie_mover *mover)
{
	return !mover->first && !is_moving(mover);
}

static void set_busy(struct fcl_pcie_mover *mover, bool busy)
{
	for (unsigned i = 0; i < mover->npaths; i++)
		mover->paths[i].busy = busy;
}

void fcl_pcie_movers_hold(struct fcl_hal_device *device)
{
	for (unsigned i = 0; i < 2; i++) {
		struct fcl_pcie_mover *mover = &device->movers[i];

		pthread_cond_broadcast(&mover->more);
		pthread_mutex_lock(&mover->lock);
		while (!is_idle(mover)) {
			pthread_mutex_unlock(&mover->lock);
			fcl_pause_us(200);
			pthread_mutex_lock(&mover->lock);
		}
		set_busy(mover, true);
		pthread_mutex_unlock(&mover->lock);
	}
}

void fcl_pcie_movers_pause(struct fcl_hal_device *device)
{
	for (unsigned i = 0; i < 2; i++) {
		struct fcl_pcie_mover *mover = &device->movers[i];

		pthread_mutex_lock(&mover->lock);
		mover->paused = true;
		while (is_moving(mover)) {
			pthread_mutex_unlock(&mover->lock);
			fcl_pause_us(200);
			pthread_mutex_lock(&mover->lock);
		}
		set_busy(mover, true);
		pthread_mutex_unlock(&mover->lock);
	}
}

void fcl_pcie_movers_release(struct fcl_hal_device *device)
{
	for (unsigned i = 0; i < 2; i++) {
		struct fcl_pcie_mover *mover = &device->movers[i];

		pthread_mutex_lock(&mover->lock);
		set_busy(mover, false);
		mover->paused = false;
		pthread_mutex_unlock(&mover->lock);
		pthread_cond_broadcast(&mover->more);
	}
}

bool fcl_pcie_move_is_stuck(struct fcl_hal_device *device)
{
	bool stuck = false;

	for (unsigned i = 0; i < 2; i++) {
		struct fcl_pcie_mover *mover = &device->movers[i];

		pthread_mutex_lock(&mover->lock);
		for (unsigned path = 0; path < mover->npaths; path++)
			stuck |= !mover->paths[path].busy && mover->paths[path].channel.stuck;
		pthread_mutex_unlock(&mover->lock);
	}
	return stuck;
}

void fcl_pcie_movers_init(struct fcl_hal_device *device)
{
	for (unsigned i = 0; i < 2; i++) {
		pthread_mutex_init(&device->movers[i].lock, NULL);
		pthread_cond_init(&device->movers[i].more, NULL);
		device->movers[i].last = &device->movers[i].first;
	}
}

int fcl_pcie_movers_start(struct fcl_hal_device *device, struct fcl_err *err)
{
	for (unsigned i = 0; i < 2; i++) {
		struct fcl_pcie_mover *mover = &device->movers[i];

		while (mover->nthreads < mover->npaths) {
			int error = fcl_thread_start_joinable(&mover->threads[mover->nthreads],
							      i ? reader : writer, device);

			if (error)
				return fcl_err_set(err, error,
						   "cannot start a thread for transfers: %s",
						   strerror(-error));
			mover->nthreads++;
		}
	}
	return 0;
}

void fcl_pcie_movers_stop(struct fcl_hal_device *device)
{
	for (unsigned i = 0; i < 2; i++) {
		struct fcl_pcie_mover *mover = &device->movers[i];

		pthread_mutex_lock(&mover->lock);
		mover->stop = true;
		pthread_mutex_unlock(&mover->lock);
		pthread_cond_broadcast(&mover->more);
		while (mover->nthreads)
			pthread_join(mover->threads[--mover->nthreads], NULL);
	}
}

void fcl_pcie_movers_fini(struct fcl_hal_device *device)
{
	for (unsigned i = 0; i < 2; i++) {
		pthread_cond_destroy(&device->movers[i].more);
		pthread_mutex_destroy(&device->movers[i].lock);
	}
}
