/* SPDX-License-Identifier: Apache-2.0 */
#include "emulator/execution/workers/ordered.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/fork.h"
#include "base/log.h"
#include "base/rest.h"
#include "base/thread.h"
#include "emulator/execution/access/guard.h"
#include "emulator/execution/fifos/wait.h"
#include "emulator/execution/tasks/ready.h"
#include "emulator/execution/units/links.h"
#include "emulator/execution/units/submitted.h"
#include "emulator/execution/workers/run.h"
#include "emulator/execution/workers/stall.h"
#include "emulator/execution/workers/workers.h"

enum { SHORTEST_US = 20, LONGEST_US = 2000 };

/*
 * For how long a host may be busy, in processor time, before boards go on: one that asks for events
 * again and again never sleeps. The second is for one that has done so already.
 */
#define PATIENCE_NS INT64_C(1000000000)
#define LESS_PATIENCE_NS INT64_C(20000000)

/* A ready task. Between the look at all boards and its turn it may have gone: so its place says which. */
struct candidate {
	struct fcl_emu_board *board;
	uint64_t place; /* on the board; the order of places does not depend on time */
};

/* Orders: `lock`, then that of a board, then `bell`. */
static struct {
	pthread_mutex_t lock; /* guards what follows; not held while a task runs */
	pthread_cond_t idle;  /* `current` has changed */
	pid_t process;        /* that the rest is about; 0: none yet */
	struct fcl_emu_board *boards;
	struct fcl_emu_board *current; /* whose task runs */
	/* The thread's own: */
	uint64_t random;
	int64_t patience_ns;
	bool warned;
	struct candidate *candidates;
	size_t count, room;

	pthread_mutex_t bell;
	pthread_cond_t rung;
	pthread_t thread;
	uint64_t rings, heard; /* of the bell; up to where the host has slept since */
} order = {.lock = PTHREAD_MUTEX_INITIALIZER, .bell = PTHREAD_MUTEX_INITIALIZER};

/* SplitMix64. */
static uint64_t draw(uint64_t below)
{
	uint64_t z = order.random += 0x9e3779b97f4a7c15u;

	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
	z = (z ^ z >> 27) * 0x94d049bb133111ebu;
	return (z ^ z >> 31) % below;
}

/* --- the host ---------------------------------------------------------------------------------- */

/* The processor time of all threads but this one. */
static int64_t host_ns(void)
{
	struct timespec all, own;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &all);
	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &own);
	return (all.tv_sec - own.tv_sec) * INT64_C(1000000000) + all.tv_nsec - own.tv_nsec;
}

static void warn_once(const char *why)
{
	if (!order.warned)
		fcl_log(FCL_LOG_WARN, "emulator",
			"the order of what boards do may differ from run to run, despite its seed: %s",
			why);
	order.warned = true;
}

static void await_rest(void)
{
	int64_t begun = host_ns();
	unsigned us = SHORTEST_US;
	int rest;

	while (!(rest = fcl_threads_rest()) && host_ns() - begun < order.patience_ns) {
		fcl_pause_us(us);
		us = us < LONGEST_US ? us * 2 : us;
	}
	if (rest == 1)
		return;
	order.patience_ns = LESS_PATIENCE_NS;
	warn_once(rest ? "/proc does not say whether the host waits"
		       : "the host is busy all the time, instead of waiting for events");
}

static uint64_t count_rings(void)
{
	uint64_t rings;

	pthread_mutex_lock(&order.bell);
	rings = order.rings;
	pthread_mutex_unlock(&order.bell);
	return rings;
}

/* --- candidates -------------------------------------------------------------------------------- */

/* Copies come after executions, in the order in which they were submitted. */
static uint64_t place_of(const struct fcl_emu_task *task, uint64_t index)
{
	const struct fcl_emu_cu *cu, *each;
	uint64_t context = 0;

	if (task->kind == FCL_EMU_TASK_COPY)
		return UINT64_C(1) << 63 | index;
	cu = fcl_emu_task_cu((struct fcl_emu_task *)task);
	for (each = cu->first; each != cu; each = each->next_context)
		context++;
	return (uint64_t)cu->program->slot << 48 | (uint64_t)cu->index << 24 | context;
}

static void add_candidate(struct fcl_emu_board *board, uint64_t place)
{
	size_t room = order.room ? 2 * order.room : 64;
	struct candidate *grown;

	if (order.count == order.room) {
		grown = realloc(order.candidates, room * sizeof(*grown));
		if (!grown)
			return;
		order.candidates = grown;
		order.room = room;
	}
	order.candidates[order.count++] = (struct candidate){board, place};
}

