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
#include "tools/board/executor.h"
#include "tools/board/objects.h"
#include "tools/board/turns.h"

/*
 * Everything in a block comes from the client. A block is copied once, then every number in it is
 * checked; an invalid request fails with -EINVAL.
 */

enum {
	SPIN_NS = 40 * 1000, /* after work, the ring is polled this long before the thread sleeps */
	KEEP_NS = 40 * 1000, /* the same, while a CU is kept that others wait for */
	IDLE_NS = 1000000000,
};

static _Thread_local bool serves; /* this thread is serving the ring */

bool fcl_bd_serves_ring(void)
{
	return serves;
}

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

void fcl_bd_end_job(struct fcl_bd_job *job, int status, const char *text)
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
		fcl_bd_turn_end(executor, cu);
}

static void on_done(struct fcl_hal_request *request, int status, const char *text)
{
	struct fcl_bd_job *job = (struct fcl_bd_job *)request;

	if (fcl_trace_on() && job->is_launch)
		fcl_hal_trace_launch(request, job->executor->image, "", status);
	fcl_bd_end_job((struct fcl_bd_job *)request, status, text);
}

/* --- from a block to a request ---------------------------------------------------------------- */

static bool is_inside(const struct fcl_bd_block *block, uint64_t at, uint64_t bytes,
		      unsigned alignment)
{
	return !(at % alignment) && at <= block->used && bytes <= block->used - at;
}

/* table_lock must be held. */
static struct fcl_bd_object *buffer_at(const struct fcl_bd_executor *executor, uint32_t number)
{
	return fcl_bd_table_at(&executor->buffers, number);
}

static bool make_transfer(struct fcl_bd_executor *executor, const struct fcl_bd_block *block,
			  struct fcl_hal_request *request)
{
	struct fcl_bd_object *buffer = buffer_at(executor, block->u.transfer.buffer);
	uint64_t offset = block->u.transfer.offset, bytes = block->u.transfer.bytes;

	if (!buffer || block->u.transfer.stage >= FCL_BD_MOVERS || !bytes || bytes > FCL_BD_STAGE ||
	    offset > buffer->bytes || bytes > buffer->bytes - offset)
		return false;
	request->op = block->work == FCL_BD_WORK_WRITE ? FCL_HAL_WRITE : FCL_HAL_READ;
	request->u.transfer.buffer = buffer->pointer;
	request->u.transfer.offset = offset;
	request->u.transfer.host = executor->shared->stage[block->u.transfer.stage];
	request->u.transfer.box = fcl_hal_linear_box(bytes);
	return true;
}

static bool make_copy(struct fcl_bd_executor *executor, const struct fcl_bd_block *block,
		      struct fcl_hal_request *request)
{
	struct fcl_bd_object *source = buffer_at(executor, block->u.copy.source);
	struct fcl_bd_object *target = buffer_at(executor, block->u.copy.target);
	struct fcl_hal_box *box = &request->u.copy.box;

	if (!source || !target)
		return false;
	request->op = FCL_HAL_COPY;
	request->u.copy.source = source->pointer;
	request->u.copy.target = target->pointer;
	request->u.copy.source_offset = block->u.copy.source_offset;
	request->u.copy.target_offset = block->u.copy.target_offset;
	for (int i = 0; i < 3; i++)
		box->region[i] = block->u.copy.region[i];
	box->row_pitch = block->u.copy.pitch[0];
	box->slice_pitch = block->u.copy.pitch[1];
	box->other_row_pitch = block->u.copy.pitch[2];
	box->other_slice_pitch = block->u.copy.pitch[3];
	return true; /* the board's submit() checks the bounds */
}

static bool make_fill(struct fcl_bd_executor *executor, const struct fcl_bd_block *block,
		      struct fcl_hal_request *request)
{
	struct fcl_bd_object *buffer = buffer_at(executor, block->u.fill.buffer);

	if (!buffer)
		return false;
	request->op = FCL_HAL_FILL;
	request->u.fill.buffer = buffer->pointer;
	request->u.fill.offset = block->u.fill.offset;
	request->u.fill.bytes = block->u.fill.bytes;
	request->u.fill.pattern_size = block->u.fill.pattern_size;
	memcpy(request->u.fill.pattern, block->u.fill.pattern, sizeof(block->u.fill.pattern));
	return true;
}

static bool make_arg(struct fcl_bd_executor *executor, const struct fcl_bd_block *block,
		     const struct fcl_image_kernel *kernel, const struct fcl_bd_arg *from,
		     struct fcl_hal_arg *to)
{
	struct fcl_bd_object *object;

