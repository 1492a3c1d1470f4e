/* SPDX-License-Identifier: Apache-2.0 */
#include "emulator/execution/units/unit.h"

#include <pthread.h>
#include <stdio.h>

#include "base/clock.h"
#include "base/log.h"
#include "base/trace/trace.h"
#include "emulator/execution/access/blocks.h"
#include "emulator/execution/access/guard.h"
#include "emulator/execution/fifos/cluster.h"
#include "emulator/execution/fifos/deadlocked.h"
#include "emulator/execution/fifos/wait.h"
#include "emulator/execution/running/running.h"
#include "emulator/execution/running/timeline.h"
#include "emulator/execution/running/traced.h"
#include "emulator/execution/running/traffic.h"
#include "emulator/execution/running/usage.h"
#include "emulator/execution/tasks/ready.h"
#include "emulator/execution/tasks/wake.h"
#include "emulator/execution/units/body.h"
#include "emulator/execution/units/canaries.h"
#include "emulator/execution/units/context.h"
#include "emulator/execution/units/groups.h"
#include "emulator/execution/units/services.h"
#include "emulator/execution/units/shift.h"
#include "emulator/primitives/fiber.h"
#include "emulator/state/board.h"
#include "emulator/state/program.h"
#include "emulator/state/unit.h"

enum {
	SHORT_RUN_NS = 2000,
	CLOCK_EVERY = 8, /* short launches per reading of the clock, which costs as much as one */
};

/* --- ending ----------------------------------------------------------------------------------- */

/* Reports the failure of an execution that no request belongs to. */
static void unit_report_failure(const struct fcl_emu_cu *cu, const char *text)
{
	fcl_log(FCL_LOG_ERROR, "emulator", "%s", text);
	if (fcl_trace_on())
		fcl_trace_fault(cu->name, text);
}

/*
 * ap_done and ap_ready set their bits of ISR only if IER enables them; GIER only affects the
 * interrupt line.
 */
void fcl_emu_cu_note_end(struct fcl_emu_cu *cu)
{
	cu->done_bit = true;
	cu->isr |= cu->ier;
}

/*
 * Reports that the execution is over. Called with the board's lock held, which is temporarily
 * dropped. The context is released first, unless there is a younger execution, which must not be
 * reported earlier. Returns the younger execution if it is over, too.
 */
static struct fcl_emu_cu *report_end(struct fcl_emu_cu *cu)
{
	struct fcl_emu_board *board = cu->program->board;
	struct fcl_hal_request *request = cu->request;
	struct fcl_emu_cu *younger = cu->younger;
	char text[sizeof(cu->error) + 128];
	int status;

	fcl_emu_deadlock_end(cu);
	status = cu->status;
	if (status)
		snprintf(text, sizeof(text), "%s: %s", cu->name, cu->error);
	fcl_emu_cu_note_end(cu->first);
	cu->first->ended_at = ++board->moments;
	cu->state = FCL_EMU_ENDING;
	if (!younger)
		fcl_emu_context_release(cu);
	pthread_mutex_unlock(&board->lock);
	if (request)
		request->done(request, status, status ? text : NULL);
	else if (status)
		unit_report_failure(cu, text);
	pthread_mutex_lock(&board->lock);
	/* Executions may be waiting for a free-running kernel that has failed. */
	board->maybe_deadlock |= status && !request;
	if (younger)
		fcl_emu_context_release(cu);
	return younger && younger->state == FCL_EMU_HELD ? younger : NULL;
}

static void report_ends(struct fcl_emu_cu *cu)
{
	while ((cu = report_end(cu)))
		/* Its report was delayed: on a board, it would end only now. */
		if (cu->request && cu->request->flags & FCL_HAL_TIMED)
			cu->request->end_ns = fcl_now_ns();
}

/*
 * Ends an execution that is over and on no thread. Called with the board's lock held, which is
 * temporarily dropped.
 */
static void unit_finish(struct fcl_emu_cu *cu)
{
	struct fcl_emu_board *board = cu->program->board;

	fcl_emu_fiber_put(&board->fibers, cu->fiber);
	cu->fiber = NULL;
	cu->state = FCL_EMU_HELD;
	fcl_emu_release_peers(cu);
	if (cu->older)
		fcl_emu_wake_other(board);
	else
		report_ends(cu);
}

/* Whether to read the clock at the end of the execution, which costs as much as a short run. */
static bool needs_time(struct fcl_emu_cu *cu, uint64_t started)
{
	return !started || ++cu->unmeasured >= CLOCK_EVERY || cu->kernel->streams ||
	       (cu->request && cu->request->flags & FCL_HAL_TIMED) || fcl_trace_on() ||
	       atomic_load_explicit(&cu->kernel->last_run_ns, memory_order_relaxed) > SHORT_RUN_NS;
}

/*
 * Records the average time of the last `runs` executions, which began at `started`; returns the
 * current time.
 */
