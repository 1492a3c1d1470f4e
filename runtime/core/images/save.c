/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/core/images/save.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/trace/trace.h"
#include "runtime/core/objects/holdings.h"
#include "runtime/core/objects/host_side.h"
#include "runtime/core/objects/span.h"
#include "runtime/core/residency/claim.h"
#include "runtime/core/residency/move.h"
#include "runtime/core/residency/park.h"
#include "runtime/core/residency/residency.h"
#include "runtime/core/residency/traced.h"
#include "runtime/core/residency/window.h"

enum {
	READS = 16,       /* requests in flight */
	CHUNK = 16 << 20, /* bytes of a request, so that several DMA channels share the work */
	POLL_US = 50,
};

struct reads;

struct read {
	struct fcl_hal_request request;
	struct reads *all;
	struct read *next; /* in the list of idle ones */
};

/* Reads from the board to the host. */
struct reads {
	struct fcl_device *device;
	pthread_mutex_t lock; /* guards the members below */
	pthread_cond_t ended;
	struct read *idle;
	uint32_t nidle;
	int failure;
	char text[200];
	struct read read[READS];
};

/* --- reading ---------------------------------------------------------------------------------- */

static struct reads *reads_create(struct fcl_device *device)
{
	struct reads *reads = aligned_alloc(64, (sizeof(*reads) + 63) / 64 * 64);

	if (!reads)
		return NULL;
	*reads = (struct reads){.device = device, .nidle = READS};
	pthread_mutex_init(&reads->lock, NULL);
	pthread_cond_init(&reads->ended, NULL);
	for (unsigned i = 0; i < READS; i++) {
		reads->read[i].all = reads;
		reads->read[i].next = reads->idle;
		reads->idle = &reads->read[i];
	}
	return reads;
}

static void read_done(struct fcl_hal_request *request, int status, const char *text)
{
	struct read *read = (struct read *)request;
	struct reads *reads = read->all;

	if (fcl_trace_on())
		fcl_traced_transfer(reads->device, request, status);
	pthread_mutex_lock(&reads->lock);
	if (status && !reads->failure) {
		reads->failure = status;
		snprintf(reads->text, sizeof(reads->text), "%s", text ? text : "no reason given");
	}
	read->next = reads->idle;
	reads->idle = read;
	reads->nidle++;
	pthread_cond_signal(&reads->ended);
	pthread_mutex_unlock(&reads->lock);
}

static struct read *save_take_idle(struct reads *reads)
{
	struct read *read;

	pthread_mutex_lock(&reads->lock);
	while (!reads->idle)
		pthread_cond_wait(&reads->ended, &reads->lock);
	read = reads->idle;
	reads->idle = read->next;
	reads->nidle--;
	pthread_mutex_unlock(&reads->lock);
	return read;
}

static void read_chunk(struct reads *reads, struct fcl_hal_buffer *buffer, uint64_t offset,
		       char *host, size_t bytes)
{
	struct read *read = save_take_idle(reads);
	struct fcl_hal_request *request = &read->request;
	struct fcl_device *device = reads->device;
	int error;

	request->op = FCL_HAL_READ;
	request->flags = fcl_trace_on() ? FCL_HAL_TIMED : 0;
	request->start_ns = request->end_ns = 0;
	request->done = read_done;
	request->tag = reads;
	request->u.transfer.buffer = buffer;
	request->u.transfer.offset = offset;
	request->u.transfer.host = host;
	request->u.transfer.box = fcl_hal_linear_box(bytes);
	while ((error = device->hal->submit(device->board, &request, 1)) == -EAGAIN)
		fcl_pause_us(POLL_US);
	if (error)
		read_done(request, error, "the board refused to read");
}

/* Waits until all reads have ended; returns the first failure. */
static int reads_finish(struct reads *reads, struct fcl_err *err)
{
	int failure;

	reads->device->hal->kick(reads->device->board);
	pthread_mutex_lock(&reads->lock);
	while (reads->nidle < READS)
		pthread_cond_wait(&reads->ended, &reads->lock);
	failure = reads->failure;
	pthread_mutex_unlock(&reads->lock);
	return failure ? fcl_err_set(err, failure, "a buffer cannot be saved: %s", reads->text) : 0;
}

static void reads_destroy(struct reads *reads)
{
	if (!reads)
		return;
	pthread_cond_destroy(&reads->ended);
	pthread_mutex_destroy(&reads->lock);
	free(reads);
}

