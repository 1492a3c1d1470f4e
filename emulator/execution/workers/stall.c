/* SPDX-License-Identifier: Apache-2.0 */
#include "emulator/execution/workers/stall.h"

#include <errno.h>
#include <stdio.h>

#include "base/clock.h"
#include "base/log.h"
#include "emulator/execution/fifos/chain.h"
#include "emulator/execution/fifos/deadlocked.h"
#include "emulator/execution/fifos/fifo.h"
#include "emulator/execution/fifos/wait.h"
#include "emulator/execution/tasks/wake.h"
#include "emulator/execution/units/unit.h"
#include "emulator/state/board.h"
#include "emulator/state/fifo.h"
#include "emulator/state/unit.h"

/*
 * Watcher rounds before a peer that is not started is reported; members of a cycle that are logged.
 */
enum { ROUNDS_BEFORE_REPORT = 40, MEMBERS_LOGGED = 16 };
/* What is spent on finding depths after a deadlock: bytes of all FIFOs, and time. */
enum { MOST_GROWTH = 256 << 20 };
#define MOST_GROWTH_NS UINT64_C(5000000000)

static struct fcl_emu_cu *other_end(const struct fcl_emu_fifo *fifo, int side)
{
	return fcl_emu_chain_user(fifo->end[!side], fifo);
}

/*
 * The execution that must move packets, or end, before this CU can continue. For a CU that waits
 * for any of several FIFOs, it is the one at the first of them.
 */
static struct fcl_emu_cu *stall_peer(const struct fcl_emu_cu *cu)
{
	struct fcl_emu_cu *older = cu->blocked_turn ? cu->older : NULL;

	while (older && older->state == FCL_EMU_HELD)
		older = older->older;
	if (cu->blocked_turn || !cu->blocked_on)
		return older;
	return other_end(cu->blocked_on, cu->blocked_side);
}

static bool stall_is_stuck(const struct fcl_emu_cu *cu)
{
	return cu && fcl_emu_is_stuck(cu) && !(cu->blocked_any && cu->live);
}

/* Whether it was free-running until it failed. It remains so until the image is loaded again. */
static bool has_failed(const struct fcl_emu_cu *cu)
{
	return cu && cu->model->control == FCL_MODEL_CTRL_NONE && cu->state == FCL_EMU_IDLE &&
	       cu->status;
}

/* Whether this CU, or the CU at the end of its chain of peers, can still make progress. */
static bool can_progress(const struct fcl_emu_cu *cu)
{
	for (uint32_t steps = 0; stall_is_stuck(cu) && !cu->blocked_any; steps++) {
		if (steps > cu->program->board->nwaiting)
			return false;
		cu = stall_peer(cu);
	}
	return !stall_is_stuck(cu) && !has_failed(cu);
}

static bool has_live_fifo(const struct fcl_emu_cu *cu)
{
	for (uint32_t i = 0; i < cu->model->nports; i++) {
		int side = cu->model->ports[i].kind == FCL_MODEL_PORT_STREAM_IN ? FCL_EMU_READER
										: FCL_EMU_WRITER;

		if (cu->waits[i].wanted && can_progress(other_end(cu->ports[i], side)))
			return true;
	}
	return false;
}

/*
 * Marks CUs that wait for any of several FIFOs and can still make progress; for the others, each
 * FIFO leads to a deadlock.
 */
static void mark_live(struct fcl_emu_board *board)
{
	bool found = true;

	for (struct fcl_emu_cu *cu = board->waiting; cu; cu = cu->next_waiting)
		cu->live = false;
	while (found) {
		found = false;
		for (struct fcl_emu_cu *cu = board->waiting; cu; cu = cu->next_waiting)
			if (cu->blocked_any && stall_is_stuck(cu) && has_live_fifo(cu))
				cu->live = found = true;
	}
}

/*
 * Follows peers from `cu`; returns a CU on the closed cycle that they lead to, or NULL. CUs on the
 * way are marked, so that the same search, whose first mark is `first`, does not visit them again.
 */
static struct fcl_emu_cu *find_cycle(struct fcl_emu_cu *cu, uint64_t first)
{
	uint64_t mark = ++cu->program->board->mark;

	while (stall_is_stuck(cu) && cu->mark < first) {
		cu->mark = mark;
		cu = stall_peer(cu);
	}
	return stall_is_stuck(cu) && cu->mark == mark ? cu : NULL;
}

static const char *what(const struct fcl_emu_cu *cu)
{
	if (cu->blocked_turn)
		return "in use by an older execution";
	return cu->blocked_side == FCL_EMU_READER ? "empty" : "full";
}

