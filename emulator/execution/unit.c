/* SPDX-License-Identifier: Apache-2.0 */
#include "emulator/execution/unit.h"

#include <errno.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/config.h"
#include "base/log.h"
#include "base/trace/trace.h"
#include "emulator/execution/bind.h"
#include "emulator/execution/blocks.h"
#include "emulator/execution/chain.h"
#include "emulator/execution/cluster.h"
#include "emulator/execution/groups.h"
#include "emulator/execution/keep.h"
#include "emulator/execution/sched.h"
#include "emulator/execution/services.h"
#include "emulator/execution/traced.h"
#include "emulator/execution/usage.h"
#include "emulator/execution/values.h"
#include "emulator/execution/wait.h"
#include "emulator/memory/memory.h"
#include "emulator/primitives/fiber.h"
#include "emulator/state/board.h"
#include "emulator/state/buffer.h"
#include "emulator/state/fifo.h"
#include "emulator/state/program.h"
#include "emulator/state/task.h"
#include "emulator/state/unit.h"

enum {
	DEFAULT_STACK = 1024 * 1024,
	SMALL_NS = 50 * 1000,
	TINY_NS = 1000,
	BRIEF_NS = 20 * 1000,
	MEASURE_EVERY = 32, /* slices: reading the clock costs as much as a short one */
	STEP_CYCLES = 4096,
	SHORT_RUN_NS = 2000,
	CLOCK_EVERY = 8, /* short launches in a row on one thread: likewise */
};

_Thread_local FCL_EMU_STATIC_TLS struct fcl_emu_cu *fcl_emu_current;

__attribute__((noinline)) struct fcl_emu_cu *fcl_emu_current_cu(void)
{
	__asm__ volatile("" ::: "memory");
	return fcl_emu_current;
}

/* --- inside an execution ---------------------------------------------------------------------- */

_Noreturn void fcl_emu_cu_fail(struct fcl_emu_cu *cu, int status, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsnprintf(cu->error, sizeof(cu->error), format, args);
	va_end(args);
	cu->status = status;
	fcl_emu_fiber_abandon(cu->fiber);
}

static void fail_with_status(struct fcl_emu_cu *cu, int result)
{
	fcl_emu_cu_fail(cu, -EIO, "the kernel failed with status %d", result);
}

/* Waits until a FIFO moves: the one that the model names, or any. */
static void step_wait(struct fcl_emu_cu *cu, int result)
{
	uint32_t port = cu->pub.wait_port;

	if (result == FCL_STEP_WAIT && port < cu->model->nports && cu->ports[port]) {
		cu->blocked_on = cu->ports[port];
		cu->blocked_port = port;
		cu->blocked_side = cu->model->ports[port].kind == FCL_MODEL_PORT_STREAM_IN
					   ? FCL_EMU_READER
					   : FCL_EMU_WRITER;
		fcl_emu_cu_pause(cu, FCL_EMU_PAUSE_BLOCK);
		return;
	}
	cu->backoff_ns = UINT64_MAX;
	fcl_emu_cu_pause(cu, FCL_EMU_PAUSE_BACK_OFF);
}

/* A free-running model that moves nothing and leaves cycles over is stepped less often. */
static void step_pause(struct fcl_emu_cu *cu, bool leisure)
{
	uint64_t moved = fcl_emu_cu_moved(cu);

	if (leisure && cu->model->control == FCL_MODEL_CTRL_NONE && moved == cu->moved) {
		fcl_emu_cu_back_off(cu);
		return;
	}
	cu->moved = moved;
	cu->backoffs = 0;
	fcl_emu_cu_pause(cu, FCL_EMU_PAUSE_YIELD);
}

/* The watchdog measures slices of an execution, which are short for a stepped model. */
static void check_time(struct fcl_emu_cu *cu, uint64_t since, uint64_t cycles)
{
	uint64_t limit = cu->program->board->timeout_ns;

	if (limit && cu->model->control != FCL_MODEL_CTRL_NONE && fcl_now_ns() - since > limit)
		fcl_emu_cu_fail(
			cu, -ETIMEDOUT,
			"the kernel has not raised ap_done within the %llu s that FPGACL_EMU_TIMEOUT_S allows (%llu clock cycles)",
			(unsigned long long)(limit / 1000000000u), (unsigned long long)cycles);
}

