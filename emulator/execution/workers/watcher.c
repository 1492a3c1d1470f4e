/* SPDX-License-Identifier: Apache-2.0 */
#include "emulator/execution/workers/watcher.h"

#include <stdio.h>
#include <time.h>

#include "base/clock.h"
#include "base/hang.h"
#include "base/log.h"
#include "emulator/execution/fifos/wait.h"
#include "emulator/execution/tasks/wake.h"
#include "emulator/execution/units/submitted.h"
#include "emulator/execution/workers/hang.h"
#include "emulator/execution/workers/stall.h"
#include "emulator/execution/workers/watchdog.h"
#include "emulator/state/board.h"
#include "emulator/state/program.h"

enum {
	STUCK_NS = 5 * 1000 * 1000,
	QUIET_ROUNDS = 4,   /* without work before the watcher sleeps */
	SEARCH_ROUNDS = 16, /* between searches for deadlocks and stalls while CUs run */
	MAX_WORKERS = 256,
};

#define UNYIELDING_NS UINT64_C(5000000000) /* if the log is to have it */

/*
 * If tasks are ready but none was taken for a while, executions that do not yield occupy all
 * workers. One of them may be waiting for data that another execution writes, so one more worker is
 * started.
 */
static void add_worker_if_stuck(struct fcl_emu_board *board, uint64_t served)
{
	if (!board->nready || board->served != served || board->ordered)
		return;
	if (board->nidle) {
		pthread_cond_signal(&board->work);
	} else if (board->max_workers < MAX_WORKERS) {
		board->max_workers++;
		board->start_worker(board);
	}
}

/* The first execution that runs; NULL: none does. */
static const struct fcl_emu_cu *find_running(const struct fcl_emu_board *board)
{
	for (uint32_t slot = 0; slot < board->desc->slots; slot++)
		for (uint32_t i = 0; board->slots[slot] && i < board->slots[slot]->ncus; i++)
			if (board->slots[slot]->cus[i].state == FCL_EMU_RUNNING)
				return &board->slots[slot]->cus[i];
	return NULL;
}

/*
 * An order (ordered.c) has one thread for everything. An execution that waits for something in memory keeps
 * what would write it from running; this is said, as nothing else can be done.
 */
static void report_if_stuck(struct fcl_emu_board *board, uint64_t served)
{
	const struct fcl_emu_cu *cu = board->ordered ? find_running(board) : NULL;
	uint64_t now = fcl_now_ns(), limit = board->hang_ns;
	char text[256];

	if (!cu || !board->nready || board->served != served)
		board->stuck_since_ns = now;
	if (now - board->stuck_since_ns < (limit == UINT64_MAX ? UNYIELDING_NS : limit))
		return;
	snprintf(text, sizeof(text),
		 "%.100s has not waited for a stream for long: nothing else runs meanwhile, "
		 "since FPGACL_DETERMINISTIC is set",
		 cu->name);
	if (limit == UINT64_MAX && !board->stuck_reported)
		fcl_log(FCL_LOG_WARN, "emulator", "%s", text);
	else if (!board->stuck_reported)
		fcl_hang_report(limit, text);
	board->stuck_reported = true;
}

/* What an order (ordered.c) leaves to no clock: readying CUs, and ending deadlocks. */
static void look_for_work(struct fcl_emu_board *board, uint64_t now)
{
	uint32_t ready = board->nready;
	bool quiet = !board->nready && !board->nrunning;

	board->next_check = NULL;
	fcl_emu_check_waiting(board, UINT32_MAX, now);
	if (board->nready > ready || (board->nready && !board->lead_watches))
		fcl_emu_wake_worker(board);
	if (board->maybe_deadlock && (quiet || board->watch_rounds % SEARCH_ROUNDS == 0))
		fcl_emu_end_deadlocks(board);
}

/*
 * One round of the watcher over all waiting CUs. Called with the board's lock held, which is
 * temporarily dropped.
 */
static void watch_round(struct fcl_emu_board *board)
{
	uint64_t now = fcl_now_ns();

	board->watch_rounds++;
	if (!board->ordered)
		look_for_work(board, now);
	if (board->watch_rounds % SEARCH_ROUNDS == 0)
		fcl_emu_report_stalls(board);
	if (board->watch_rounds % SEARCH_ROUNDS == 0 || now >= board->hang_at_ns)
		fcl_emu_report_hang(board);
	fcl_emu_watchdog(board);
}

/* Sleeps until the next round; the board's lock is held. */
static void watcher_sleep(struct fcl_emu_board *board, bool active)
{
	uint64_t until = active ? 0 : fcl_emu_first_backoff_end(board);

	if (active) {
		pthread_mutex_unlock(&board->lock);
		nanosleep(&(struct timespec){.tv_nsec = STUCK_NS}, NULL);
		pthread_mutex_lock(&board->lock);
		return;
	}
	if (until > board->hang_at_ns)
		until = board->hang_at_ns;
	board->watcher_asleep = true;
	if (until == UINT64_MAX)
		pthread_cond_wait(&board->watch, &board->lock);
	else
		fcl_emu_wait_until(board, &board->watch, until);
	board->watcher_asleep = false;
}

void *fcl_emu_watcher(void *data)
{
	struct fcl_emu_board *board = data;
	uint64_t served = 0;
	unsigned quiet = 0;

	pthread_mutex_lock(&board->lock);
	while (!board->ending) {
		fcl_emu_admit(board);
		add_worker_if_stuck(board, served);
		report_if_stuck(board, served);
		quiet = board->nready || board->nrunning || board->served != served ? 0 : quiet + 1;
		served = board->served;
		watcher_sleep(board, quiet < QUIET_ROUNDS || board->unreported_stall ||
					     board->stall_ns || board->timeout_ns);
		watch_round(board);
	}
	board->watching = false;
	pthread_cond_broadcast(&board->quiet);
	pthread_mutex_unlock(&board->lock);
	return NULL;
}