/* Readies units whose port to another board has what they wait for. The board's lock is held. */
static void look_at_links(struct fcl_emu_board *board)
{
	struct fcl_emu_cu *next;

	for (struct fcl_emu_cu *cu = board->waiting; cu; cu = next) {
		next = cu->next_waiting;
		if (!fcl_emu_waits_outside(cu) || !cu->outside.link ||
		    !fcl_emu_link_has(cu->outside.link))
			continue;
		cu->outside.ready = true;
		fcl_emu_go_on(cu);
	}
}

static int compare_places(const void *a, const void *b)
{
	uint64_t x = ((const struct candidate *)a)->place, y = ((const struct candidate *)b)->place;

	return (x > y) - (x < y);
}

static void gather_board(struct fcl_emu_board *board)
{
	size_t first = order.count;
	uint64_t index = 0;

	pthread_mutex_lock(&board->lock);
	fcl_emu_admit(board);
	look_at_links(board);
	for (struct fcl_emu_task *task = board->ready; task; task = task->next)
		add_candidate(board, place_of(task, index++));
	pthread_mutex_unlock(&board->lock);
	if (order.count > first + 1)
		qsort(order.candidates + first, order.count - first, sizeof(*order.candidates),
		      compare_places);
}

static struct fcl_emu_task *find_task(const struct candidate *candidate)
{
	struct fcl_emu_task *task = candidate->board->ready;

	for (uint64_t index = 0; task; task = task->next)
		if (place_of(task, index++) == candidate->place)
			return task;
	return NULL;
}

/* --- one step ---------------------------------------------------------------------------------- */

static void run(struct fcl_emu_board *board, struct fcl_emu_task *task)
{
	uint64_t rings = count_rings(), moments = board->moments;
	bool ends = task->kind == FCL_EMU_TASK_COPY;

	pthread_mutex_unlock(&board->lock);
	pthread_mutex_unlock(&order.lock);
	fcl_emu_run_task(board, task, fcl_now_ns());
	ends |= board->moments != moments;
	pthread_mutex_unlock(&board->lock);
	/* The host may act now, and waits for nothing else that it could know of. */
	if (ends)
		order.heard = UINT64_MAX;
	else if (count_rings() != rings)
		warn_once("the host, or a program outside, acts by a clock of its own");
	pthread_mutex_lock(&order.lock);
	order.current = NULL;
	pthread_cond_broadcast(&order.idle);
}

/* Runs a task; false: none is ready. The lock is held, and dropped meanwhile. */
static bool step(void)
{
	const struct candidate *chosen;
	struct fcl_emu_task *task;

	order.count = 0;
	for (struct fcl_emu_board *board = order.boards; board; board = board->next_ordered)
		gather_board(board);
	if (!order.count)
		return false;
	chosen = &order.candidates[draw(order.count)];
	pthread_mutex_lock(&chosen->board->lock);
	task = find_task(chosen);
	if (!task) {
		pthread_mutex_unlock(&chosen->board->lock);
		return true;
	}
	fcl_emu_take(chosen->board, task, fcl_now_ns());
	order.current = chosen->board;
	run(chosen->board, task);
	return true;
}

/* --- when nothing is ready --------------------------------------------------------------------- */

/* Frames on Ethernet for a receiver that cannot read any more, now that all wait, are lost. */
static bool give_up_receivers(struct fcl_emu_board *board)
{
	bool given_up = false;

	struct fcl_emu_cu *next;

	for (struct fcl_emu_cu *cu = board->waiting; cu; cu = next) {
		next = cu->next_waiting;
		if (!fcl_emu_waits_outside(cu) || !cu->outside.link ||
		    !fcl_emu_link_give_up(cu->outside.link))
			continue;
		cu->outside.ready = true;
		fcl_emu_go_on(cu);
		given_up = true;
	}
	return given_up;
}

static void end_backoffs(struct fcl_emu_board *board)
{
	struct fcl_emu_cu *next;

	for (struct fcl_emu_cu *cu = board->waiting; cu; cu = next) {
		next = cu->next_waiting;
		if (cu->state == FCL_EMU_BACKING_OFF && cu->wake_ns != UINT64_MAX)
			fcl_emu_go_on(cu);
	}
}

/* Executions that wait for each other end. */
static bool look_closely(struct fcl_emu_board *board)
{
	uint64_t moments = board->moments;

	board->next_check = NULL;
	fcl_emu_check_waiting(board, UINT32_MAX, 0);
	if (board->maybe_deadlock && !board->nready)
		fcl_emu_end_deadlocks(board);
	if (board->moments != moments)
		order.heard = UINT64_MAX;
	return board->moments != moments || board->nready;
}

