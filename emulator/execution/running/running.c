/* SPDX-License-Identifier: Apache-2.0 */
#include "emulator/execution/running/running.h"

#include <errno.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "emulator/execution/tasks/ready.h"
#include "emulator/primitives/static_tls.h"
#include "emulator/state/board.h"
#include "emulator/state/fifo.h"
#include "emulator/state/program.h"

enum {
	DEFAULT_STACK = 1024 * 1024,
	BRIEF_NS = 20 * 1000,
	MEASURE_EVERY = 32, /* slices, as reading the clock costs as much as a short slice */
	STEP_CYCLES = 4096,
	BACKOFFS_BEFORE_LONGER = 4,
	SHORTEST_BACKOFF_NS = 1000 * 1000,
	LONGEST_BACKOFF_NS = 64 * 1000 * 1000,
};

_Thread_local FCL_EMU_STATIC_TLS struct fcl_emu_cu *fcl_emu_current;

__attribute__((noinline)) struct fcl_emu_cu *fcl_emu_current_cu(void)
{
	__asm__ volatile("" ::: "memory");
	return fcl_emu_current;
}

bool fcl_emu_cu_may_tell(const struct fcl_emu_cu *cu)
{
	const struct fcl_model *model = cu->model;

	return !cu->asked && model->kind == FCL_MODEL_STEP &&
	       model->size >= offsetof(struct fcl_model, failed) + sizeof(model->failed) &&
	       model->failed;
}

void fcl_emu_cu_tell(struct fcl_emu_cu *cu)
{
	size_t length = strlen(cu->error);
	const char *text;

	/* The watchdog gives it as much time as a slice of an execution. */
	atomic_store_explicit(&cu->since_ns, fcl_now_ns(), memory_order_relaxed);
	cu->asked = true;
	text = cu->model->failed(&cu->pub);
	if (text)
		snprintf(cu->error + length, sizeof(cu->error) - length, "; %s", text);
}

_Noreturn void fcl_emu_cu_fail(struct fcl_emu_cu *cu, int status, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsnprintf(cu->error, sizeof(cu->error), format, args);
	va_end(args);
	if (fcl_emu_cu_may_tell(cu))
		fcl_emu_cu_tell(cu);
	cu->status = status;
	fcl_emu_fiber_abandon(cu->fiber);
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

void fcl_emu_cu_back_off(struct fcl_emu_cu *cu)
{
	uint64_t longer = cu->backoffs++ / BACKOFFS_BEFORE_LONGER;

	cu->backoff_ns = longer < 8 ? (uint64_t)SHORTEST_BACKOFF_NS << longer : LONGEST_BACKOFF_NS;
	if (cu->backoff_ns > LONGEST_BACKOFF_NS)
		cu->backoff_ns = LONGEST_BACKOFF_NS;
	fcl_emu_cu_pause(cu, FCL_EMU_PAUSE_BACK_OFF);
}

/* --- the model -------------------------------------------------------------------------------- */

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

/* A free-running model that moves nothing and does not use all its cycles is stepped less often. */
static void step_pause(struct fcl_emu_cu *cu, bool spare_cycles)
{
	uint64_t moved = fcl_emu_cu_moved(cu);

	if (spare_cycles && cu->model->control == FCL_MODEL_CTRL_NONE && moved == cu->moved) {
		fcl_emu_cu_back_off(cu);
		return;
	}
	cu->moved = moved;
	cu->backoffs = 0;
	fcl_emu_cu_pause(cu, FCL_EMU_PAUSE_YIELD);
}

/* Needed for stepped models: the watchdog measures slices, and theirs are short. */
static void check_time(struct fcl_emu_cu *cu, uint64_t since, uint64_t cycles)
{
	uint64_t limit = cu->program->board->timeout_ns;
	const char *waiting = cu->pub.waiting;

	if (limit && cu->model->control != FCL_MODEL_CTRL_NONE && fcl_now_ns() - since > limit)
		fcl_emu_cu_fail(
			cu, -ETIMEDOUT,
			"the kernel has not raised ap_done within the %llu s that FPGACL_TIMEOUT_S allows (%llu clock cycles)%s%s",
			(unsigned long long)(limit / 1000000000u), (unsigned long long)cycles,
			waiting ? "; " : "", waiting ? waiting : "");
}

/* Clocks a stepped model from ap_start to ap_done, or forever if it is free-running. */
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

/* --- on a thread ------------------------------------------------------------------------------ */

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
		if (!cu->goes_on)
			atomic_store_explicit(&cu->since_ns, now ? now : fcl_now_ns(),
					      memory_order_relaxed);
		cu->goes_on = false;
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

void fcl_emu_cu_resume_slice(struct fcl_emu_cu *cu, const uint32_t *switches)
{
	uint64_t start, took, most = cu->slice_ns * 2;

	if (cu->slices++ % MEASURE_EVERY) {
		fcl_emu_cu_resume(cu);
		return;
	}
	start = fcl_now_ns();
	fcl_emu_cu_resume(cu);
	took = (fcl_now_ns() - start) / (*switches + 1);
	cu->slice_ns = most && took > most ? most : (cu->slice_ns + took) / 2;
}
