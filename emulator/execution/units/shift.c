/* SPDX-License-Identifier: Apache-2.0 */
#include "emulator/execution/units/shift.h"

#include "emulator/execution/tasks/ready.h"
#include "emulator/execution/units/context.h"
#include "emulator/execution/units/submitted.h"
#include "emulator/primitives/static_tls.h"
#include "emulator/state/args_cache.h"

enum {
	SHIFT_NS = 20 * 1000,
	SHIFT_LAUNCHES = 64, /* limit while other launches wait for the unit */
};

/* A worker's report in progress. */
struct report {
	struct fcl_emu_cu *cu;       /* NULL: the worker must not return to it */
	struct fcl_emu_item *answer; /* the launch that was submitted from the report */
	bool open;                   /* an answer is accepted */
	/* Copied from the launch: the unit may belong to another thread by now. */
	const struct fcl_emu_program *program;
	uint32_t kernel;
	uint64_t values, layout;
};

static _Thread_local FCL_EMU_STATIC_TLS struct report own;

bool fcl_emu_keep_next(struct fcl_emu_board *board, struct fcl_emu_item *item)
{
	if (!own.open || own.cu->program->board != board)
		return false;
	if (!own.answer && item->request->op == FCL_HAL_LAUNCH) {
		own.answer = item;
		return true;
	}
	/* With more than one request, other workers must be able to take them. */
	own.open = false;
	if (own.answer)
		fcl_emu_push(board, own.answer);
	own.answer = NULL;
	return false;
}

bool fcl_emu_keep_knows(const struct fcl_hal_request *request)
{
	return own.values && own.values == request->u.launch.values &&
	       own.kernel == request->u.launch.kernel &&
	       (const struct fcl_hal_program *)own.program == request->u.launch.program &&
	       own.layout ==
		       atomic_load_explicit(&own.program->board->layout, memory_order_relaxed);
}

/*
 * False if a thread of the host that enqueues such launches would run them itself. An expired shift
 * is renewed if nothing else needs the worker.
 */
static bool has_time(const struct fcl_emu_cu *cu, struct fcl_emu_shift *shift, uint64_t now)
{
	const struct fcl_emu_board *board = cu->program->board;

	if (cu->request->tag == atomic_load_explicit(&board->asked, memory_order_relaxed) &&
	    fcl_emu_home(board) &&
	    !atomic_load_explicit(&cu->kernel->nwaiting, memory_order_relaxed))
		return false;
	if (now - shift->since_ns < SHIFT_NS)
		return true;
	if (atomic_load_explicit(&cu->kernel->last_run_ns, memory_order_relaxed) > SHIFT_NS)
		return false;
	shift->since_ns = now;
	return fcl_emu_continue_shift(cu->program->board, now);
}

bool fcl_emu_may_keep(const struct fcl_emu_cu *cu, struct fcl_emu_shift *shift, uint64_t now)
{
	const struct fcl_emu_board *board = cu->program->board;

	return !board->ordered && !own.cu && cu->request && !cu->status && !cu->kernel->streams &&
	       !cu->turns && cu->model->kind == FCL_MODEL_RUN && !board->timeout_ns &&
	       (shift->launches < SHIFT_LAUNCHES ||
		!atomic_load_explicit(&cu->kernel->nwaiting, memory_order_relaxed)) &&
	       has_time(cu, shift, now);
}

/*
 * Whether the launch may run on this unit and thread. A waiting thread of the host only helps its
 * own queue: it runs launches with the tag of its first one.
 */
static bool is_for(const struct fcl_emu_cu *cu, const struct fcl_hal_request *request,
		   const void *tag)
{
	if (request->u.launch.program != (struct fcl_hal_program *)cu->program ||
	    (request->tag != tag && !fcl_emu_home(cu->program->board)))
		return false;
	for (uint32_t i = 0; i < request->u.launch.ncus; i++)
		if (request->u.launch.cus[i] == cu->index)
			return true;
	return false;
}

static void shift_keep(struct fcl_emu_cu *cu)
{
	/*
	 * While it is 0, no other thread changes it: the unit is neither kept nor being reported.
	 */
	if (atomic_load_explicit(&cu->kept, memory_order_relaxed))
		atomic_fetch_add(&cu->kept, FCL_EMU_KEPT + FCL_EMU_KEPT_WORKER);
	else
		atomic_store_explicit(&cu->kept, FCL_EMU_KEPT + FCL_EMU_KEPT_WORKER,
				      memory_order_release);
}

/* Returns false if another thread has reclaimed the unit. */
static bool take_back(struct fcl_emu_cu *cu)
{
	uint32_t kept = atomic_load_explicit(&cu->kept, memory_order_relaxed);

	while (kept & FCL_EMU_KEPT)
		if (atomic_compare_exchange_weak(&cu->kept, &kept,
						 kept - FCL_EMU_KEPT - FCL_EMU_KEPT_WORKER))
			return true;
	return false;
}

/* Other threads' requests come first, and a unit that must stop runs nothing. */
static bool may_go_on(const struct fcl_emu_cu *cu)
{
	const struct fcl_emu_board *board = cu->program->board;

	return !atomic_load_explicit(&board->submitted, memory_order_relaxed) &&
	       !atomic_load_explicit(&cu->stop, memory_order_relaxed);
}

/* Gives up the unit; the board's lock is held. */
static void keep_leave(struct fcl_emu_cu *cu)
{
	fcl_emu_reclaim(cu);
	atomic_fetch_sub(&cu->kept, FCL_EMU_KEPT_WORKER);
	pthread_cond_broadcast(&cu->program->board->quiet);
}

bool fcl_emu_keep_and_report(struct fcl_emu_cu *cu)
{
	struct fcl_emu_board *board = cu->program->board;
	struct fcl_hal_request *request = cu->request;
	const void *tag = request->tag;
	struct report report;

	cu->request = NULL;
	own = (struct report){.cu = cu,
			      .open = true,
			      .program = cu->program,
			      .kernel = request->u.launch.kernel,
			      .values = cu->bound ? cu->bound->number : 0,
			      .layout = cu->bound ? cu->bound->layout : 0};
	atomic_store_explicit(&cu->ended, true, memory_order_relaxed);
	shift_keep(cu);
	request->done(request, 0, NULL);
	report = own;
	own = (struct report){0};
	if (report.cu && report.answer && may_go_on(cu) &&
	    is_for(cu, report.answer->request, tag) && take_back(cu)) {
		fcl_emu_cu_load(cu, report.answer->request);
		return true;
	}
	if (report.answer)
		fcl_emu_push(board, report.answer);
	pthread_mutex_lock(&board->lock);
	if (report.cu)
		keep_leave(cu);
	return false;
}

bool fcl_emu_is_reported(struct fcl_emu_cu *cu)
{
	/* The host unloads the image in done(): this thread cannot wait for itself. */
	if (own.cu == cu) {
		keep_leave(cu);
		own.cu = NULL;
		own.open = false;
	}
	return atomic_load(&cu->kept);
}
