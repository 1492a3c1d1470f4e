/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/core/residency/move.h"

#include <errno.h>
#include <stdlib.h>

#include "base/log.h"
#include "base/trace/trace.h"
#include "runtime/core/graph/ready.h"
#include "runtime/core/graph/worker.h"
#include "runtime/core/objects/holdings.h"
#include "runtime/core/objects/host_side.h"
#include "runtime/core/objects/span.h"
#include "runtime/core/residency/park.h"
#include "runtime/core/residency/traced.h"

enum { NO_SIDE = UINT32_MAX };

struct move;

/* A contiguous range that is being copied. */
struct piece {
	struct fcl_hal_request request;
	struct move *move;
	uint64_t start, end; /* bytes in the root */
	uint32_t from, to;   /* sides; one of them is the host, or both are devices */
	bool arrived;
};

/* What a side needs, and where to get it from. */
struct want {
	uint32_t to;    /* side */
	bool force;     /* also copy what is already valid there */
	uint64_t peers; /* sides of devices that can copy directly to it */
};

struct move {
	struct fcl_event *event;
	struct fcl_mem *root;
	uint32_t drop; /* device side to free afterwards, or NO_SIDE */
	_Atomic int failure;
	_Atomic uint32_t left; /* pieces not done, plus one while submitting */
	uint32_t npieces;
	struct piece pieces[];
};

/* Marks pieces that arrived as valid. The lock is held. False: some did not. */
static bool move_commit(struct move *move)
{
	bool complete = true;

	for (uint32_t i = 0; i < move->npieces; i++) {
		struct piece *piece = &move->pieces[i];

		if (!piece->arrived) {
			complete = false;
			continue;
		}
		if (fcl_span_reserve(move->root)) {
			atomic_store(&move->failure, -ENOMEM);
			return false;
		}
		fcl_span_set(move->root, piece->start, piece->end, UINT64_MAX,
			     UINT64_C(1) << piece->to);
	}
	return complete;
}

void fcl_move_drop_side(struct fcl_mem *root, uint32_t side)
{
	for (uint32_t i = 0; i < root->nspans; i++)
		if (root->spans[i].valid != UINT64_MAX)
			root->spans[i].valid &= ~(UINT64_C(1) << side);
	fcl_span_publish(root);
	pthread_mutex_unlock(&root->lock);
	fcl_holdings_drop(fcl_side_device(root, side), fcl_device_side(root, side));
	pthread_mutex_lock(&root->lock);
}

bool fcl_move_postponed(struct fcl_event *event)
{
	if (!atomic_exchange(&event->postponed, false))
		return false;
	event->forced = 0;
	fcl_worker_retry(event->queue->device, event);
	return true;
}

static void move_finish(struct move *move)
{
	struct fcl_event *event = move->event;
	struct fcl_mem *root = move->root;

	pthread_mutex_lock(&root->lock);
	if (!atomic_load(&move->failure) && move_commit(move) && move->drop != NO_SIDE)
		fcl_move_drop_side(root, move->drop);
	root->busy = false;
	fcl_span_publish(root);
	fcl_park_unlock(root);
	if (atomic_load(&move->failure))
		atomic_store(&event->failure, atomic_load(&move->failure));
	free(move);
	if (atomic_fetch_sub(&event->requests, 1) == 1 && !fcl_move_postponed(event))
		fcl_ready(event);
}

static void move_leave(struct move *move)
{
	if (atomic_fetch_sub(&move->left, 1) == 1)
		move_finish(move);
}

static bool is_direct(const struct piece *piece)
{
	return piece->from != FCL_SIDE_HOST && piece->to != FCL_SIDE_HOST;
}

/* The boards cannot reach each other after all: the command is planned again, through the host. */
static void give_up_peers(struct piece *piece, const char *text)
{
	struct fcl_device *device = fcl_side_device(piece->move->root, piece->from);

	fcl_log(FCL_LOG_WARN, "residency", "%s copies through the host from now on: %s",
		device->info->name, text ? text : "no reason given");
	atomic_store(&device->no_peers, true);
	atomic_store(&piece->move->event->postponed, true);
}