/* --- the buffers ------------------------------------------------------------------------------ */

static bool would_be_lost(const struct fcl_device *device, const struct fcl_device_side *side)
{
	return !fcl_hal_bank_kept(device->info,
				  atomic_load_explicit(&side->bank, memory_order_relaxed));
}

static int by_address(const void *a, const void *b)
{
	const struct fcl_mem *left = *(struct fcl_mem *const *)a;
	const struct fcl_mem *right = *(struct fcl_mem *const *)b;

	return (left > right) - (left < right);
}

/* Takes references to all roots whose memory would be lost, except those being destroyed. */
static int save_collect(struct fcl_save *save, struct fcl_err *err)
{
	struct fcl_holdings *holdings = &save->device->holdings;
	struct fcl_device_side *side;
	uint32_t count = 0;

	pthread_mutex_lock(&holdings->lock);
	for (side = holdings->sides; side; side = side->next)
		count += would_be_lost(save->device, side);
	save->roots = calloc(count + (size_t)1, sizeof(struct fcl_mem *));
	for (side = save->roots ? holdings->sides : NULL; side; side = side->next)
		if (would_be_lost(save->device, side) && fcl_object_try_ref(side->root))
			save->roots[save->nroots++] = side->root;
	pthread_mutex_unlock(&holdings->lock);
	if (!save->roots)
		return fcl_err_set(err, -ENOMEM, "no memory for a list of %u buffers", count);
	/*
	 * Sorted, as two boards that are programmed concurrently must lock shared buffers in the
	 * same order.
	 */
	qsort(save->roots, save->nroots, sizeof(struct fcl_mem *), by_address);
	return 0;
}

/* Waits until the roots that are being destroyed have freed their memory. */
static void wait_for_destroyed(struct fcl_device *device)
{
	struct fcl_holdings *holdings = &device->holdings;
	bool some;

	do {
		struct fcl_device_side *side;

		pthread_mutex_lock(&holdings->lock);
		side = holdings->sides;
		while (side && !would_be_lost(device, side))
			side = side->next;
		some = side;
		pthread_mutex_unlock(&holdings->lock);
		if (some)
			fcl_pause_us(POLL_US);
	} while (some);
}

static struct fcl_device_side *save_side_of(const struct fcl_save *save, struct fcl_mem *root)
{
	return &root->sides[fcl_context_device(root->context, save->device)];
}

/*
 * Waits until no command uses the side, and keeps further commands off it. False: the side no
 * longer has memory.
 */
static bool save_acquire(struct fcl_save *save, struct fcl_mem *root)
{
	struct fcl_device_side *side = save_side_of(save, root);

	pthread_mutex_lock(&root->lock);
	while (root->busy || fcl_residency_in_use(root, side)) {
		pthread_mutex_unlock(&root->lock);
		fcl_pause_us(POLL_US);
		pthread_mutex_lock(&root->lock);
	}
	root->busy = true;
	fcl_span_publish(root);
	pthread_mutex_unlock(&root->lock);
	return side->buffer;
}

static int refuse_pinned(struct fcl_save *save, struct fcl_mem *root, struct fcl_err *err)
{
	const struct fcl_device_side *side = save_side_of(save, root);
	const struct fcl_hal_info *info = save->device->info;

	return fcl_err_set(
		err, -EBUSY,
		"a buffer of %" PRIu64
		" bytes is pinned in bank %s, whose contents programming loses: the host uses its device address or shares it; release it first",
		root->size, info->banks[atomic_load(&side->bank)].tag);
}

/* This save has made the root busy. */
static int close_window(struct fcl_save *save, struct fcl_mem *root, struct fcl_err *err)
{
	int index = fcl_context_device(root->context, save->device), error;

	pthread_mutex_lock(&root->lock);
	error = fcl_window_close(root, FCL_SIDE_DEVICE((uint32_t)index), err);
	pthread_mutex_unlock(&root->lock);
	return error;
}

/* --- saving ----------------------------------------------------------------------------------- */

static uint64_t save_bit_of(const struct fcl_save *save, const struct fcl_mem *root)
{
	return UINT64_C(1) << FCL_SIDE_DEVICE(
		       (uint32_t)fcl_context_device(root->context, save->device));
}