/* Does something to each board, with its lock held; true if it has had an effect on any. */
static bool do_to_all(bool (*function)(struct fcl_emu_board *))
{
	bool effect = false;

	for (struct fcl_emu_board *board = order.boards; board; board = board->next_ordered) {
		pthread_mutex_lock(&board->lock);
		effect |= function(board);
		pthread_mutex_unlock(&board->lock);
	}
	return effect;
}

/* When the first of the units that ask their streams again and again asks the next time. */
static uint64_t next_poll(void)
{
	uint64_t first = UINT64_MAX;

	for (struct fcl_emu_board *board = order.boards; board; board = board->next_ordered) {
		uint64_t its;

		pthread_mutex_lock(&board->lock);
		its = fcl_emu_first_backoff_end(board);
		pthread_mutex_unlock(&board->lock);
		first = its < first ? its : first;
	}
	return first;
}

/* Waits for the bell, or until then; true: it was rung. */
static bool await_bell(uint64_t until_ns)
{
	bool in_time = true, rung;

	pthread_mutex_lock(&order.bell);
	while (order.rings == order.heard && in_time) {
		if (until_ns == UINT64_MAX)
			pthread_cond_wait(&order.rung, &order.bell);
		else
			in_time = fcl_cond_wait_until(&order.rung, &order.bell, until_ns);
	}
	rung = order.rings != order.heard;
	pthread_mutex_unlock(&order.bell);
	return rung;
}

/* All that ask again do so at a time, whatever their time is. */
static void wait_for_more(void)
{
	uint64_t until = next_poll();

	pthread_mutex_unlock(&order.lock);
	if (!await_bell(until)) {
		pthread_mutex_lock(&order.lock);
		for (struct fcl_emu_board *board = order.boards; board;
		     board = board->next_ordered) {
			pthread_mutex_lock(&board->lock);
			end_backoffs(board);
			pthread_mutex_unlock(&board->lock);
		}
		return;
	}
	pthread_mutex_lock(&order.lock);
}

static void *conduct(void *data)
{
	(void)data;
	fcl_emu_guard_thread();
	pthread_mutex_lock(&order.lock);
	for (;;) {
		if (order.heard != count_rings()) {
			pthread_mutex_unlock(&order.lock);
			await_rest();
			pthread_mutex_lock(&order.lock);
			order.heard = count_rings();
		}
		if (!step() && !do_to_all(look_closely) && !do_to_all(give_up_receivers))
			wait_for_more();
	}
	return NULL;
}

/* --- boards ------------------------------------------------------------------------------------ */

/* There is something to do on the board, whose lock is held. */
static void ring(struct fcl_emu_board *board)
{
	fcl_emu_start_watcher(board);
	pthread_mutex_lock(&order.bell);
	if (!pthread_equal(order.thread, pthread_self())) {
		order.rings++;
		pthread_cond_signal(&order.rung);
	}
	pthread_mutex_unlock(&order.bell);
}

/* The first board of the process; a forked child has none of its parent's. */
static int begin(uint64_t seed)
{
	int error;

	order.process = getpid();
	order.boards = order.current = NULL;
	order.random = seed;
	order.patience_ns = PATIENCE_NS;
	order.warned = false;
	order.rings = order.heard = 0;
	pthread_cond_init(&order.idle, NULL);
	pthread_mutex_init(&order.bell, NULL);
	fcl_cond_init(&order.rung);
	error = fcl_thread_start_joinable(&order.thread, conduct, NULL);
	if (!error)
		pthread_detach(order.thread);
	return error;
}

void fcl_emu_ordered_join(struct fcl_emu_board *board, uint64_t seed)
{
	struct fcl_emu_board **at = &order.boards;
	int error = 0;

	fcl_fork_protect(&order.lock);
	pthread_mutex_lock(&order.lock);
	if (order.process != getpid())
		error = begin(seed);
	while (*at)
		at = &(*at)->next_ordered;
	*at = board;
	pthread_mutex_unlock(&order.lock);
	board->ordered = true;
	board->start_worker = ring;
	if (error)
		fcl_log(FCL_LOG_ERROR, board->info.name, "cannot start a thread for the boards: %s",
			strerror(-error));
}

void fcl_emu_ordered_leave(struct fcl_emu_board *board)
{
	struct fcl_emu_board **at = &order.boards;

	pthread_mutex_lock(&order.lock);
	while (order.current == board)
		pthread_cond_wait(&order.idle, &order.lock);
	while (*at != board)
		at = &(*at)->next_ordered;
	*at = board->next_ordered;
	pthread_mutex_unlock(&order.lock);
}