/* The writer of the smallest full FIFO in the cycle; NULL: none of them is full. */
static struct fcl_emu_cu *smallest_full(struct fcl_emu_cu *cu)
{
	struct fcl_emu_cu *at = cu, *found = NULL;

	do {
		if (at->blocked_side == FCL_EMU_WRITER && !at->blocked_turn &&
		    (!found || at->blocked_on->pub.depth < found->blocked_on->pub.depth))
			found = at;
		at = stall_peer(at);
	} while (at != cu);
	return found;
}

/* Says for each member of a new cycle what it waits for; logs these sentences, up to a limit. */
static void describe_cycle(struct fcl_emu_cu *cu)
{
	struct fcl_emu_cu *at = cu;
	unsigned count = 0;

	do {
		struct fcl_emu_cu *next = stall_peer(at);

		snprintf(
			at->error, sizeof(at->error),
			"deadlock: blocked on FIFO %s, which is %s (depth %u), while %s at its other end is also blocked",
			at->blocked_on->name, what(at), (unsigned)at->blocked_on->pub.depth,
			next->name);
		if (count++ < MEMBERS_LOGGED)
			fcl_log(FCL_LOG_ERROR, "emulator", "%s: %s", at->name, at->error);
		at = next;
	} while (at != cu);
	if (count > MEMBERS_LOGGED)
		fcl_log(FCL_LOG_ERROR, "emulator",
			"the deadlock has %u compute units; the first %u are listed above", count,
			(unsigned)MEMBERS_LOGGED);
}

static struct fcl_emu_cu *find_member(const struct fcl_emu_board *board)
{
	struct fcl_emu_cu *cu = board->waiting;

	while (cu && !cu->in_cycle)
		cu = cu->next_waiting;
	return cu;
}

/* What the members of a cycle that cannot go on are told; `full` is a full FIFO in it, or NULL. */
static void mark_members(struct fcl_emu_cu *cu, const struct fcl_emu_fifo *full)
{
	struct fcl_emu_cu *at = cu;
	char advice[256] = "no depth of a FIFO resolves it";

	if (full)
		snprintf(advice, sizeof(advice), "no depth of FIFO %s up to %llu resolves it",
			 full->name, (unsigned long long)full->pub.depth);
	do {
		fcl_emu_deadlock_give_up(at, advice);
		at->in_cycle = true;
		at = stall_peer(at);
	} while (at != cu);
}

/*
 * Members are marked first, since each kill releases the board's lock. Meanwhile the host may
 * unload an image, and free members with it, so the next member is looked up among the CUs that
 * still wait.
 */
static void end_members(struct fcl_emu_cu *cu, const struct fcl_emu_fifo *full)
{
	struct fcl_emu_board *board = cu->program->board;

	mark_members(cu, full);
	while ((cu = find_member(board)))
		fcl_emu_cu_kill(cu, -EDEADLK);
}

static bool cycle_grow(struct fcl_emu_program *program, struct fcl_emu_fifo *fifo)
{
	uint64_t now = fcl_now_ns();

	if (!program->deadlocked) {
		program->room = MOST_GROWTH;
		program->grows_until_ns = now + MOST_GROWTH_NS;
	}
	return now < program->grows_until_ns && fcl_emu_fifo_grow(fifo, &program->room);
}

/* Ends a cycle: its executions fail, at once or when they have shown which depths they need. */
static void end_cycle(struct fcl_emu_cu *cu)
{
	struct fcl_emu_program *program = cu->program;
	struct fcl_emu_cu *writer = smallest_full(cu);

	if (!cu->first->deadlocked)
		describe_cycle(cu);
	if (!writer || !cycle_grow(program, writer->blocked_on)) {
		end_members(cu, writer ? writer->blocked_on : NULL);
		return;
	}
	fcl_emu_deadlock_begin(cu, cu->error);
	fcl_emu_go_on(writer);
	fcl_emu_wake_other(program->board);
}

static bool end_a_cycle(struct fcl_emu_board *board)
{
	struct fcl_emu_cu *cycle = NULL;
	uint64_t first = board->mark + 1;

	for (struct fcl_emu_cu *cu = board->waiting; cu && !cycle; cu = cu->next_waiting)
		cycle = find_cycle(cu, first);
	if (cycle)
		end_cycle(cycle);
	return cycle;
}

/* Ends one execution that waits for a CU that has failed; false: there is none. */
static bool end_waiter_of_failed(struct fcl_emu_board *board)
{
	for (struct fcl_emu_cu *cu = board->waiting; cu; cu = cu->next_waiting) {
		const struct fcl_emu_cu *failed = stall_is_stuck(cu) ? stall_peer(cu) : NULL;

		if (!has_failed(failed))
			continue;
		snprintf(cu->error, sizeof(cu->error),
			 "blocked on FIFO %s, which is %s: %s at its other end has failed",
			 cu->blocked_on->name, what(cu), failed->name);
		fcl_emu_cu_kill(cu, failed->status);
		return true;
	}
	return false;
}

