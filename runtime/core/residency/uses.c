/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/core/residency/uses.h"

#include <errno.h>

#include "base/clock.h"
#include "hal/bank.h"
#include "runtime/core/graph/event.h"
#include "runtime/core/graph/ready.h"
#include "runtime/core/objects/span.h"
#include "runtime/core/residency/claim.h"
#include "runtime/core/residency/move.h"
#include "runtime/core/residency/park.h"
#include "runtime/core/residency/rebank.h"
#include "runtime/core/residency/window.h"

/* The outcome of claiming one use. */
enum claim_state {
	CLAIM_DONE,
	CLAIM_STARTED, /* a move of its data was started */
	CLAIM_BUSY,    /* waits for other users of the buffer */
	CLAIM_CLOSED,  /* waits until the board has been programmed */
	CLAIM_FAILED,  /* round.error */
};

/* One attempt to claim all uses of a command. */
struct round {
	struct fcl_event *event;
	struct fcl_use *uses;
	uint32_t nuses;
	uint32_t started;      /* number of moves */
	uint32_t at;           /* the use at which the attempt stopped, or nuses */
	enum claim_state last; /* outcome of that use */
	int error;             /* error of that use, if it failed */
	struct fcl_err *err;
};

static uint64_t root_start(const struct fcl_use *use)
{
	return use->mem->origin + use->start;
}

static uint64_t root_end(const struct fcl_use *use)
{
	return use->mem->origin + use->end;
}

/*
 * Others that have a device's memory, by descriptor or address, may have written there since the
 * host's copy was made. So that copy no longer counts, unless it is the only one. The lock is held.
 */
