/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/core/residency/residency.h"

#include <errno.h>

#include "hal/bank.h"
#include "runtime/core/graph/ready.h"
#include "runtime/core/objects/holdings.h"
#include "runtime/core/objects/span.h"
#include "runtime/core/residency/move.h"
#include "runtime/core/residency/park.h"
#include "runtime/core/residency/standing.h"

enum { USE_CLOSED = FCL_SIDE_CLOSED, USE_STARTED = 2, USE_BUSY = 3 };

static uint64_t root_start(const struct fcl_use *use)
{
	return use->mem->origin + use->start;
}

static uint64_t root_end(const struct fcl_use *use)
{
	return use->mem->origin + use->end;
}

static bool has_memory(const struct fcl_mem *root, uint32_t side)
{
	return side == FCL_SIDE_HOST || fcl_device_side(root, side)->buffer;
}

int fcl_residency_make_side(struct fcl_mem *root, const struct fcl_use *use, struct fcl_err *err)
{
	struct fcl_hal_buffer *buffer = NULL;
	struct fcl_device *device;
	int error;

	if (use->side == FCL_SIDE_HOST)
		return fcl_mem_make_host(root) ? 0 : -ENOMEM;
	if (fcl_device_side(root, use->side)->buffer)
		return 0;
	device = fcl_side_device(root, use->side);
	if (!fcl_holdings_enter(device))
		return FCL_SIDE_CLOSED;
	root->busy = true;
	fcl_span_publish(root);
	pthread_mutex_unlock(&root->lock);
	error = device->hal->buffer_alloc(device->board, use->program, use->bank, root->size,
					  &buffer, err);
	pthread_mutex_lock(&root->lock);
	root->busy = false;
	if (buffer)
		fcl_holdings_add(device, fcl_device_side(root, use->side), buffer);
	fcl_holdings_leave(device);
	fcl_span_publish(root);
	fcl_park_unlock(root);
	pthread_mutex_lock(&root->lock);
	return error == -ENOMEM ? -ENOSPC : error;
}

/*
 * Who else has a device's memory, by descriptor or address, may have written there since the host's
 * copy was made: it counts for nothing, unless it is the only one. The lock is held.
 */
static void distrust_host(struct fcl_mem *root)
{
	const uint64_t host = UINT64_C(1) << FCL_SIDE_HOST;
	uint64_t devices = 0;

	for (uint32_t i = 0; i < root->context->ndevices; i++)
		if (root->sides[i].buffer)
			devices |= UINT64_C(1) << FCL_SIDE_DEVICE(i);
	for (uint32_t i = 0; devices && i < root->nspans; i++) {
		uint64_t *valid = &root->spans[i].valid;

		if (*valid & ~host)
			*valid &= devices;
	}
	fcl_span_publish(root);
}

/*
 * A launch counts itself among the users first and looks at `settled` second; here it is the other
 * way round, so that one of the two sees the other.
 */
bool fcl_residency_in_use(struct fcl_mem *root, const struct fcl_device_side *side)
{
	atomic_store(&root->settled, 0);
	fcl_standing_revoke(root);
	return atomic_load(&side->users);
}

/* Whether the command must wait for others before it can use the buffer. The lock is held. */
static bool must_park(struct fcl_mem *root, const struct fcl_use *use)
{
	return root->busy ||
	       (use->move && fcl_residency_in_use(root, fcl_device_side(root, use->side)));
}

/* The bytes are there: counts the user, and what it will write as written. The lock is held. */
static int take(struct fcl_mem *root, const struct fcl_use *use)
{
	if (use->access != FCL_ACCESS_READ) {
		if (fcl_span_reserve(root))
			return -ENOMEM;
		fcl_span_set(root, root_start(use), root_end(use), 0, UINT64_C(1) << use->side);
	}
	if (use->side != FCL_SIDE_HOST)
		atomic_fetch_add_explicit(&fcl_device_side(root, use->side)->users, 1,
					  memory_order_relaxed);
	fcl_span_publish(root);
	return FCL_PLAN_READY;
}

