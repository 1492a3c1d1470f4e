/* SPDX-License-Identifier: Apache-2.0 */
#include "emulator/execution/units/context.h"

#include <string.h>

#include "emulator/execution/fifos/chain.h"
#include "emulator/execution/fifos/fifo.h"
#include "emulator/execution/running/running.h"
#include "emulator/execution/tasks/ready.h"
#include "emulator/execution/tasks/wake.h"
#include "emulator/execution/units/bind.h"
#include "emulator/primitives/fiber.h"
#include "emulator/state/board.h"
#include "emulator/state/fifo.h"
#include "emulator/state/program.h"
#include "emulator/state/task.h"
#include "emulator/state/unit.h"

enum { SMALL_NS = 50 * 1000, TINY_NS = 1000 };

static void make_ready(struct fcl_emu_cu *cu)
{
	cu->state = FCL_EMU_READY;
	cu->task.tag = cu->request ? cu->request->tag : NULL;
	cu->task.home = NULL;
	cu->task.brief = false;
	cu->task.small = !cu->kernel->streams && cu->model->kind == FCL_MODEL_RUN &&
			 atomic_load_explicit(&cu->kernel->last_run_ns, memory_order_relaxed) <
				 SMALL_NS;
	cu->task.tiny = cu->task.small && cu->request && !cu->turns && !cu->groups &&
			atomic_load_explicit(&cu->kernel->last_run_ns, memory_order_relaxed) <
				TINY_NS;
	fcl_emu_ready(cu->program->board, &cu->task);
}

/* For reports of what a CU waits for (stall.c). */
static void note_start(struct fcl_emu_cu *cu)
{
	cu->started_at = ++cu->program->board->moments;
	for (uint32_t i = 0; i < cu->model->nports; i++) {
		struct fcl_emu_fifo *fifo = cu->ports[i];

		if (fifo && cu->model->ports[i].kind == FCL_MODEL_PORT_STREAM_IN)
			fifo->started[FCL_EMU_READER] = fcl_emu_fifo_head(fifo);
		else if (fifo)
			fifo->started[FCL_EMU_WRITER] = fcl_emu_fifo_tail(fifo);
	}
}

static void context_reset(struct fcl_emu_cu *cu)
{
	cu->fresh = true;
	cu->status = 0;
	cu->error[0] = '\0';
	cu->stall_reported = cu->goes_on = cu->blocked_any = cu->outside.waits = false;
	cu->moved = cu->kernel->streams ? fcl_emu_cu_moved(cu) : 0;
	cu->polls = cu->backoffs = 0;
	cu->activity = UINT64_MAX;
	cu->polls_since_ns = 0;
	cu->slices = 0;
	cu->cycles = cu->device_ns = 0;
	atomic_store_explicit(&cu->overdue, 0, memory_order_relaxed);
}

void fcl_emu_start(struct fcl_emu_cu *cu)
{
	context_reset(cu);
	if (cu->kernel->streams)
		note_start(cu);
	if (!cu->request) {
		cu->bound = NULL;
		cu->range = (struct fcl_model_range){1, {0}, {1, 1, 1}, {1, 1, 1}, {0}, 0, 1};
	}
	fcl_emu_chain_begin(cu);
	make_ready(cu);
}

static void start_request(struct fcl_emu_cu *cu, struct fcl_hal_request *request)
{
	fcl_emu_cu_bind(cu, request);
	fcl_emu_start(cu);
}

void fcl_emu_cu_load(struct fcl_emu_cu *cu, struct fcl_hal_request *request)
{
	fcl_emu_cu_bind(cu, request);
	context_reset(cu);
}

static bool takes(const struct fcl_hal_request *request, uint32_t cu)
{
	for (uint32_t i = 0; i < request->u.launch.ncus; i++)
		if (request->u.launch.cus[i] == cu)
			return true;
	return false;
}

/* The first waiting launch that this CU may run. */
static struct fcl_emu_item **waiting_for(struct fcl_emu_cu *cu)
{
	struct fcl_emu_item **link = &cu->kernel->waiting;