void fcl_emu_end_deadlocks(struct fcl_emu_board *board)
{
	board->maybe_deadlock = false;
	do
		mark_live(board);
	while (end_waiter_of_failed(board) || end_a_cycle(board));
}

static bool has_polled_long(const struct fcl_emu_cu *cu)
{
	return cu->state == FCL_EMU_BACKING_OFF && cu->polls_since_ns &&
	       cu->backoffs >= FCL_EMU_MANY_BACKOFFS;
}

/*
 * The first CU from here on, along those that wait for each other, that is not blocked, or waits for
 * something outside; or NULL.
 */
static const struct fcl_emu_cu *first_unblocked(const struct fcl_emu_cu *cu)
{
	for (uint32_t steps = 0; cu && cu->state == FCL_EMU_BLOCKED && !fcl_emu_waits_outside(cu);
	     steps++) {
		if (cu->blocked_any || steps > cu->program->board->nwaiting)
			return NULL;
		cu = stall_peer(cu);
	}
	return cu;
}

/*
 * Why a CU that does not run, at the end `side` of the FIFO, moves nothing. An execution that ended
 * before `waiter` started counts only if the waiter got packets from it.
 */
static void describe_idle(const struct fcl_emu_cu *waiter, const struct fcl_emu_cu *cu,
			  const struct fcl_emu_fifo *fifo, int side, char *text, size_t size)
{
	uint64_t total = side == FCL_EMU_READER ? fcl_emu_fifo_head(fifo) : fcl_emu_fifo_tail(fifo);
	uint64_t moved = total - fifo->started[side];

	if (cu->ended_at < waiter->started_at && total <= fifo->started[!side])
		snprintf(text, size, "kernel %s at its other end is not started", cu->name);
	else
		snprintf(text, size, "%s at its other end has %s, after %s %llu packet%s of it",
			 cu->name, cu->status ? "failed" : "ended",
			 side == FCL_EMU_READER ? "reading" : "writing", (unsigned long long)moved,
			 moved == 1 ? "" : "s");
}

/* What the last CU of a chain of blocked ones waits for; false: it still runs. */
static bool describe_last(const struct fcl_emu_cu *waiter, const struct fcl_emu_cu *last,
			  char *text, size_t size)
{
	if (last->state == FCL_EMU_IDLE)
		snprintf(text, size, "kernel %s, which %s", last->name,
			 last->ended_at < waiter->started_at ? "is not started"
			 : last->status                      ? "has failed"
							     : "has ended");
	else if (fcl_emu_waits_outside(last))
		snprintf(text, size, "%s, which waits for a process outside of the board",
			 last->name);
	else
		return false;
	return true;
}

static bool describe_peer(const struct fcl_emu_cu *cu, const struct fcl_emu_cu *next, char *text,
			  size_t size)
{
	const struct fcl_emu_cu *last;
	char end[256];

	if (next->state == FCL_EMU_IDLE) {
		describe_idle(cu, next, cu->blocked_on, !cu->blocked_side, text, size);
	} else if (has_polled_long(next)) {
		snprintf(text, size, "%s at its other end polls its streams, none of which moves",
			 next->name);
	} else if (fcl_emu_waits_outside(next)) {
		snprintf(text, size, "%s at its other end waits for a process outside of the board",
			 next->name);
	} else {
		last = next->state == FCL_EMU_BLOCKED ? first_unblocked(next) : NULL;
		if (!last || !describe_last(cu, last, end, sizeof(end)))
			return false;
		snprintf(text, size, "%s at its other end also waits, ultimately for %s",
			 next->name, end);
	}
	return true;
}

/* What a blocked CU waits for; false: for one that may still go on. */
static bool describe_blocked(const struct fcl_emu_cu *cu, char *text, size_t size)
{
	const struct fcl_emu_cu *next = stall_peer(cu);
	char why[512];

	if (!cu->blocked_on)
		snprintf(text, size, "%s: stalled on a stream port that is not connected",
			 cu->name);
	else if (next && describe_peer(cu, next, why, sizeof(why)))
		snprintf(text, size, "%s: stalled on FIFO %s, which is %s: %s", cu->name,
			 cu->blocked_on->name, what(cu), why);
	else
		return false;
	return true;
}

/* What the end of a polled FIFO does; NULL: it is the host's. */
static const char *stall_peer_does(const struct fcl_emu_cu *peer)
{
	if (peer && has_failed(peer))
		return "has failed";
	if (peer && peer->state == FCL_EMU_BLOCKED)
		return "is blocked";
	if (peer && peer->state == FCL_EMU_BACKING_OFF)
		return "polls as well";
	return "moves nothing";
}