	if (from->index >= kernel->nargs)
		return false;
	*to = (struct fcl_hal_arg){.index = from->index,
				   .kind = from->kind,
				   .size = from->size,
				   .offset = from->offset};
	switch (from->kind) {
	case FCL_HAL_ARG_BYTES:
		to->u.bytes = (const unsigned char *)block + from->at;
		return from->size && is_inside(block, from->at, from->size, 1);
	case FCL_HAL_ARG_BUFFER:
		object = buffer_at(executor, from->handle);
		to->u.buffer = object ? object->pointer : NULL;
		return !from->handle || (object && from->offset <= object->bytes);
	case FCL_HAL_ARG_PIPE:
		object = fcl_bd_table_at(&executor->pipes, from->handle);
		to->u.pipe = object ? object->pointer : NULL;
		return object && object->packet_size == kernel->args[from->index].size;
	case FCL_HAL_ARG_LOCAL:
		return true;
	}
	return false;
}

static bool make_args(struct fcl_bd_job *job, const struct fcl_bd_block *block,
		      const struct fcl_image_kernel *kernel)
{
	uint32_t count = block->u.launch.nargs;
	const struct fcl_bd_arg *from =
		(const struct fcl_bd_arg *)(const void *)((const unsigned char *)block +
							  block->u.launch.args_at);

	if (count > kernel->nargs)
		return false;
	if (count > job->room) {
		free(job->args);
		job->args = calloc(count, sizeof(*job->args));
		job->room = job->args ? count : 0;
		if (!job->args)
			return false;
	}
	for (uint32_t i = 0; i < count; i++)
		if (!make_arg(job->executor, block, kernel, &from[i], &job->args[i]))
			return false;
	job->request.u.launch.args = job->args;
	job->request.u.launch.nargs = count;
	job->request.u.launch.values = 0;
	return true;
}

static bool make_cus(const struct fcl_image *image, const struct fcl_bd_block *block,
		     struct fcl_hal_request *request)
{
	const uint32_t *cus = (const uint32_t *)(const void *)((const unsigned char *)block +
							       block->u.launch.cus_at);
	uint32_t count = block->u.launch.ncus;

	for (uint32_t i = 0; i < count; i++)
		if (cus[i] >= image->ncus || image->cus[cus[i]].kernel != block->u.launch.kernel)
			return false;
	request->u.launch.cus = cus;
	request->u.launch.ncus = count;
	return count;
}

static bool make_svm(struct fcl_bd_job *job, const struct fcl_bd_block *block)
{
	struct fcl_bd_object *object = buffer_at(job->executor, block->u.launch.svm);

	job->svm = object ? object->pointer : NULL;
	job->request.u.launch.svm = &job->svm;
	job->request.u.launch.nsvm = object != NULL;
	/* The objects listed must be shared virtual memory. */
	return !block->u.launch.svm || (object && object->bank == FCL_HAL_BANK_DEFAULT);
}

static bool make_launch(struct fcl_bd_job *job, const struct fcl_bd_block *block)
{
	struct fcl_bd_executor *executor = job->executor;
	const struct fcl_image *image = executor->image;
	struct fcl_hal_range *range = &job->request.u.launch.range;
	uint32_t kernel = block->u.launch.kernel, dims = block->u.launch.work_dim;

	if (!executor->program || kernel >= image->nkernels || dims < 1 || dims > 3 ||
	    block->u.launch.ncus > FCL_BD_LAUNCH_CUS ||
	    !is_inside(block, block->u.launch.cus_at, block->u.launch.ncus * sizeof(uint32_t), 4) ||
	    !is_inside(block, block->u.launch.args_at,
		       (uint64_t)block->u.launch.nargs * sizeof(struct fcl_bd_arg), 8))
		return false;
	job->request.op = FCL_HAL_LAUNCH;
	job->request.u.launch.program = executor->program;
	job->request.u.launch.kernel = kernel;
	job->request.u.launch.ran_on = 0;
	range->work_dim = dims;
	memcpy(range->global_offset, block->u.launch.global_offset, sizeof(range->global_offset));
	memcpy(range->global_size, block->u.launch.global_size, sizeof(range->global_size));
	memcpy(range->local_size, block->u.launch.local_size, sizeof(range->local_size));
	return make_svm(job, block) && make_cus(image, block, &job->request) &&
	       make_args(job, block, &image->kernels[kernel]);
}

