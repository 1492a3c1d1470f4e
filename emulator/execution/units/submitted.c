/* SPDX-License-Identifier: Apache-2.0 */
#include "emulator/execution/units/submitted.h"

#include "emulator/execution/tasks/ready.h"
#include "emulator/execution/units/context.h"
#include "emulator/state/board.h"

void fcl_emu_push(struct fcl_emu_board *board, struct fcl_emu_item *item)
{
	item->next = atomic_load_explicit(&board->submitted, memory_order_relaxed);
	while (!atomic_compare_exchange_weak(&board->submitted, &item->next, item))
		;
}

void fcl_emu_admit(struct fcl_emu_board *board)
{
	struct fcl_emu_item *newest, *oldest = NULL;

	if (!atomic_load_explicit(&board->submitted, memory_order_relaxed))
		return;
	newest = atomic_exchange(&board->submitted, NULL);
	while (newest) {
		struct fcl_emu_item *item = newest;

		newest = item->next;
		item->next = oldest;
		oldest = item;
	}
	while (oldest) {
		struct fcl_emu_item *item = oldest;

		oldest = item->next;
		item->next = NULL;
		if (item->request->op == FCL_HAL_LAUNCH)
			fcl_emu_launch(board, item);
		else
			fcl_emu_ready(board, &item->task);
	}
}

bool fcl_emu_continue_shift(struct fcl_emu_board *board, uint64_t now)
{
	bool free;

	if (!fcl_emu_home(board))
		return false;
	pthread_mutex_lock(&board->lock);
	fcl_emu_admit(board);
	free = !fcl_emu_for_workers(board) && !board->copies && !board->ranges && !board->ending;
	if (free) {
		board->served++;
		atomic_store(&board->short_task_ns, now);
	}
	pthread_mutex_unlock(&board->lock);
	return free;
}
