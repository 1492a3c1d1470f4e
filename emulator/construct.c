/* SPDX-License-Identifier: Apache-2.0 */
#include "emulator/construct.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "emulator/execution/access/guard.h"
#include "emulator/execution/running/running.h"
#include "emulator/execution/units/services.h"
#include "emulator/state/board.h"
#include "emulator/state/unit.h"

enum { STACK_BYTES = 8 << 20 };

/* What the constructors run as: a CU without a kernel, so that faults are known to be the payload's. */
struct stage {
	struct fcl_emu_cu cu;
	void (*construct)(struct fcl_cu *cu);
};

static void body(void *user)
{
	struct stage *stage = user;

	stage->construct(&stage->cu.pub);
}

/*
 * The watchdog knows executions only, so a timer signals this thread, again and again: a signal
 * outside payload code does nothing.
 */
static bool start_timer(struct fcl_emu_cu *cu, timer_t *ret_timer)
{
	uint64_t limit = cu->program->board->timeout_ns;
	struct sigevent event = {.sigev_notify = SIGEV_THREAD_ID};
	struct itimerspec times = {
		.it_value = {(time_t)(limit / 1000000000u), (long)(limit % 1000000000u)},
		.it_interval = {0, 10 * 1000 * 1000},
	};

	if (!limit)
		return false;
	event.sigev_signo = fcl_emu_guard_signal();
	event._sigev_un._tid = gettid();
	if (timer_create(CLOCK_MONOTONIC, &event, ret_timer))
		return false;
	atomic_store(&cu->overdue, 1);
	timer_settime(*ret_timer, 0, &times, NULL);
	return true;
}

static void run(struct fcl_emu_cu *cu)
{
	struct fcl_emu_cu *outer = fcl_emu_current;
	timer_t timer;
	bool timed = start_timer(cu, &timer);

	fcl_emu_current = cu;
	fcl_emu_fiber_resume(cu->fiber);
	fcl_emu_current = outer;
	if (timed)
		timer_delete(timer);
}

int fcl_emu_construct(struct fcl_emu_program *program, const struct fcl_bitstream *bitstream,
		      struct fcl_err *err)
{
	struct fcl_emu_fiber_pools pools = {0};
	struct stage *stage;
	int error = 0;

	if (bitstream->size < sizeof(*bitstream) || !bitstream->construct)
		return 0;
	stage = calloc(1, sizeof(*stage));
	if (stage)
		stage->cu.fiber = fcl_emu_fiber_get(&pools, STACK_BYTES);
	if (!stage || !stage->cu.fiber) {
		free(stage);
		return fcl_err_set(err, -ENOMEM, "out of memory");
	}
	stage->construct = bitstream->construct;
	stage->cu.program = program;
	stage->cu.pub.size = sizeof(stage->cu.pub);
	stage->cu.pub.host = &fcl_emu_host;
	fcl_emu_guard_install();
	fcl_emu_guard_thread();
	fcl_emu_fiber_start(stage->cu.fiber, body, stage);
	run(&stage->cu);
	if (stage->cu.status)
		error = fcl_err_set(err, -ENOEXEC, "a static constructor of the image failed: %s",
				    stage->cu.error);
	fcl_emu_fiber_put(&pools, stage->cu.fiber);
	fcl_emu_fiber_pools_fini(&pools);
	free(stage);
	return error;
}
