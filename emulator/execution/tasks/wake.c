/* SPDX-License-Identifier: Apache-2.0 */
#include "emulator/execution/tasks/wake.h"

#include "base/thread.h"
#include "emulator/execution/tasks/ready.h"
#include "emulator/primitives/fiber.h"
#include "emulator/state/board.h"

void fcl_emu_wake_worker(struct fcl_emu_board *board)
{
	if (board->spinning) {
		board->spinning = false;
		atomic_store(&board->called, true);
	} else if (board->nidle)
		pthread_cond_signal(&board->work);
	else if (board->nworkers < board->max_workers)
		board->start_worker(board);
}

void fcl_emu_wake_other(struct fcl_emu_board *board)
{
	uint32_t mine = fcl_emu_home(board) != NULL;

	/* A worker will run brief tasks itself, and one more; the rest needs another worker. */
	if (fcl_emu_for_workers(board) > mine + (mine ? board->nbrief : 0))
		fcl_emu_wake_worker(board);
}

void fcl_emu_wait_until(struct fcl_emu_board *board, pthread_cond_t *condition, uint64_t at)
{
	fcl_cond_wait_until(condition, &board->lock, at);
}