/* The lock is held; a move that was started has made the buffer busy. */
static int claim_locked(struct fcl_event *event, struct fcl_mem *root, const struct fcl_use *use,
			bool force, struct fcl_err *err)
{
	uint64_t bit = UINT64_C(1) << use->side;
	int error;

	if (must_park(root, use))
		return USE_BUSY;
	if (force && use->side == FCL_SIDE_HOST)
		distrust_host(root);
	/* Without a buffer the move is done: it may have ended before this round of the plan. */
	if (use->move && fcl_device_side(root, use->side)->buffer) {
		error = fcl_move_out(event, root, use->side, err);
		return error ? error : USE_STARTED;
	}
	error = fcl_residency_make_side(root, use, err);
	if (error)
		return error;
	/* Somebody came in while the HAL allocated, and may have moved the side out again. */
	if (root->busy || !has_memory(root, use->side))
		return USE_BUSY;
	if (use->access == FCL_ACCESS_WRITE ||
	    (!force && fcl_span_covers(root, root_start(use), root_end(use), bit)))
		return take(root, use);
	error = fcl_move_in(event, root, root_start(use), root_end(use), use->side, force, err);
	if (error == FCL_MOVE_NOTHING)
		return take(root, use);
	return error ? error : USE_STARTED;
}

/* Whether the bytes are to be moved even if they seem to be there: once for each command. */
static bool is_forced(const struct fcl_event *event, const struct fcl_use *uses, uint32_t i)
{
	if (i < event->forced)
		return false;
	return uses[i].force ||
	       (uses[i].side == FCL_SIDE_HOST && atomic_load(&uses[i].mem->root->shared));
}

static int claim(struct fcl_event *event, const struct fcl_use *use, bool force,
		 struct fcl_err *err)
{
	struct fcl_mem *root = use->mem->root;
	int result;

	pthread_mutex_lock(&root->lock);
	result = claim_locked(event, root, use, force, err);
	pthread_mutex_unlock(&root->lock);
	return result;
}

/*
 * False if there is nothing to wait for any more. It parks first and looks second, because
 * fcl_residency_release() counts down first and looks for the parked second.
 */
static bool park(struct fcl_event *event, const struct fcl_use *use, int why)
{
	struct fcl_mem *root = use->mem->root;
	bool parked;

	if (why == USE_CLOSED)
		return fcl_park_holdings(fcl_side_device(root, use->side), event);
	pthread_mutex_lock(&root->lock);
	event->next_parked = atomic_load(&root->parked);
	atomic_store(&root->parked, event);
	parked = must_park(root, use);
	if (!parked)
		atomic_store(&root->parked, event->next_parked);
	pthread_mutex_unlock(&root->lock);
	return parked;
}

/*
 * Claims uses until one is busy or fails, counting the moves that were started. Returns the last
 * use's result; the first *ret_count uses were looked at, and those with a set bit in `claimed` are
 * claimed.
 */
static int claim_all(struct fcl_event *event, const struct fcl_use *uses, uint32_t nuses,
		     bool *claimed, uint32_t *ret_started, uint32_t *ret_at, struct fcl_err *err)
{
	uint32_t started = 0, i;
	int result = FCL_PLAN_READY;

	for (i = 0; i < nuses; i++) {
		bool force = is_forced(event, uses, i);

		/* It counts as written once it is claimed: not while a move may still fail. */
		claimed[i] = false;
		if (started && uses[i].access == FCL_ACCESS_WRITE)
			continue;
		result = claim(event, &uses[i], force, err);
		claimed[i] = result == FCL_PLAN_READY;
		if (result == USE_BUSY || result == USE_CLOSED || result < 0)
			break;
		if (force)
			event->forced = i + 1;
		started += result == USE_STARTED;
	}
	*ret_started = started;
	*ret_at = i;
	return result;
}