/* Clocks a stepped model from ap_start to ap_done, or for ever if it is free-running. */
static void step_until_done(struct fcl_emu_cu *cu)
{
	uint64_t since = fcl_now_ns(), total = 0;

	cu->pub.regs[0] |= FCL_AP_START;
	for (;;) {
		uint32_t cycles = STEP_CYCLES;
		int result;

		cu->pub.wait_port = UINT32_MAX;
		result = cu->model->step(&cu->pub, STEP_CYCLES, &cycles);
		total += cycles;
		if (result == FCL_STEP_DONE && cu->model->control != FCL_MODEL_CTRL_NONE)
			return;
		if (result < 0)
			fail_with_status(cu, result);
		if (result == FCL_STEP_IDLE || result == FCL_STEP_WAIT) {
			step_wait(cu, result);
			since = fcl_now_ns();
		} else {
			check_time(cu, since, total);
			step_pause(cu, cycles < STEP_CYCLES);
		}
	}
}

void fcl_emu_cu_run_model(struct fcl_emu_cu *cu)
{
	int result;

	if (cu->model->kind == FCL_MODEL_STEP) {
		step_until_done(cu);
		return;
	}
	result = cu->model->run(&cu->pub);
	if (result < 0)
		fail_with_status(cu, result);
}

/* XRT's rule for kernels without work-items: one execution for each work-group. */
static void run_each(struct fcl_emu_cu *cu, const uint64_t groups[3])
{
	uint64_t *id = cu->range.group_id;

	for (id[2] = 0; id[2] < groups[2]; id[2]++)
		for (id[1] = 0; id[1] < groups[1]; id[1]++)
			for (id[0] = 0; id[0] < groups[0]; id[0]++)
				fcl_emu_cu_run_model(cu);
}

static void run_groups(struct fcl_emu_cu *cu)
{
	struct fcl_model_range *range = &cu->range;
	uint64_t groups[3], count = 1;

	for (int i = 0; i < 3; i++) {
		uint64_t local = range->local_size[i] ? range->local_size[i] : 1;

		groups[i] = range->global_size[i] / local + (range->global_size[i] % local != 0);
	}
	for (int i = 0; i < 3 && count; i++)
		if (__builtin_mul_overflow(count, groups[i], &count))
			fcl_emu_cu_fail(cu, -EINVAL, "the NDRange has more than 2^64 work-groups");
	range->first_group = 0;
	range->ngroups = count;
	if (!count)
		return;
	if (cu->groups)
		fcl_emu_groups_run(cu, count);
	else if (cu->model->flags & FCL_MODEL_NDRANGE)
		fcl_emu_cu_run_model(cu);
	else
		run_each(cu, groups);
}

uint64_t fcl_emu_cu_moved(const struct fcl_emu_cu *cu)
{
	uint64_t sum = 0;

	for (uint32_t i = 0; i < cu->model->nports; i++) {
		const struct fcl_model_fifo *fifo = cu->ports[i] ? &cu->ports[i]->pub : NULL;
		bool reads = cu->model->ports[i].kind == FCL_MODEL_PORT_STREAM_IN;

		if (fifo)
			sum += __atomic_load_n(reads ? &fifo->head : &fifo->tail, __ATOMIC_RELAXED);
	}
	return sum;
}

/* Whether, after a run that moved nothing, the next one moves nothing either until a FIFO does. */
static bool depends_on_fifos_only(const struct fcl_emu_cu *cu)
{
	for (uint32_t i = 0; i < cu->model->nports; i++)
		if (cu->model->ports[i].kind == FCL_MODEL_PORT_MEMORY)
			return false;
	return !(cu->model->flags & FCL_MODEL_PRIVATE_DATA);
}

