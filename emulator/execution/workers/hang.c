/* SPDX-License-Identifier: Apache-2.0 */
#include "emulator/execution/workers/hang.h"

#include "base/clock.h"
#include "base/hang.h"
#include "emulator/execution/workers/stall.h"
#include "emulator/state/unit.h"

enum { LOOK_AGAIN_NS = 100 * 1000 * 1000 };

/* Since when the CU has waited, as far as is known. */
static uint64_t stopped_since(struct fcl_emu_cu *cu, uint64_t now)
{
	if (cu->state == FCL_EMU_BACKING_OFF)
		return cu->polls_since_ns ? cu->polls_since_ns : now;
	if (!cu->stopped_ns)
		cu->stopped_ns = now;
	return cu->stopped_ns;
}

static void hang_report(const struct fcl_emu_board *board)
{
	char text[1024] = "kernels wait for each other";

	for (struct fcl_emu_cu *cu = board->waiting; cu; cu = cu->next_waiting)
		if (cu->model->control != FCL_MODEL_CTRL_NONE &&
		    fcl_emu_describe_stall(cu, text, sizeof(text)))
			break;
	fcl_hang_report(board->hang_ns, text);
}

/* Free-running CUs may wait forever. Copies of the host are no progress of a kernel. */
void fcl_emu_report_hang(struct fcl_emu_board *board)
{
	uint64_t limit = board->hang_ns, now = fcl_now_ns(), newest = 0;

	board->hang_at_ns = UINT64_MAX;
	for (struct fcl_emu_cu *cu = board->waiting; cu && limit != UINT64_MAX;
	     cu = cu->next_waiting) {
		uint64_t since = cu->model->control == FCL_MODEL_CTRL_NONE ? 0
									   : stopped_since(cu, now);

		newest = since > newest ? since : newest;
	}
	if (!newest)
		return;
	if (now - newest < limit)
		board->hang_at_ns = newest + limit;
	else if (board->nready || board->nrunning)
		board->hang_at_ns = now + LOOK_AGAIN_NS;
	else
		hang_report(board);
}
