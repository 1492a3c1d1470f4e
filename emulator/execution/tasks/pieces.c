/* SPDX-License-Identifier: Apache-2.0 */
#include "emulator/execution/tasks/pieces.h"

#include <string.h>

#include "base/clock.h"
#include "emulator/execution/tasks/wake.h"
#include "emulator/memory/copy.h"
#include "emulator/primitives/stream_copy.h"
#include "emulator/state/board.h"
#include "hal/box.h"

enum {
	MIN_BYTES = 4 << 20,      /* a smaller copy ends before a helper starts */
	STREAMED_BYTES = 8 << 20, /* more than the caches can hold for the next reader */
	STREAMED_ROW = 64 << 10,
	PIECE_BYTES = 128 << 10,
	PIECES_AT_ONCE = 8, /* that a helper takes before it checks for other work */
	MAX_HELPERS = 3,    /* more threads do not increase memory bandwidth */
	SPIN_NS = 20 * 1000,
	LATE_NS = 50 * 1000,   /* longer than a piece takes */
	ALONE_FACTOR = 2,      /* initial time without help, as a multiple of the lost time */
	ABSENT_NS = 64 * 1000, /* initial time without help if no helper came */
	MAX_DOUBLINGS = 6,     /* of these times, if the failure repeats */
};

struct fcl_emu_pieces {
	const struct fcl_hal_box *box;
	char *source, *target;
	bool to_other;          /* the source has the box's own pitches */
	bool streamed;          /* uses streaming stores */
	uint32_t count;         /* number of pieces */
	uint32_t per_row;       /* pieces per row; 1 if rows are not split */
	uint64_t rows;          /* rows per piece */
	_Atomic uint64_t taken; /* low half: taken from the front; high half: from the back */

	struct fcl_emu_pieces *next; /* in board->copies; guarded by the board's lock */
	_Atomic uint32_t nhelpers;   /* changed with the board's lock held */
	uint32_t most_helpers;
};

/* --- splitting -------------------------------------------------------------------------------- */

static uint64_t pieces_rows_of(const struct fcl_hal_box *box)
{
	return (uint64_t)box->region[1] * box->region[2];
}

static void find_ends(const struct fcl_hal_request *request, struct fcl_emu_pieces *pieces)
{
	if (request->op == FCL_HAL_COPY) {
		pieces->box = &request->u.copy.box;
		pieces->source = fcl_emu_copy_at(request->u.copy.source,
						 request->u.copy.source_offset);
		pieces->target = fcl_emu_copy_at(request->u.copy.target,
						 request->u.copy.target_offset);
		pieces->to_other = true;
		return;
	}
	pieces->box = &request->u.transfer.box;
	pieces->source = pieces->target = fcl_emu_copy_at(request->u.transfer.buffer,
							  request->u.transfer.offset);
	pieces->to_other = request->op == FCL_HAL_READ;
	*(pieces->to_other ? &pieces->target : &pieces->source) = request->u.transfer.host;
}

static void pieces_cut(struct fcl_emu_pieces *pieces)
{
	uint64_t bytes = pieces->box->region[0], rows = pieces_rows_of(pieces->box);

	pieces->per_row = (uint32_t)((bytes + PIECE_BYTES - 1) / PIECE_BYTES);
	pieces->rows = pieces->per_row > 1 ? 1 : PIECE_BYTES / bytes;
	pieces->count = (uint32_t)((rows + pieces->rows - 1) / pieces->rows * pieces->per_row);
}

/* --- taking and copying pieces ---------------------------------------------------------------- */

/* Returns false if none is left. */
static bool pieces_take(struct fcl_emu_pieces *pieces, bool back, uint32_t *ret_index)
{
	uint64_t taken = atomic_load_explicit(&pieces->taken, memory_order_relaxed);
	uint32_t front, last;

	do {
		front = (uint32_t)taken;
		last = (uint32_t)(taken >> 32);
		if (front + last >= pieces->count)
			return false;
	} while (!atomic_compare_exchange_weak(&pieces->taken, &taken,
					       taken + (back ? UINT64_C(1) << 32 : 1)));
	*ret_index = back ? pieces->count - 1 - last : front;
	return true;
}

static void move_part(const struct fcl_emu_pieces *pieces, size_t row, uint64_t start,
		      uint64_t bytes)
{
	char *target = pieces->target + start;
	const char *source = pieces->source + start;
	size_t own, other;

	fcl_hal_box_next(pieces->box, &row, &own, &other);
	target += pieces->to_other ? other : own;
	source += pieces->to_other ? own : other;
	if (pieces->streamed)
		fcl_emu_stream_copy(target, source, bytes);
	else
		memcpy(target, source, bytes);
}

static void move_piece(const struct fcl_emu_pieces *pieces, uint32_t index)
{
	uint64_t row = index / pieces->per_row * pieces->rows, end = pieces_rows_of(pieces->box);
	uint64_t start = (uint64_t)(index % pieces->per_row) * PIECE_BYTES;
	uint64_t bytes = pieces->box->region[0] - start;

	if (end - row > pieces->rows)
		end = row + pieces->rows;
	for (; row < end; row++)
		move_part(pieces, row, start, bytes < PIECE_BYTES ? bytes : PIECE_BYTES);
}

/* --- helping ---------------------------------------------------------------------------------- */