/* One round: READY, WAITS, -EAGAIN (internal: plan once more) or an error. */
static int plan_round(struct fcl_event *event, const struct fcl_use *uses, uint32_t nuses,
		      bool *claimed, struct fcl_err *err)
{
	uint32_t started, at;
	int result;

	atomic_store_explicit(&event->requests, 1, memory_order_relaxed);
	result = claim_all(event, uses, nuses, claimed, &started, &at, err);
	if (at == nuses && !started)
		return FCL_PLAN_READY;
	fcl_event_reach(event, CL_SUBMITTED);
	for (uint32_t i = 0; i < at; i++)
		if (claimed[i] && uses[i].side != FCL_SIDE_HOST)
			fcl_residency_release(uses[i].mem, uses[i].side);
	if (started) {
		/* What was started must end first, even before an error; the last of us goes on. */
		if (result < 0 && !event->failure)
			event->failure = result;
		if (atomic_fetch_sub(&event->requests, 1) != 1)
			return FCL_PLAN_WAITS;
		if (event->failure)
			return event->failure;
		return fcl_move_postponed(event) ? FCL_PLAN_WAITS : -EAGAIN;
	}
	if (result < 0)
		return result;
	return park(event, &uses[at], result) ? FCL_PLAN_WAITS : -EAGAIN;
}

static bool any_moves(const struct fcl_use *uses, uint32_t nuses)
{
	for (uint32_t i = 0; i < nuses; i++)
		if (uses[i].move)
			return true;
	return false;
}

int fcl_residency_plan(struct fcl_event *event, const struct fcl_use *uses, uint32_t nuses,
		       struct fcl_err *err)
{
	bool claimed[nuses + 1];
	int result;

	if (event->failure)
		return event->failure;
	do {
		result = plan_round(event, uses, nuses, claimed, err);
		if (result == -EAGAIN && any_moves(uses, nuses)) {
			/* `move` is about where the buffer was: its caller looks again. */
			fcl_ready(event);
			return FCL_PLAN_WAITS;
		}
	} while (result == -EAGAIN);
	return result;
}

struct fcl_settled fcl_residency_settled(const struct fcl_mem *mem, uint32_t side,
					 enum fcl_access access)
{
	uint64_t bit = UINT64_C(1) << side, one = mem->root->one;

	if (access == FCL_ACCESS_READ)
		return (struct fcl_settled){&mem->root->settled, bit, bit};
	return (struct fcl_settled){&mem->root->settled, UINT64_MAX, bit & one ? one : bit};
}

bool fcl_residency_claim_settled(struct fcl_mem *mem, uint32_t side, enum fcl_access access)
{
	struct fcl_settled need = fcl_residency_settled(mem, side, access);

	atomic_fetch_add(&fcl_device_side(mem->root, side)->users, 1);
	if (fcl_residency_is_settled(&need))
		return true;
	fcl_residency_release(mem, side);
	return false;
}

/* Who is parked may wait for the last user; claims that stand may be all that is left of them. */
void fcl_residency_release(struct fcl_mem *mem, uint32_t side)
{
	struct fcl_mem *root = mem->root;

	atomic_fetch_sub(&fcl_device_side(root, side)->users, 1);
	if (!atomic_load(&root->parked))
		return;
	pthread_mutex_lock(&root->lock);
	fcl_standing_revoke(root);
	if (atomic_load(&fcl_device_side(root, side)->users))
		pthread_mutex_unlock(&root->lock);
	else
		fcl_park_unlock(root);
}

/*
 * The board's bank for a buffer's first use other than by a kernel: the one asked for, which is an
 * index into the topology of the loaded image, else that of the argument it was set on.
 */
uint32_t fcl_residency_first_bank(struct fcl_device *device, struct fcl_mem *root)
{
	uint32_t wanted = root->wanted_bank;
	const struct fcl_image *image;

	if (wanted == FCL_HAL_BANK_DEFAULT) {
		wanted = atomic_load_explicit(&root->hinted_bank, memory_order_relaxed);
		return wanted < device->info->nbanks ? wanted : FCL_HAL_BANK_DEFAULT;
	}
	pthread_mutex_lock(&device->lock);
	image = fcl_device_image(device);
	if (image && wanted < image->nmems)
		wanted = fcl_hal_bank_of_mem(device->info, &image->mems[wanted]);
	pthread_mutex_unlock(&device->lock);
	return wanted;
}
