/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/board/jobs.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/trace/trace.h"
#include "hal/board/wire/ring.h"
#include "hal/trace_name.h"
#include "tools/board/request.h"
#include "tools/board/turns.h"

/*
 * Everything in a block comes from the client. A block is copied once, then every number in it is
 * checked; an invalid request fails with -EINVAL.
 */

enum {
	SPIN_NS = 40 * 1000, /* after work, the ring is polled this long before the thread sleeps */
	KEEP_NS = 40 * 1000, /* the same, while a CU is kept that others wait for */
	IDLE_NS = 1000000000,
	RECHECK_NS = 100000000, /* of a waiting executor, in case it is not woken */
};

static _Thread_local bool serves; /* this thread is serving the ring */

static struct fcl_bd_block *block_of(const struct fcl_bd_executor *executor, uint32_t index)
{
	return (struct fcl_bd_block *)(void *)executor->shared->blocks[index];
}

static void tell(struct fcl_bd_executor *executor)
{
	struct fcl_bd_shared *shared = executor->shared;

	/* Pairs with fcl_bd_reader() and with the end of progress() in the client. */
	if (atomic_load(&shared->attended))
		fcl_bd_ring_wake(&shared->waiter_sleeps);
	else
		fcl_bd_ring_wake(&shared->reader_sleeps);
}

void fcl_bd_note_health(struct fcl_bd_executor *executor)
{
	atomic_store(&executor->shared->board_health, executor->hal->health(executor->board, NULL));
}

static unsigned jobs_submit_all(struct fcl_bd_job *begun);

static void end_job(struct fcl_bd_job *job, int status, const char *text)
{
	struct fcl_bd_executor *executor = job->executor;
	struct fcl_bd_block *block = block_of(executor, job->index);
	uint32_t index = job->index, cu = job->cu;
	bool counted = job->counted, fits;

	/*
	 * Report the board's health before the failure, so that the client sees it when it learns
	 * of the failure.
	 */
	if (status || atomic_load_explicit(&executor->shared->board_health, memory_order_relaxed))
		fcl_bd_note_health(executor);
	block->status = status;
	block->start_ns = job->request.start_ns;
	block->end_ns = job->request.end_ns;
	if (status)
		snprintf(block->text, sizeof(block->text), "%s", text ? text : "");
	/* Pairs with fcl_bd_is_used(): from here on, the client may free the request's objects. */
	atomic_store_explicit(&job->uses, false, memory_order_release);
	atomic_store(&job->busy, false);
	pthread_mutex_lock(&executor->end_lock);
	fits = fcl_bd_push(&executor->ended, index);
	pthread_mutex_unlock(&executor->end_lock);
	if (!fits)
		fcl_bd_die(executor,
			   "the completion ring has overflown, or a kernel has written over it");
	tell(executor);
	if (counted)
		jobs_submit_all(fcl_bd_turn_end(executor, cu, serves));
}

static void jobs_on_done(struct fcl_hal_request *request, int status, const char *text)
{
	struct fcl_bd_job *job = (struct fcl_bd_job *)request;

	if (fcl_trace_on() && job->is_launch)
		fcl_hal_trace_launch(request, job->executor->image, "", status);
	end_job((struct fcl_bd_job *)request, status, text);
}

/* --- work ------------------------------------------------------------------------------------- */

static void submit_job(struct fcl_bd_job *job)
{
	struct fcl_bd_executor *executor = job->executor;
	struct fcl_hal_request *request = &job->request;
	int error;

	request->flags &= ~(uint32_t)FCL_HAL_SOON;
	if (serves)
		request->flags |= FCL_HAL_SOON;
	while ((error = executor->hal->submit(executor->board, &request, 1)) == -EAGAIN)
		fcl_pause_us(50);
	if (error)
		end_job(job, error,
			"the board rejected the request: it is malformed, or exceeds its buffers");
}

static unsigned jobs_submit_all(struct fcl_bd_job *begun)
{
	struct fcl_bd_job *job;
	unsigned count = 0;

	while ((job = begun)) {
		begun = job->next;
		submit_job(job);
		count++;
	}
	return count;
}

/* Copies the block, whose size the client declares. Later changes by the client have no effect. */
static const struct fcl_bd_block *jobs_copy_block(struct fcl_bd_job *job)
{
	const volatile struct fcl_bd_block *theirs = block_of(job->executor, job->index);
	struct fcl_bd_block *own;
	uint32_t used = theirs->used;

	if (!job->bytes)
		job->bytes = malloc(FCL_BD_BLOCK);
	if (!job->bytes)
		fcl_bd_die(job->executor, "the executor has no memory for a request");
	own = (struct fcl_bd_block *)(void *)job->bytes;
	if (used < FCL_BD_BODY || used > FCL_BD_BLOCK)
		used = FCL_BD_BODY;
	memcpy(own, (const void *)theirs, used);
	own->used = used;
	return own;
}