/*
 * Finds the next range at or after *at that is valid on this device only. False: there is none, or
 * -ENOMEM in *ret_error.
 */
static bool next_lone(struct fcl_mem *root, uint64_t bit, uint64_t *at, uint64_t *ret_start,
		      uint64_t *ret_end, int *ret_error)
{
	struct fcl_span span = {0};
	bool found = false;

	pthread_mutex_lock(&root->lock);
	while (!found && fcl_span_next(root, at, root->size, &span, ret_end))
		found = span.valid == bit;
	if (found && !fcl_mem_make_host(root))
		*ret_error = -ENOMEM;
	pthread_mutex_unlock(&root->lock);
	*ret_start = span.start;
	return found && !*ret_error;
}

/* Submits reads of the data that is valid on this device only. The root is busy. */
static int save_read_root(struct fcl_save *save, struct reads *reads, struct fcl_mem *root,
			  struct fcl_err *err)
{
	struct fcl_hal_buffer *buffer = save_side_of(save, root)->buffer;
	uint64_t at = 0, start, end, bit = save_bit_of(save, root);
	int error = 0;

	while (next_lone(root, bit, &at, &start, &end, &error)) {
		save->bytes += end - start;
		for (; start < end; start += CHUNK)
			read_chunk(reads, buffer, start, (char *)root->host + start,
				   end - start < CHUNK ? end - start : CHUNK);
	}
	return error ? fcl_err_set(err, error,
				   "no host memory to save a buffer of %" PRIu64 " bytes",
				   root->size)
		     : 0;
}

/* Marks the data that was read as valid on the host, and frees the device's memory. */
static void save_commit(struct fcl_save *save, struct fcl_mem *root)
{
	uint64_t bit = save_bit_of(save, root);

	pthread_mutex_lock(&root->lock);
	for (uint32_t i = 0; i < root->nspans; i++)
		if (root->spans[i].valid == bit)
			root->spans[i].valid |= UINT64_C(1) << FCL_SIDE_HOST;
	fcl_span_publish(root);
	fcl_move_drop_side(
		root, FCL_SIDE_DEVICE((uint32_t)fcl_context_device(root->context, save->device)));
	pthread_mutex_unlock(&root->lock);
	save->ndropped++;
}

static int save_roots(struct fcl_save *save, struct fcl_err *err)
{
	struct reads *reads = reads_create(save->device);
	int error = reads ? 0 : fcl_err_set(err, -ENOMEM, "no memory to save buffers"), failure;

	for (; !error && save->nbusy < save->nroots; save->nbusy++) {
		struct fcl_mem *root = save->roots[save->nbusy];

		if (!save_acquire(save, root))
			continue;
		error = save_side_of(save, root)->pinned ? refuse_pinned(save, root, err)
							 : close_window(save, root, err);
		if (!error)
			error = save_read_root(save, reads, root, err);
	}
	failure = reads ? reads_finish(reads, error ? NULL : err) : 0;
	reads_destroy(reads);
	return error ? error : failure;
}

int fcl_save_begin(struct fcl_device *device, struct fcl_save *ret_save, struct fcl_err *err)
{
	struct fcl_save *save = ret_save;
	uint64_t start = fcl_now_ns();
	int error;

	*save = (struct fcl_save){.device = device};
	if (!device->holdings.matter)
		return 0;
	fcl_holdings_close(device);
	save->closed = true;
	error = save_collect(save, err);
	if (!error)
		error = save_roots(save, err);
	for (uint32_t i = 0; !error && i < save->nroots; i++)
		if (save_side_of(save, save->roots[i])->buffer)
			save_commit(save, save->roots[i]);
	if (!error)
		wait_for_destroyed(device);
	save->ns = fcl_now_ns() - start;
	return error;
}

static void save_release(struct fcl_mem *root)
{
	pthread_mutex_lock(&root->lock);
	root->busy = false;
	fcl_span_publish(root);
	fcl_park_unlock(root);
}

void fcl_save_end(struct fcl_save *save)
{
	if (save->closed)
		fcl_park_wake(fcl_holdings_open(save->device));
	for (uint32_t i = 0; i < save->nbusy; i++)
		save_release(save->roots[i]);
	for (uint32_t i = 0; i < save->nroots; i++)
		fcl_object_unref(save->roots[i]);
	free(save->roots);
	*save = (struct fcl_save){.device = save->device};
}