static void distrust_host(struct fcl_mem *root)
{
	const uint64_t host = UINT64_C(1) << FCL_SIDE_HOST;
	uint64_t devices = 0;

	if (atomic_load(&root->window) != FCL_SIDE_HOST)
		return; /* the host has no separate copy */
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

/* The range is about to be copied to the device. The lock is held, and the buffer is not busy. */
static int trust_host(struct fcl_mem *root, const struct fcl_use *use)
{
	if (atomic_load(&root->window) != FCL_SIDE_HOST)
		return 0; /* the host has no separate copy */
	if (fcl_span_reserve(root))
		return -ENOMEM;
	fcl_span_set(root, root_start(use), root_end(use), 0, UINT64_C(1) << FCL_SIDE_HOST);
	fcl_span_publish(root);
	return 0;
}

static bool has_memory(const struct fcl_mem *root, uint32_t side)
{
	return side == FCL_SIDE_HOST || fcl_device_side(root, side)->buffer;
}

/* Whether the command has to wait for others before it can use the buffer. The lock is held. */
static bool must_park(struct fcl_mem *root, const struct fcl_use *use)
{
	return root->busy ||
	       (use->move && fcl_residency_in_use(root, fcl_device_side(root, use->side)));
}

static enum claim_state uses_fail(struct round *round, int error)
{
	round->error = error;
	return CLAIM_FAILED;
}

/*
 * The data is in place: counts the user, and marks data that it will write as written. The lock is
 * held.
 */
static enum claim_state uses_take(struct round *round, struct fcl_mem *root,
				  const struct fcl_use *use)
{
	if (use->access != FCL_ACCESS_READ) {
		if (fcl_span_reserve(root))
			return uses_fail(round, -ENOMEM);
		fcl_span_set(root, root_start(use), root_end(use), use->keeps ? UINT64_MAX : 0,
			     UINT64_C(1) << use->side);
	}
	if (use->side != FCL_SIDE_HOST)
		atomic_fetch_add_explicit(&fcl_device_side(root, use->side)->users, 1,
					  memory_order_relaxed);
	fcl_span_publish(root);
	return CLAIM_DONE;
}

/* The lock is held. */
static enum claim_state uses_move(struct round *round, struct fcl_mem *root,
				  const struct fcl_use *use, bool force)
{
	switch (fcl_move_in(round->event, root, root_start(use), root_end(use), use->side, force,
			    round->err)) {
	case FCL_MOVE_STARTED:
		return CLAIM_STARTED;
	case FCL_MOVE_NOTHING:
		return uses_take(round, root, use);
	case FCL_MOVE_NO_MEMORY:
		break;
	}
	return uses_fail(round, -ENOMEM);
}

/*
 * The host may have obtained the buffer's address since the command checked that it may be moved.
 * The lock is held.
 */
static int prepare_move(struct fcl_mem *root, const struct fcl_use *use, struct fcl_err *err)
{
	if (fcl_device_side(root, use->side)->pinned)
		return fcl_err_set(
			err, -EXDEV,
			"a buffer cannot move to another bank: the host uses its device address or shares it");
	return fcl_window_close(root, use->side, err);
}

/* A move that this starts makes the buffer busy. The lock is held. */
static enum claim_state claim_locked(struct round *round, struct fcl_mem *root,
				     const struct fcl_use *use, bool force)
{
	uint64_t bit = UINT64_C(1) << use->side;
	int error;

	if (must_park(root, use))
		return CLAIM_BUSY;
	if (force && use->side == FCL_SIDE_HOST)
		distrust_host(root);
	if (use->move && (error = prepare_move(root, use, round->err)))
		return uses_fail(round, error);
	/*
	 * If there is no buffer any more, the move is done; it may have ended before this attempt.
	 */
	if (use->move && fcl_device_side(root, use->side)->buffer)
		return fcl_move_out(round->event, root, use->side, round->err) == FCL_MOVE_STARTED
			       ? CLAIM_STARTED
			       : uses_fail(round, -ENOMEM);
	switch (fcl_residency_make_side(root, use, &round->error, round->err)) {
	case FCL_MEMORY_THERE:
		break;
	case FCL_MEMORY_CLOSED:
		return CLAIM_CLOSED;
	case FCL_MEMORY_FAILED:
		return CLAIM_FAILED;
	}
	/* While the HAL was allocating, another command may have moved the side out again. */
	if (root->busy || !has_memory(root, use->side))
		return CLAIM_BUSY;
	if (force && use->trust && trust_host(root, use))
		return uses_fail(round, -ENOMEM);
	if (use->access == FCL_ACCESS_WRITE ||
	    (!force && fcl_span_covers(root, root_start(use), root_end(use), bit)))
		return uses_take(round, root, use);
	return uses_move(round, root, use, force);
}

/* Whether the data must be moved even if it seems to be in place: once per command. */
static bool is_forced(const struct fcl_event *event, const struct fcl_use *uses, uint32_t i)
{
	if (i < event->forced)
		return false;
	return uses[i].force ||
	       (uses[i].side == FCL_SIDE_HOST && atomic_load(&uses[i].mem->root->shared));
}

static enum claim_state uses_claim(struct round *round, const struct fcl_use *use, bool force)
{
	struct fcl_mem *root = use->mem->root;
	enum claim_state state;

	pthread_mutex_lock(&root->lock);
	state = claim_locked(round, root, use, force);
	pthread_mutex_unlock(&root->lock);
	return state;
}

/*
 * Parks the command before it checks whether it has to wait; fcl_residency_release() decrements the
 * count before it checks for parked commands, so at least one of the two sees the other's store.
 * False: there is nothing left to wait for.
 */
static bool uses_park(struct fcl_event *event, const struct fcl_use *use, enum claim_state why)
{
	struct fcl_mem *root = use->mem->root;
	bool parked;

	if (why == CLAIM_CLOSED)
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

/* Claims uses until one has to wait or fails. Claimed ones are marked. */
static void claim_all(struct round *round)
{
	uint32_t i;

	for (i = 0; i < round->nuses; i++) {
		struct fcl_use *use = &round->uses[i];
		bool force = is_forced(round->event, round->uses, i);

		/*
		 * A claim marks its data as written, so nothing is claimed while a move may still
		 * fail.
		 */
		use->claimed = false;
		if (round->started && use->access == FCL_ACCESS_WRITE)
			continue;
		round->last = uses_claim(round, use, force);
		use->claimed = round->last == CLAIM_DONE;
		if (round->last != CLAIM_DONE && round->last != CLAIM_STARTED)
			break;
		if (force)
			round->event->forced = i + 1;
		round->started += round->last == CLAIM_STARTED;
	}
	round->at = i;
}

static void uses_release_all(const struct round *round)
{
	for (uint32_t i = 0; i < round->at; i++)
		if (round->uses[i].claimed && round->uses[i].side != FCL_SIDE_HOST)
			fcl_residency_release(round->uses[i].mem, round->uses[i].side);
}

/* Returns false if the command can be planned again at once. */
static bool plan_round(struct round *round, enum fcl_plan *ret_plan)
{
	struct fcl_event *event = round->event;
	int failure;

	atomic_store_explicit(&event->requests, 1, memory_order_relaxed);
	claim_all(round);
	*ret_plan = FCL_PLAN_READY;
	if (round->at == round->nuses && !round->started)
		return true;
	fcl_event_reach(event, CL_SUBMITTED);
	uses_release_all(round);
	if (round->started) {
		/*
		 * Started moves must end first, even before an error; the last one to end
		 * continues.
		 */
		if (round->last == CLAIM_FAILED && !event->failure)
			event->failure = round->error;
		*ret_plan = FCL_PLAN_WAITS;
		if (atomic_fetch_sub(&event->requests, 1) != 1)
			return true;
		failure = event->failure;
		if (!failure)
			return fcl_move_postponed(event);
		round->error = failure;
		*ret_plan = FCL_PLAN_FAILED;
		return true;
	}
	*ret_plan = round->last == CLAIM_FAILED ? FCL_PLAN_FAILED : FCL_PLAN_WAITS;
	if (round->last == CLAIM_FAILED)
		return true;
	/* Must come first: once parked, the command may be issued again at any time. */
	fcl_rebank_end(event->queue->device, event);
	return uses_park(event, &round->uses[round->at], round->last);
}

static bool any_moves(const struct fcl_use *uses, uint32_t nuses)
{
	for (uint32_t i = 0; i < nuses; i++)
		if (uses[i].move)
			return true;
	return false;
}

enum fcl_plan fcl_residency_plan(struct fcl_event *event, struct fcl_use *uses, uint32_t nuses,
				 int *error, struct fcl_err *err)
{
	struct round round;
	enum fcl_plan plan;

	if (event->failure) {
		*error = event->failure;
		return FCL_PLAN_FAILED;
	}
	if (any_moves(uses, nuses) && !fcl_rebank_take(event->queue->device, event))
		return FCL_PLAN_WAITS;
	for (;;) {
		round = (struct round){.event = event, .uses = uses, .nuses = nuses, .err = err};
		if (plan_round(&round, &plan))
			break;
		if (any_moves(uses, nuses)) {
			/*
			 * `move` refers to the buffer's old location: the command is issued again
			 * to determine the new one.
			 */
			fcl_ready(event);
			return FCL_PLAN_WAITS;
		}
	}
	if (plan == FCL_PLAN_FAILED)
		*error = round.error;
	return plan;
}