/* A free-running kernel that moved nothing in a whole run has nothing to do for a while. */
static void run_freely(struct fcl_emu_cu *cu)
{
	for (;;) {
		uint64_t moved = fcl_emu_cu_moved(cu);

		fcl_emu_cu_run_model(cu);
		if (moved != fcl_emu_cu_moved(cu)) {
			cu->backoffs = 0;
			fcl_emu_cu_pause(cu, FCL_EMU_PAUSE_YIELD);
		} else if (depends_on_fifos_only(cu)) {
			cu->backoff_ns = UINT64_MAX;
			fcl_emu_cu_pause(cu, FCL_EMU_PAUSE_BACK_OFF);
		} else {
			fcl_emu_cu_back_off(cu);
		}
	}
}

static void body(void *user)
{
	struct fcl_emu_cu *cu = user;

	if (cu->model->control == FCL_MODEL_CTRL_NONE && !cu->request)
		run_freely(cu);
	else
		run_groups(cu);
}

/* --- starting; the board's lock is held ------------------------------------------------------- */

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

static void reset(struct fcl_emu_cu *cu)
{
	cu->fresh = true;
	cu->status = 0;
	cu->error[0] = '\0';
	cu->stall_reported = false;
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
	reset(cu);
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
	reset(cu);
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
 * Where a launch may start now: on an idle CU, or beside what runs on one, but not ahead of a
 * launch that waits.
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

/* --- ending ----------------------------------------------------------------------------------- */

/* Of one execution; another one that runs meanwhile may overwrite a canary again and again. */
enum { MOST_FINDINGS = 1000 };

/* The first finding fails the execution, unless it has failed already. */
__attribute__((format(printf, 2, 3))) static void blame(struct fcl_emu_cu *cu, const char *format,
							...)
{
	va_list args;

	if (cu->status)
		return;
	cu->status = -EFAULT;
	va_start(args, format);
	vsnprintf(cu->error, sizeof(cu->error), format, args);
	va_end(args);
}

static void check_arg(struct fcl_emu_cu *cu, const struct fcl_hal_arg *arg)
{
	const struct fcl_emu_buffer *buffer = (const struct fcl_emu_buffer *)arg->u.buffer;
	uint64_t offset = 0;

	if (arg->kind == FCL_HAL_ARG_BUFFER && buffer && !fcl_emu_canary_check(buffer, &offset))
		blame(cu,
		      "wrote past the end of argument '%s': byte %llu of a buffer of %llu bytes",
		      cu->kernel->facts->args[arg->index].name, (unsigned long long)offset,
		      (unsigned long long)buffer->size);
}

static void check_args(struct fcl_emu_cu *cu)
{
	const struct fcl_hal_request *request = cu->request;
	uint64_t rest;

	if (fcl_emu_values_intact(cu, &rest)) {
		for (; rest; rest &= rest - 1)
			check_arg(cu, &request->u.launch.args[__builtin_ctzll(rest)]);
		return;
	}
	for (uint32_t i = 0; i < request->u.launch.nargs; i++)
		check_arg(cu, &request->u.launch.args[i]);
}

/* Checks the allocations that, by the host, the kernel reaches through stored pointers. */
static void check_svm(struct fcl_emu_cu *cu)
{
	const struct fcl_hal_request *request = cu->request;
	uint64_t offset = 0;

	for (uint32_t i = 0; i < request->u.launch.nsvm; i++) {
		const struct fcl_emu_buffer *buffer =
			(const struct fcl_emu_buffer *)request->u.launch.svm[i];

		if (!fcl_emu_canary_check(buffer, &offset))
			blame(cu,
			      "wrote past the end of the shared virtual memory at %p: byte %llu of an allocation of %llu bytes",
			      (void *)buffer->svm, (unsigned long long)offset,
			      (unsigned long long)buffer->size);
	}
}

/*
 * Fails an execution that wrote past the end of a buffer: a bound one by default, any one with
 * FPGACL_EMU_CHECK=full. Every canary is checked, and so restored, also after another error: the
 * next execution must not be blamed for this one.
 */
static void check_canaries(struct fcl_emu_cu *cu)
{
	enum fcl_emu_check check = cu->program->board->check;
	uint64_t offset = 0;
	int left = check >= FCL_EMU_CHECK_FULL ? MOST_FINDINGS : 0;

	if (!cu->request || check == FCL_EMU_CHECK_OFF)
		return;
	check_args(cu);
	check_svm(cu);
	while (left-- && fcl_emu_canary_sweep(cu->program->board, &offset))
		blame(cu,
		      "wrote past the end of a buffer that is no argument of this run: byte %llu was overwritten",
		      (unsigned long long)offset);
}

/* Starts waiting launches on this CU, as many as may start; the board's lock is held. */
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

/* Makes the context available for the next execution; the board's lock is held. */
static void release_context(struct fcl_emu_cu *cu)
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

/* Of an execution that no host waits for. */
static void report_failure(const struct fcl_emu_cu *cu, const char *text)
{
	fcl_log(FCL_LOG_ERROR, "emulator", "%s", text);
	if (fcl_trace_on())
		fcl_trace_fault(cu->name, text);
}

/*
 * Reports that the execution is over; the board's lock is held, and dropped meanwhile. The context
 * is released before that, unless there is a younger execution, which must not be reported earlier.
 * Returns that one if it is over as well.
 */
static struct fcl_emu_cu *report_end(struct fcl_emu_cu *cu)
{
	struct fcl_emu_board *board = cu->program->board;
	struct fcl_hal_request *request = cu->request;
	struct fcl_emu_cu *younger = cu->younger;
	char text[sizeof(cu->error) + 128];
	int status = cu->status;

	if (status)
		snprintf(text, sizeof(text), "%s: %s", cu->name, cu->error);
	cu->first->done_bit = true;
	cu->first->isr |= 3;
	cu->state = FCL_EMU_ENDING;
	if (!younger)
		release_context(cu);
	pthread_mutex_unlock(&board->lock);
	if (request)
		request->done(request, status, status ? text : NULL);
	else if (status)
		report_failure(cu, text);
	pthread_mutex_lock(&board->lock);
	if (younger)
		release_context(cu);
	return younger && younger->state == FCL_EMU_HELD ? younger : NULL;
}

static void report_ends(struct fcl_emu_cu *cu)
{
	while ((cu = report_end(cu)))
		/* It was held back: on the board it ends only now. */
		if (cu->request && cu->request->flags & FCL_HAL_TIMED)
			cu->request->end_ns = fcl_now_ns();
}

/*
 * Ends an execution that is over and on no thread; the board's lock is held, and dropped meanwhile.
 */
static void finish(struct fcl_emu_cu *cu)
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

void fcl_emu_cu_release(struct fcl_emu_cu *cu)
{
	struct fcl_emu_board *board = cu->program->board;

	board->nrunning--;
	fcl_emu_fiber_put(&board->fibers, cu->fiber);
	cu->fiber = NULL;
	release_context(cu);
}

/* Whether to read the clock at the end of the execution: it costs as much as a short run. */
static bool needs_time(struct fcl_emu_cu *cu, uint64_t started)
{
	return !started || ++cu->unmeasured >= CLOCK_EVERY || cu->kernel->streams ||
	       (cu->request && cu->request->flags & FCL_HAL_TIMED) || fcl_trace_on() ||
	       atomic_load_explicit(&cu->kernel->last_run_ns, memory_order_relaxed) > SHORT_RUN_NS;
}

/* Notes how long the last `runs` executions took, which began at `started`; returns the time. */
static uint64_t measure(struct fcl_emu_cu *cu, uint64_t started, unsigned runs)
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

/* Frees and checks what an execution leaves behind, which has ended at about this time. */
static void close_execution(struct fcl_emu_cu *cu, uint64_t now)
{
	fcl_emu_blocks_free(cu);
	fcl_emu_line_end(cu);
	check_canaries(cu);
	if (fcl_trace_on())
		fcl_emu_traced_end(cu, now);
}

/* Ends the execution that this thread ran; the board's lock is held on return. */
static void end_execution(struct fcl_emu_cu *cu)
{
	struct fcl_emu_board *board = cu->program->board;

	pthread_mutex_lock(&board->lock);
	board->nrunning--;
	finish(cu);
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
	fcl_emu_blocks_free(cu);
	fcl_emu_line_end(cu);
	if (fcl_trace_on())
		fcl_emu_traced_end(cu, fcl_now_ns());
	pthread_mutex_lock(&board->lock);
	/* The stack is abandoned: no frame on it is returned to. */
	if (cu->fiber) {
		cu->fiber->sp = NULL;
		cu->fiber->finished = true;
	}
	finish(cu);
}

/* --- pausing ---------------------------------------------------------------------------------- */

void fcl_emu_cu_again(struct fcl_emu_cu *cu)
{
	struct fcl_emu_board *board = cu->program->board;

	cu->state = FCL_EMU_READY;
	cu->task.home = fcl_emu_home(board);
	cu->task.brief = cu->slice_ns < BRIEF_NS;
	fcl_emu_ready(board, &cu->task);
}

void fcl_emu_cu_equip(struct fcl_emu_cu *cu, uint64_t now)
{
	uint64_t stack = cu->model->stack_size ? cu->model->stack_size : DEFAULT_STACK;

	if (cu->program->board->timeout_ns) {
		atomic_store_explicit(&cu->thread, pthread_self(), memory_order_relaxed);
		atomic_store_explicit(&cu->since_ns, now ? now : fcl_now_ns(),
				      memory_order_relaxed);
	}
	if (cu->fiber)
		return;
	cu->fiber = fcl_emu_fiber_get(&cu->program->board->fibers, stack);
	if (cu->fiber)
		return;
	cu->status = -ENOMEM;
	snprintf(cu->error, sizeof(cu->error), "no memory for a stack of %llu bytes",
		 (unsigned long long)stack);
}

/* Starts the execution on its fiber; a request that is timed needs a fresh time. */
static uint64_t begin(struct fcl_emu_cu *cu, uint64_t now)
{
	cu->fresh = false;
	cu->pub.execution = NULL;
	cu->pub.stack_size = cu->fiber->stack_size;
	fcl_emu_fiber_start(cu->fiber, body, cu);
	if (fcl_trace_on())
		cu->begun_ns = fcl_now_ns();
	if (!cu->request || !(cu->request->flags & FCL_HAL_TIMED))
		return now;
	cu->request->start_ns = fcl_now_ns();
	return cu->request->start_ns;
}

void fcl_emu_cu_resume(struct fcl_emu_cu *cu)
{
	struct fcl_emu_cu *outer = fcl_emu_current;

	fcl_emu_current = cu;
	fcl_emu_fiber_resume(cu->fiber);
	fcl_emu_current = outer;
}

void fcl_emu_cu_resume_slice(struct fcl_emu_cu *cu, const uint32_t *turns)
{
	uint64_t start, took, most = cu->slice_ns * 2;

	if (cu->slices++ % MEASURE_EVERY) {
		fcl_emu_cu_resume(cu);
		return;
	}
	start = fcl_now_ns();
	fcl_emu_cu_resume(cu);
	took = (fcl_now_ns() - start) / (*turns + 1);
	cu->slice_ns = most && took > most ? most : (cu->slice_ns + took) / 2;
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

/* Starts an execution that is fresh; *runs counts those since the time that is returned. */
static uint64_t begin_fresh(struct fcl_emu_cu *cu, uint64_t now, unsigned *runs)
{
	uint64_t started = cu->fiber && cu->fresh ? begin(cu, now) : now;

	*runs = started == now ? *runs + 1 : 1;
	return started;
}

uint64_t fcl_emu_cu_run(struct fcl_emu_cu *cu, uint64_t now)
{
	struct fcl_emu_shift shift = {.since_ns = now};
	unsigned runs = 0;

	do {
		now = begin_fresh(cu, now, &runs);
		if (cu->fiber && !run_on(cu)) {
			cu = fcl_emu_cluster_run(cu);
			if (!cu)
				return 0;
		}
		fcl_emu_groups_end(cu);
		if (needs_time(cu, now)) {
			now = measure(cu, now, runs);
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