static void pieces_take_out(struct fcl_emu_board *board, const struct fcl_emu_pieces *pieces)
{
	struct fcl_emu_pieces **link = &board->copies;

	while (*link && *link != pieces)
		link = &(*link)->next;
	if (*link)
		*link = pieces->next;
}

static struct fcl_emu_pieces *pieces_find_work(const struct fcl_emu_board *board)
{
	struct fcl_emu_pieces *pieces = board->copies;

	while (pieces && pieces->nhelpers >= pieces->most_helpers)
		pieces = pieces->next;
	return pieces;
}

bool fcl_emu_pieces_help(struct fcl_emu_board *board)
{
	struct fcl_emu_pieces *pieces = pieces_find_work(board);
	uint32_t index = 0;
	bool more = true;

	if (!pieces)
		return false;
	pieces->nhelpers++;
	pthread_mutex_unlock(&board->lock);
	for (unsigned i = 0; i < PIECES_AT_ONCE && (more = pieces_take(pieces, true, &index)); i++)
		move_piece(pieces, index);
	pthread_mutex_lock(&board->lock);
	if (!more)
		pieces_take_out(board, pieces);
	if (!--pieces->nhelpers)
		pthread_cond_broadcast(&board->copied);
	return true;
}

/* --- the owner -------------------------------------------------------------------------------- */

/* Lists the copy and wakes workers for it; the board's lock is held. */
static void pieces_ask_for_help(struct fcl_emu_board *board, struct fcl_emu_pieces *pieces)
{
	uint32_t most = board->max_workers > MAX_HELPERS ? MAX_HELPERS : board->max_workers - 1;

	if (!most || fcl_now_ns() < board->alone_until_ns)
		return;
	pieces->most_helpers = most;
	pieces->next = board->copies;
	board->copies = pieces;
	for (uint32_t i = 0; i < most; i++)
		fcl_emu_wake_worker(board);
}

/*
 * Decides when to request help again: on a busy machine, helpers come late, if at all, and are
 * preempted in the middle of a piece. A single failure may be chance. The board's lock is held.
 */
static void learn(struct fcl_emu_board *board, const struct fcl_emu_pieces *pieces, uint64_t end,
		  uint64_t waited)
{
	bool absent = !(atomic_load(&pieces->taken) >> 32);

	if (!pieces->most_helpers)
		return;
	if (!absent && waited <= LATE_NS) {
		board->times_alone /= 2;
		return;
	}
	board->alone_until_ns = end + ((absent ? ABSENT_NS : waited * ALONE_FACTOR)
				       << board->times_alone);
	if (board->times_alone < MAX_DOUBLINGS)
		board->times_alone++;
}

/* Waits until no helper has a piece; spins first, as a running helper finishes soon. */
static void pieces_wait_for_helpers(struct fcl_emu_board *board, struct fcl_emu_pieces *pieces)
{
	uint64_t end = fcl_now_ns(), waited = 0;

	while (atomic_load_explicit(&pieces->nhelpers, memory_order_relaxed) && waited < SPIN_NS)
		waited = fcl_now_ns() - end;
	pthread_mutex_lock(&board->lock);
	pieces_take_out(board, pieces);
	while (pieces->nhelpers)
		pthread_cond_wait(&board->copied, &board->lock);
	learn(board, pieces, end, fcl_now_ns() - end);
	pthread_mutex_unlock(&board->lock);
}

static bool may_stream(const struct fcl_hal_box *box)
{
	return box->region[0] >= STREAMED_ROW &&
	       box->region[0] * pieces_rows_of(box) >= STREAMED_BYTES;
}

/* Whether bytes that one piece writes may be read by another one, as the host shares memory. */
static bool pieces_overlap(const struct fcl_emu_pieces *pieces)
{
	uintptr_t source = (uintptr_t)pieces->source, target = (uintptr_t)pieces->target;
	uintptr_t source_end = source, target_end = target;
	size_t row = pieces_rows_of(pieces->box) - 1, own, other;

	fcl_hal_box_next(pieces->box, &row, &own, &other);
	source_end += (pieces->to_other ? own : other) + pieces->box->region[0];
	target_end += (pieces->to_other ? other : own) + pieces->box->region[0];
	return source < target_end && target < source_end;
}

void fcl_emu_pieces_run(struct fcl_emu_board *board, struct fcl_hal_request *request)
{
	struct fcl_emu_pieces pieces = {0};
	uint64_t start = fcl_now_ns();
	uint32_t index = 0;
	bool learns;

	if (request->op == FCL_HAL_FILL || fcl_emu_copy_bytes(request) < MIN_BYTES) {
		fcl_emu_copy_run(request);
		return;
	}
	find_ends(request, &pieces);
	if (pieces_overlap(&pieces)) {
		fcl_emu_copy_run(request);
		return;
	}
	pieces_cut(&pieces);
	learns = may_stream(pieces.box);
	pthread_mutex_lock(&board->lock);
	pieces.streamed = learns && fcl_emu_stream_choose(&board->stream_choice);
	pieces_ask_for_help(board, &pieces);
	pthread_mutex_unlock(&board->lock);
	while (pieces_take(&pieces, false, &index))
		move_piece(&pieces, index);
	pieces_wait_for_helpers(board, &pieces);
	if (!learns)
		return;
	pthread_mutex_lock(&board->lock);
	fcl_emu_stream_learn(&board->stream_choice, pieces.streamed, fcl_emu_copy_bytes(request),
			     fcl_now_ns() - start);
	pthread_mutex_unlock(&board->lock);
}
