/* SPDX-License-Identifier: Apache-2.0 */
#include "emulator/execution/workers/sched.h"

#include <unistd.h>

#include "base/config.h"
#include "base/hang.h"
#include "base/thread.h"
#include "emulator/execution/fifos/outside.h"
#include "emulator/execution/workers/ordered.h"
#include "emulator/execution/workers/workers.h"
#include "emulator/state/board.h"

void fcl_emu_sched_init(struct fcl_emu_board *board)
{
	uint64_t threads = fcl_config_number(FCL_CONFIG_EMU_THREADS);
	long processors = sysconf(_SC_NPROCESSORS_ONLN);
	pthread_mutexattr_t adaptive;
	uint64_t seed;

	board->start_worker = fcl_emu_start_worker;
	board->max_workers = threads          ? (uint32_t)threads
			     : processors > 0 ? (uint32_t)processors
					      : 1;
	board->stall_ns = fcl_config_number(FCL_CONFIG_EMU_STALL_S) * 1000000000u;
	board->timeout_ns = fcl_config_timeout_ns();
	board->hang_ns = fcl_hang_limit_ns();
	board->hang_at_ns = UINT64_MAX;
	/* The lock is held for less time than a thread needs to sleep and wake. */
	pthread_mutexattr_init(&adaptive);
	pthread_mutexattr_settype(&adaptive, PTHREAD_MUTEX_ADAPTIVE_NP);
	pthread_mutex_init(&board->lock, &adaptive);
	pthread_mutexattr_destroy(&adaptive);
	fcl_cond_init(&board->work);
	fcl_cond_init(&board->watch);
	fcl_cond_init(&board->quiet);
	fcl_cond_init(&board->copied);
	if (fcl_rack_order(board->rack, &seed))
		fcl_emu_ordered_join(board, seed);
}

void fcl_emu_sched_fini(struct fcl_emu_board *board)
{
	if (board->ordered)
		fcl_emu_ordered_leave(board);
	pthread_mutex_lock(&board->lock);
	board->ending = true;
	pthread_cond_broadcast(&board->work);
	pthread_cond_broadcast(&board->watch);
	fcl_emu_outside_end(board);
	while (board->nworkers || board->watching || board->polling)
		pthread_cond_wait(&board->quiet, &board->lock);
	pthread_mutex_unlock(&board->lock);
	fcl_emu_outside_fini(board);
	fcl_emu_fiber_pools_fini(&board->fibers);
	pthread_mutex_destroy(&board->lock);
	pthread_cond_destroy(&board->work);
	pthread_cond_destroy(&board->watch);
	pthread_cond_destroy(&board->quiet);
	pthread_cond_destroy(&board->copied);
}