static void piece_done(struct fcl_hal_request *request, int status, const char *text)
{
	struct piece *piece = (struct piece *)request;

	if (fcl_trace_on())
		fcl_traced_transfer(fcl_side_device(piece->move->root, piece->from == FCL_SIDE_HOST
									       ? piece->to
									       : piece->from),
				    request, status);
	if (status && is_direct(piece)) {
		give_up_peers(piece, text);
	} else if (status) {
		fcl_log(FCL_LOG_ERROR, "residency", "a transfer failed: %s",
			text ? text : "no reason given");
		atomic_store(&piece->move->failure, status);
	}
	piece->arrived = !status;
	move_leave(piece->move);
}

/* The side to copy from: the host if it has the data, else a peer, else another device. */
static uint32_t source_of(uint64_t valid, uint64_t peers)
{
	return (uint32_t)__builtin_ctzll(!(valid & 1) && valid & peers ? valid & peers : valid);
}

/*
 * Determines the copy that brings a range with this mask to, or closer to, its target. False: no
 * copy is needed. One of *ret_from and *ret_to is the host, unless the boards can reach each other.
 */
static bool route(uint64_t valid, const struct want *want, uint32_t *ret_from, uint32_t *ret_to)
{
	bool there = valid >> want->to & 1;

	if (valid == UINT64_MAX || (there && !want->force))
		return false;
	if (there && (want->to == FCL_SIDE_HOST || !(valid & 1)))
		return false;
	*ret_from = source_of(valid, want->peers);
	*ret_to = *ret_from == FCL_SIDE_HOST || want->peers >> *ret_from & 1 ? want->to
									     : FCL_SIDE_HOST;
	return true;
}

/* Counts the pieces of a move; *ret_host: whether a piece reads or writes the host's side. */
static uint32_t count_pieces(const struct fcl_mem *root, uint64_t start, uint64_t end,
			     const struct want *want, bool *ret_host)
{
	uint32_t count = 0, from = FCL_SIDE_HOST, to = FCL_SIDE_HOST;
	struct fcl_span piece;
	uint64_t piece_end;

	while (fcl_span_next(root, &start, end, &piece, &piece_end)) {
		if (!route(piece.valid, want, &from, &to))
			continue;
		*ret_host |= from == FCL_SIDE_HOST || to == FCL_SIDE_HOST;
		count++;
	}
	return count;
}

/* The sides of devices that can copy directly to the device of side `to`. */
static uint64_t peers_of(const struct fcl_mem *root, uint32_t to)
{
	const struct fcl_context *context = root->context;
	const struct fcl_device *target = to == FCL_SIDE_HOST ? NULL : fcl_side_device(root, to);
	uint64_t peers = 0;

	for (uint32_t i = 0; target && i < context->ndevices; i++) {
		struct fcl_device *device = context->devices[i];

		if (device != target && device->hal == target->hal &&
		    device->info->caps & FCL_HAL_CAP_PEER && !atomic_load(&device->no_peers) &&
		    !device->hal->peer(device->board, target->board))
			peers |= UINT64_C(1) << FCL_SIDE_DEVICE(i);
	}
	return peers;
}

static struct move *create_move(struct fcl_event *event, struct fcl_mem *root, uint32_t npieces)
{
	size_t bytes = sizeof(struct move) + npieces * sizeof(struct piece);
	struct move *move = aligned_alloc(64, (bytes + 63) / 64 * 64);

	if (!move)
		return NULL;
	*move = (struct move){.event = event, .root = root, .drop = NO_SIDE, .npieces = npieces};
	return move;
}

static void fill_copy(struct piece *piece, const struct fcl_mem *root,
		      const struct fcl_hal_box *box)
{
	piece->request.op = FCL_HAL_COPY;
	piece->request.u.copy.source = fcl_device_side(root, piece->from)->buffer;
	piece->request.u.copy.target = fcl_device_side(root, piece->to)->buffer;
	piece->request.u.copy.source_offset = piece->request.u.copy.target_offset = piece->start;
	piece->request.u.copy.box = *box;
}

static void fill_transfer(struct piece *piece, const struct fcl_mem *root,
			  const struct fcl_hal_box *box)
{
	bool write = piece->from == FCL_SIDE_HOST;

	piece->request.op = write ? FCL_HAL_WRITE : FCL_HAL_READ;
	piece->request.u.transfer.buffer =
		fcl_device_side(root, write ? piece->to : piece->from)->buffer;
	piece->request.u.transfer.offset = piece->start;
	piece->request.u.transfer.host = (char *)root->host + piece->start;
	piece->request.u.transfer.box = *box;
}