static void jobs_take(struct fcl_bd_executor *executor, uint32_t index)
{
	const struct fcl_bd_block *block;
	struct fcl_bd_job *job;
	bool good;

	if (index >= FCL_BD_BLOCKS || atomic_exchange(&executor->jobs[index].busy, true))
		fcl_bd_die(
			executor,
			"this process has sent request %u, which does not exist or is already in flight",
			index);
	job = &executor->jobs[index];
	job->executor = executor;
	job->index = index;
	job->counted = false;
	block = jobs_copy_block(job);
	job->request.flags = block->timed ? FCL_HAL_TIMED : 0;
	job->request.start_ns = job->request.end_ns = 0;
	job->request.done = jobs_on_done;
	job->request.tag = executor;
	pthread_mutex_lock(&executor->table_lock);
	good = fcl_bd_request_make(job, block);
	atomic_store_explicit(&job->uses, good, memory_order_relaxed);
	pthread_mutex_unlock(&executor->table_lock);
	if (!good)
		end_job(job, -EINVAL,
			"the request names a buffer, pipe, compute unit or "
			"argument that does not exist, or exceeds it");
	else if (!job->is_launch || fcl_bd_turn_take(job))
		submit_job(job);
}

/* --- the ring --------------------------------------------------------------------------------- */

/*
 * While a CU is kept, waits for the client's next launch. If none comes, passes the CU on. Returns
 * whether one came.
 */
static bool watch_turn(struct fcl_bd_executor *executor)
{
	uint64_t left = fcl_bd_turn_left(executor);

	if (left && fcl_bd_ring_watch(&executor->submitted, left < KEEP_NS ? left : KEEP_NS,
				      &executor->turn_stats))
		return true;
	fcl_bd_turn_give_up(executor);
	return false;
}

/*
 * Submits the client's requests until no more seem to come. `any`: the caller has already submitted
 * some. serve_lock must be held.
 */
static void jobs_serve(struct fcl_bd_executor *executor, bool any)
{
	struct fcl_bd_end *ring = &executor->submitted;
	uint32_t index;

	serves = true;
	atomic_store(&executor->is_serving, true);
	atomic_store(&executor->shared->awake, 1);
	for (;;) {
		while (fcl_bd_pop(ring, &index)) {
			jobs_take(executor, index);
			any = true;
		}
		if (any) {
			/* The client has launched something else, so the kept CU is not needed. */
			fcl_bd_turn_give_up(executor);
			/* A short kernel runs right here, on the thread that found it. */
			any = executor->hal->progress(executor->board, executor) == 1;
			if (!any)
				executor->hal->kick(executor->board);
		}
		/*
		 * A client that has launched tends to launch again. If other clients wait, it may
		 * only do so within its turn.
		 */
		if (!watch_turn(executor) && !any &&
		    (atomic_load_explicit(&executor->crowded, memory_order_relaxed) ||
		     !fcl_bd_ring_watch(ring, SPIN_NS, &executor->spin_stats)))
			break;
	}
	atomic_store(&executor->shared->awake, 0);
	atomic_store(&executor->is_serving, false);
	serves = false;
}

/*
 * While this thread serves the ring, the client need not wake the one that sleeps on it. serve_lock
 * must be held.
 */
static void serve_in_place(struct fcl_bd_executor *executor)
{
	struct fcl_bd_shared *shared = executor->shared;
	uint32_t sleeps = atomic_exchange(&shared->executor_sleeps, 0);

	do {
		jobs_serve(executor, true);
		atomic_store(&shared->executor_sleeps, sleeps);
		/*
		 * Pairs with fcl_bd_ring_wake(): the client may have seen 0 and skipped the
		 * wake-up.
		 */
	} while (sleeps && !fcl_bd_empty(&executor->submitted) &&
		 atomic_exchange(&shared->executor_sleeps, 0));
}

static void serve_turn(struct fcl_bd_executor *executor)
{
	if (!pthread_mutex_trylock(&executor->serve_lock)) {
		serves = true;
		atomic_store(&executor->is_serving, true);
		if (jobs_submit_all(fcl_bd_turn_retry(executor)))
			serve_in_place(executor);
		atomic_store(&executor->is_serving, false);
		serves = false;
		pthread_mutex_unlock(&executor->serve_lock);
		return;
	}
	/*
	 * The other thread is busy serving, so run what was submitted here, or wake the board's
	 * threads.
	 */
	if (jobs_submit_all(fcl_bd_turn_retry(executor)) &&
	    executor->hal->progress(executor->board, executor) != 1)
		executor->hal->kick(executor->board);
}

void *fcl_bd_serve_ring(void *user)
{
	struct fcl_bd_executor *executor = user;
	struct fcl_bd_shared *shared = executor->shared;

	for (;;) {
		bool empty;

		pthread_mutex_lock(&executor->serve_lock);
		atomic_store(&shared->executor_sleeps, 0);
		jobs_serve(executor, false);
		atomic_store(&shared->executor_sleeps, 1);
		/*
		 * Pairs with fcl_bd_push() and fcl_bd_ring_wake(): at least one side sees the
		 * other's store.
		 */
		empty = fcl_bd_empty(&executor->submitted);
		pthread_mutex_unlock(&executor->serve_lock);
		if (empty)
			fcl_bd_sleep(&shared->executor_sleeps, 1, IDLE_NS);
	}
	return NULL;
}

void *fcl_bd_turn_wait(void *user)
{
	struct fcl_bd_executor *executor = user;

	for (;;) {
		uint32_t bell = atomic_load(&executor->own->bell);

		pthread_mutex_lock(&executor->turn_lock);
		executor->has_asked = false;
		pthread_mutex_unlock(&executor->turn_lock);
		serve_turn(executor);
		fcl_bd_sleep(&executor->own->bell, bell, RECHECK_NS);
	}
	return NULL;
}