/* table_lock must be held. */
static bool make_request(struct fcl_bd_job *job, const struct fcl_bd_block *block)
{
	job->is_launch = block->work == FCL_BD_WORK_LAUNCH;
	switch (block->work) {
	case FCL_BD_WORK_WRITE:
	case FCL_BD_WORK_READ:
		return make_transfer(job->executor, block, &job->request);
	case FCL_BD_WORK_COPY:
		return make_copy(job->executor, block, &job->request);
	case FCL_BD_WORK_FILL:
		return make_fill(job->executor, block, &job->request);
	case FCL_BD_WORK_LAUNCH:
		return make_launch(job, block);
	}
	return false;
}

/* --- what requests use ------------------------------------------------------------------------ */

static bool launch_names(const struct fcl_hal_request *request, const void *object)
{
	for (uint32_t i = 0; i < request->u.launch.nargs; i++) {
		const struct fcl_hal_arg *arg = &request->u.launch.args[i];

		if ((arg->kind == FCL_HAL_ARG_BUFFER && arg->u.buffer == object) ||
		    (arg->kind == FCL_HAL_ARG_PIPE && arg->u.pipe == object))
			return true;
	}
	return request->u.launch.program == object ||
	       (request->u.launch.nsvm && request->u.launch.svm[0] == object);
}

static bool names(const struct fcl_hal_request *request, const void *object)
{
	switch (request->op) {
	case FCL_HAL_WRITE:
	case FCL_HAL_READ:
		return request->u.transfer.buffer == object;
	case FCL_HAL_COPY:
		return request->u.copy.source == object || request->u.copy.target == object;
	case FCL_HAL_FILL:
		return request->u.fill.buffer == object;
	case FCL_HAL_LAUNCH:
		return launch_names(request, object);
	}
	return false;
}

bool fcl_bd_is_used(struct fcl_bd_executor *executor, const void *object)
{
	bool used = false;

	/* Check every job: this acquires what the ended ones did before the caller proceeds. */
	for (uint32_t i = 0; i < FCL_BD_BLOCKS; i++) {
		const struct fcl_bd_job *job = &executor->jobs[i];

		if (atomic_load_explicit(&job->uses, memory_order_acquire))
			used |= names(&job->request, object);
	}
	return used;
}

/* --- work ------------------------------------------------------------------------------------- */

void fcl_bd_submit_job(struct fcl_bd_job *job)
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
		fcl_bd_end_job(
			job, error,
			"the board rejected the request: it is malformed, or exceeds its buffers");
}

/* Copies the block, whose size the client declares. Later changes by the client have no effect. */
static const struct fcl_bd_block *copy_block(struct fcl_bd_job *job)
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

static void take(struct fcl_bd_executor *executor, uint32_t index)
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
	block = copy_block(job);
	job->request.flags = block->timed ? FCL_HAL_TIMED : 0;
	job->request.start_ns = job->request.end_ns = 0;
	job->request.done = on_done;
	job->request.tag = executor;
	pthread_mutex_lock(&executor->table_lock);
	good = make_request(job, block);
	atomic_store_explicit(&job->uses, good, memory_order_relaxed);
	pthread_mutex_unlock(&executor->table_lock);
	if (!good)
		fcl_bd_end_job(job, -EINVAL,
			       "the request names a buffer, pipe, compute unit or "
			       "argument that does not exist, or exceeds it");
	else if (job->is_launch)
		fcl_bd_turn_take(job);
	else
		fcl_bd_submit_job(job);
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
static void serve(struct fcl_bd_executor *executor, bool any)
{
	struct fcl_bd_end *ring = &executor->submitted;
	uint32_t index;

	serves = true;
	atomic_store(&executor->is_serving, true);
	atomic_store(&executor->shared->awake, 1);
	for (;;) {
		while (fcl_bd_pop(ring, &index)) {
			take(executor, index);
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
		serve(executor, true);
		atomic_store(&shared->executor_sleeps, sleeps);
		/*
		 * Pairs with fcl_bd_ring_wake(): the client may have seen 0 and skipped the
		 * wake-up.
		 */
	} while (sleeps && !fcl_bd_empty(&executor->submitted) &&
		 atomic_exchange(&shared->executor_sleeps, 0));
}

void fcl_bd_serve_turn(struct fcl_bd_executor *executor)
{
	if (!pthread_mutex_trylock(&executor->serve_lock)) {
		serves = true;
		atomic_store(&executor->is_serving, true);
		if (fcl_bd_turn_retry(executor))
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
	if (fcl_bd_turn_retry(executor) && executor->hal->progress(executor->board, executor) != 1)
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
		serve(executor, false);
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