static uint64_t unit_measure(struct fcl_emu_cu *cu, uint64_t started, unsigned runs)
{
	uint64_t now = fcl_now_ns();

	cu->unmeasured = 0;
	if (started && !cu->kernel->streams)
		atomic_store_explicit(&cu->kernel->last_run_ns, (now - started) / runs,
				      memory_order_relaxed);
	if (cu->request && cu->request->flags & FCL_HAL_TIMED)
		cu->request->end_ns = fcl_emu_usage_end(cu, now);
	return now;
}

/* Frees and checks what an execution that ended at about this time has left. */
static void close_execution(struct fcl_emu_cu *cu, uint64_t now)
{
	fcl_emu_blocks_free(cu);
	fcl_emu_line_end(cu);
	fcl_emu_canaries_check(cu);
	fcl_emu_traffic_end(cu);
	fcl_emu_timeline_close(cu);
	if (fcl_trace_on())
		fcl_emu_traced_end(cu, now);
}

/* Ends the execution that ran on this thread; the board's lock is held on return. */
static void end_execution(struct fcl_emu_cu *cu)
{
	struct fcl_emu_board *board = cu->program->board;

	pthread_mutex_lock(&board->lock);
	board->nrunning--;
	unit_finish(cu);
}

static void tell(void *user)
{
	fcl_emu_cu_tell(user);
}

/*
 * Lets the model of a launch that is about to end say something. The stack is abandoned; no frame on
 * it will be used again.
 */
static void abandon(struct fcl_emu_cu *cu)
{
	if (!cu->fiber)
		return;
	cu->fiber->sp = NULL;
	cu->fiber->finished = true;
	if (!cu->request || cu->fresh || !fcl_emu_cu_may_tell(cu))
		return;
	fcl_emu_guard_install();
	fcl_emu_guard_thread();
	atomic_store_explicit(&cu->thread, pthread_self(), memory_order_relaxed);
	fcl_emu_fiber_start(cu->fiber, tell, cu);
	fcl_emu_cu_resume(cu);
}

void fcl_emu_cu_kill(struct fcl_emu_cu *cu, int status)
{
	struct fcl_emu_board *board = cu->program->board;

	cu->status = status;
	if (cu->state == FCL_EMU_BACKING_OFF || cu->state == FCL_EMU_BLOCKED)
		fcl_emu_wait_end(cu);
	if (cu->state == FCL_EMU_READY)
		fcl_emu_unready(board, &cu->task);
	cu->state = FCL_EMU_RUNNING;
	pthread_mutex_unlock(&board->lock);
	abandon(cu);
	cu->status = status;
	fcl_emu_blocks_free(cu);
	fcl_emu_line_end(cu);
	fcl_emu_timeline_close(cu);
	if (fcl_trace_on())
		fcl_emu_traced_end(cu, fcl_now_ns());
	pthread_mutex_lock(&board->lock);
	unit_finish(cu);
}

/* --- pausing ---------------------------------------------------------------------------------- */

/* Starts the execution on its fiber; a timed request needs an exact time. */
static uint64_t unit_begin(struct fcl_emu_cu *cu, uint64_t now)
{
	cu->fresh = cu->asked = false;
	cu->pub.execution = NULL;
	cu->pub.stack_size = cu->fiber->stack_size;
	fcl_emu_traffic_begin(cu);
	fcl_emu_fiber_start(cu->fiber, fcl_emu_cu_body, cu);
	if (fcl_trace_on())
		cu->begun_ns = fcl_now_ns();
	if (!cu->request || !(cu->request->flags & FCL_HAL_TIMED))
		return now;
	cu->request->start_ns = fcl_now_ns();
	return cu->request->start_ns;
}

/* True: the execution is over; false: it has paused. */
static bool run_on(struct fcl_emu_cu *cu)
{
	const uint32_t none = 0;

	do {
		if (cu->kernel->streams)
			fcl_emu_cu_resume_slice(cu, &none);
		else
			fcl_emu_cu_resume(cu);
	} while (!cu->fiber->finished && fcl_emu_groups_stay(cu));
	return cu->fiber->finished;
}

/* Starts an execution that is fresh; *runs counts executions since the returned time. */
static uint64_t begin_fresh(struct fcl_emu_cu *cu, uint64_t now, unsigned *runs)
{
	uint64_t started = cu->fiber && cu->fresh ? unit_begin(cu, now) : now;

	*runs = started == now ? *runs + 1 : 1;
	return started;
}

uint64_t fcl_emu_cu_run(struct fcl_emu_cu *cu, uint64_t now)
{
	struct fcl_emu_shift shift = {.since_ns = now};
	unsigned runs = 0;

	do {
		fcl_emu_guard_before(cu, now);
		now = begin_fresh(cu, now, &runs);
		if (cu->fiber && !run_on(cu)) {
			cu = fcl_emu_cluster_run(cu);
			if (!cu)
				return 0;
		}
		fcl_emu_groups_end(cu);
		if (needs_time(cu, now)) {
			now = unit_measure(cu, now, runs);
			runs = 0;
		}
		close_execution(cu, now);
		shift.launches++;
		if (!fcl_emu_may_keep(cu, &shift, now)) {
			end_execution(cu);
			return now;
		}
	} while (fcl_emu_keep_and_report(cu));
	return now;
}