static void fill_piece(struct move *move, struct piece *piece, const struct fcl_span *span,
		       uint64_t end, uint32_t from, uint32_t to)
{
	const struct fcl_hal_box box = fcl_hal_linear_box(end - span->start);

	piece->move = move;
	piece->start = span->start;
	piece->end = end;
	piece->from = from;
	piece->to = to;
	piece->arrived = false;
	piece->request.flags = fcl_trace_on() ? FCL_HAL_TIMED : 0;
	piece->request.start_ns = piece->request.end_ns = 0;
	piece->request.done = piece_done;
	piece->request.tag = move->event->queue;
	if (is_direct(piece))
		fill_copy(piece, move->root, &box);
	else
		fill_transfer(piece, move->root, &box);
}

static void fill_pieces(struct move *move, uint64_t start, uint64_t end, const struct want *want)
{
	struct piece *piece = move->pieces;
	uint32_t from, to;
	struct fcl_span span;
	uint64_t span_end;

	while (fcl_span_next(move->root, &start, end, &span, &span_end))
		if (route(span.valid, want, &from, &to))
			fill_piece(move, piece++, &span, span_end, from, to);
}

/* Submits all pieces. The lock is held before and after, but not across the HAL. */
static void move_submit(struct move *move)
{
	struct fcl_mem *root = move->root;
	uint32_t npieces = move->npieces;

	root->busy = true;
	fcl_span_publish(root);
	atomic_fetch_add(&move->event->requests, 1);
	atomic_store(&move->left, npieces + 1);
	pthread_mutex_unlock(&root->lock);
	for (uint32_t i = 0; i < npieces; i++) {
		struct piece *piece = &move->pieces[i];
		uint32_t side = piece->from == FCL_SIDE_HOST ? piece->to : piece->from;
		struct fcl_device *device = fcl_side_device(root, side);
		struct fcl_hal_request *request = &piece->request;
		int error;

		error = device->hal->submit(device->board, &request, 1);
		if (error == -EAGAIN) {
			atomic_store(&move->event->postponed, true);
			move_leave(move);
		} else if (error)
			piece_done(request, error, "the board refused the request");
	}
	move_leave(move);
	pthread_mutex_lock(&root->lock);
}

static enum fcl_move_state move_no_memory(struct fcl_err *err, uint64_t bytes, const char *where)
{
	fcl_err_set(err, -ENOMEM, "no host memory to move %llu bytes%s", (unsigned long long)bytes,
		    where);
	return FCL_MOVE_NO_MEMORY;
}

enum fcl_move_state fcl_move_in(struct fcl_event *event, struct fcl_mem *root, uint64_t start,
				uint64_t end, uint32_t side, bool force, struct fcl_err *err)
{
	const struct want want = {side, force, peers_of(root, side)};
	bool host = false;
	uint32_t npieces = count_pieces(root, start, end, &want, &host);
	struct move *move;

	if (!npieces)
		return FCL_MOVE_NOTHING;
	move = !host || fcl_mem_make_host(root) ? create_move(event, root, npieces) : NULL;
	if (!move)
		return move_no_memory(err, end - start, "");
	fill_pieces(move, start, end, &want);
	move_submit(move);
	return FCL_MOVE_STARTED;
}

enum fcl_move_state fcl_move_out(struct fcl_event *event, struct fcl_mem *root, uint32_t side,
				 struct fcl_err *err)
{
	uint32_t npieces = 0, at = 0;
	uint64_t start = 0, end;
	struct fcl_span span;
	struct move *move;

	while (fcl_span_next(root, &start, root->size, &span, &end))
		npieces += span.valid == UINT64_C(1) << side;
	move = fcl_mem_make_host(root) ? create_move(event, root, npieces) : NULL;
	if (!move)
		return move_no_memory(err, root->size, " to another bank");
	move->drop = side;
	for (start = 0; fcl_span_next(root, &start, root->size, &span, &end);)
		if (span.valid == UINT64_C(1) << side)
			fill_piece(move, &move->pieces[at++], &span, end, side, FCL_SIDE_HOST);
	move_submit(move);
	return FCL_MOVE_STARTED;
}