	while (*link && !takes((*link)->request, cu->index))
		link = &(*link)->next;
	return link;
}

/*
 * Returns a context on which a launch may start now: an idle CU, or a second context of a running
 * CU, but never ahead of a waiting launch.
 */
static struct fcl_emu_cu *context_for(struct fcl_emu_program *program,
				      const struct fcl_hal_request *request)
{
	struct fcl_emu_cu *context = NULL;

	for (uint32_t i = 0; i < request->u.launch.ncus; i++) {
		struct fcl_emu_cu *cu = &program->cus[request->u.launch.cus[i]];

		fcl_emu_reclaim(cu);
		if (cu->state == FCL_EMU_IDLE && !cu->youngest)
			return cu;
	}
	for (uint32_t i = 0; !context && i < request->u.launch.ncus; i++) {
		struct fcl_emu_cu *cu = &program->cus[request->u.launch.cus[i]];

		if (cu->turns && !*waiting_for(cu))
			context = fcl_emu_chain_context(cu, request);
	}
	return context;
}

void fcl_emu_launch(struct fcl_emu_board *board, struct fcl_emu_item *item)
{
	struct fcl_hal_request *request = item->request;
	struct fcl_emu_program *program = (struct fcl_emu_program *)request->u.launch.program;
	struct fcl_emu_kernel *kernel = &program->kernels[request->u.launch.kernel];
	struct fcl_emu_cu *cu = context_for(program, request);

	if (cu) {
		start_request(cu, request);
		return;
	}
	for (uint32_t i = 0; i < request->u.launch.ncus; i++)
		fcl_emu_take_back(board, &program->cus[request->u.launch.cus[i]].task);
	*kernel->waiting_last = item;
	kernel->waiting_last = &item->next;
	atomic_fetch_add_explicit(&kernel->nwaiting, 1, memory_order_relaxed);
}

/* Starts as many waiting launches on this CU as may start. */
static void start_next(struct fcl_emu_cu *cu)
{
	struct fcl_emu_cu *context;

	do {
		struct fcl_emu_item **link = waiting_for(cu), *item = *link;

		context = item ? fcl_emu_chain_context(cu->first, item->request) : NULL;
		if (!context)
			return;
		*link = item->next;
		if (!*link)
			cu->kernel->waiting_last = link;
		atomic_fetch_sub_explicit(&cu->kernel->nwaiting, 1, memory_order_relaxed);
		start_request(context, item->request);
	} while (cu->turns);
}

void fcl_emu_context_release(struct fcl_emu_cu *cu)
{
	struct fcl_emu_cu *first = cu->first;

	cu->state = FCL_EMU_IDLE;
	cu->request = NULL;
	fcl_emu_chain_end(cu);
	fcl_emu_cu_unbind(cu);
	if (cu != first && first->state == FCL_EMU_IDLE)
		memcpy(first->pub.regs, cu->pub.regs, cu->pub.regs_size);
	start_next(cu);
	if (first->state == FCL_EMU_IDLE && first->auto_restart && !cu->status)
		fcl_emu_start(first);
	fcl_emu_wake_other(first->program->board);
	pthread_cond_broadcast(&first->program->board->quiet);
}

void fcl_emu_cu_release(struct fcl_emu_cu *cu)
{
	struct fcl_emu_board *board = cu->program->board;

	board->nrunning--;
	fcl_emu_fiber_put(&board->fibers, cu->fiber);
	cu->fiber = NULL;
	fcl_emu_context_release(cu);
}

void fcl_emu_reclaim(struct fcl_emu_cu *cu)
{
	uint32_t kept = atomic_load_explicit(&cu->kept, memory_order_relaxed);

	while (kept & FCL_EMU_KEPT)
		if (atomic_compare_exchange_weak(&cu->kept, &kept, kept - FCL_EMU_KEPT)) {
			fcl_emu_cu_release(cu);
			return;
		}
}