/* A FIFO that a polling CU waits for, and why nothing moves at its other end. */
static void describe_polled(const struct fcl_emu_cu *cu, uint32_t port, int side, char *text,
			    size_t size)
{
	const struct fcl_emu_fifo *fifo = cu->ports[port];
	const struct fcl_emu_cu *next = fifo->end[!side];
	char why[256];

	if (next && next->state == FCL_EMU_IDLE && !has_failed(next))
		describe_idle(cu, next, fifo, !side, why, sizeof(why));
	else
		snprintf(why, sizeof(why), "%s at its other end %s", next ? next->name : "the host",
			 stall_peer_does(next));
	snprintf(text, size, "%s: polls FIFO %s, which stays %s: %s", cu->name, fifo->name,
		 side == FCL_EMU_READER ? "empty" : "full", why);
}

/* What a polling CU waits for: its first FIFO that is empty or full; else a port without a FIFO. */
static bool describe_polling(const struct fcl_emu_cu *cu, char *text, size_t size)
{
	bool unconnected = false;

	for (uint32_t i = 0; i < cu->model->nports; i++) {
		uint32_t kind = cu->model->ports[i].kind;
		int side = kind == FCL_MODEL_PORT_STREAM_IN ? FCL_EMU_READER : FCL_EMU_WRITER;

		unconnected |= !cu->ports[i] && (kind == FCL_MODEL_PORT_STREAM_IN ||
						 kind == FCL_MODEL_PORT_STREAM_OUT);
		if (!cu->ports[i] || fcl_emu_fifo_moves(cu->ports[i], side))
			continue;
		describe_polled(cu, i, side, text, size);
		return true;
	}
	if (unconnected)
		snprintf(text, size, "%s: polls a stream port that is not connected", cu->name);
	return unconnected;
}

bool fcl_emu_describe_stall(const struct fcl_emu_cu *cu, char *text, size_t size)
{
	return has_polled_long(cu)
		       ? describe_polling(cu, text, size)
		       : cu->state == FCL_EMU_BLOCKED && describe_blocked(cu, text, size);
}

/*
 * A peer that is not started, or polls, may be intended, so it is only logged, once per execution.
 * False: the peer polls, but not long enough yet; it may be on a thread right now to poll once more.
 */
static bool report_stall(struct fcl_emu_cu *cu)
{
	const struct fcl_emu_cu *next = has_polled_long(cu) ? NULL : stall_peer(cu);
	char text[1024];

	if (next && next->backoffs && !has_polled_long(next))
		return false;
	cu->stall_reported = true;
	if (fcl_emu_describe_stall(cu, text, sizeof(text)))
		fcl_log(FCL_LOG_WARN, "emulator", "%s", text);
	return true;
}

static bool has_waited_long(const struct fcl_emu_cu *cu)
{
	return has_polled_long(cu) ||
	       (cu->state == FCL_EMU_BLOCKED &&
		cu->program->board->watch_rounds - cu->blocked_round >= ROUNDS_BEFORE_REPORT);
}

/* Ends executions that go on after a deadlock, and then wait for something else. */
static void end_resting(struct fcl_emu_board *board)
{
	struct fcl_emu_cu *cu = board->waiting;

	while (cu) {
		if (cu->first->deadlocked)
			fcl_emu_deadlock_check(cu->program, NULL);
		if (!cu->first->deadlocked || cu->model->control == FCL_MODEL_CTRL_NONE ||
		    fcl_emu_waits_outside(cu) || !has_waited_long(cu) ||
		    !fcl_emu_deadlock_rests(cu->program)) {
			cu = cu->next_waiting;
			continue;
		}
		fcl_emu_deadlock_give_up(cu, "greater depths of FIFOs may resolve it");
		fcl_emu_cu_kill(cu, -EDEADLK);
		cu = board->waiting;
	}
}

void fcl_emu_report_stalls(struct fcl_emu_board *board)
{
	board->unreported_stall = false;
	end_resting(board);
	for (struct fcl_emu_cu *cu = board->waiting; cu; cu = cu->next_waiting) {
		board->unreported_stall |= cu->first->deadlocked;
		if (cu->first->deadlocked || cu->stall_reported ||
		    cu->model->control == FCL_MODEL_CTRL_NONE || fcl_emu_waits_outside(cu))
			continue;
		if (has_polled_long(cu))
			report_stall(cu);
		else if (cu->state == FCL_EMU_BLOCKED &&
			 (board->watch_rounds - cu->blocked_round < ROUNDS_BEFORE_REPORT ||
			  !report_stall(cu)))
			board->unreported_stall = true;
	}
}
