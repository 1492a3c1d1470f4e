/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_EMU_EXECUTION_RUNNING_H
#define FCL_EMU_EXECUTION_RUNNING_H

#include "emulator/primitives/fiber.h"
#include "emulator/primitives/static_tls.h"
#include "emulator/state/unit.h"
#include <errno.h>
#include <stdatomic.h>

/* The execution on this thread; NULL: none. */
extern _Thread_local FCL_EMU_STATIC_TLS struct fcl_emu_cu *fcl_emu_current;
/* The same value, reloaded: code on a fiber may be on another thread after a pause. */
struct fcl_emu_cu *fcl_emu_current_cu(void);

/* Both are called by an execution, and fail or suspend it. */
_Noreturn void fcl_emu_cu_fail(struct fcl_emu_cu *cu, int status, const char *format, ...)
	__attribute__((format(printf, 3, 4)));
static inline void fcl_emu_cu_end_if_stopped(struct fcl_emu_cu *cu)
{
	if (atomic_load_explicit(&cu->stop, memory_order_relaxed))
		fcl_emu_cu_fail(cu, -EIO, "stopped: the board was reset or programmed");
}
static inline void fcl_emu_cu_pause(struct fcl_emu_cu *cu, enum fcl_emu_pause pause)
{
	fcl_emu_cu_end_if_stopped(cu);
	cu->pause = pause;
	fcl_emu_fiber_suspend(cu->fiber);
	fcl_emu_cu_end_if_stopped(cu);
}

/*
 * Called by an execution: suspends it until one of its FIFOs moves, or for a time that grows as
 * long as it moves nothing.
 */
void fcl_emu_cu_back_off(struct fcl_emu_cu *cu);
/* Packets that the CU has moved so far through its current FIFOs. */
uint64_t fcl_emu_cu_moved(const struct fcl_emu_cu *cu);
/* Called by an execution: runs the model once, from ap_start to ap_done. */
void fcl_emu_cu_run_model(struct fcl_emu_cu *cu);

/*
 * Prepares the CU to run on the calling thread: gives it a stack if it has none, and sets what the
 * watchdog needs. The board's lock is held.
 */
void fcl_emu_cu_equip(struct fcl_emu_cu *cu, uint64_t now);
/* Readies a CU that has paused; the board's lock is held. */
void fcl_emu_cu_again(struct fcl_emu_cu *cu);
/* Runs the CU's fiber on this thread until it pauses or ends. */
static inline void fcl_emu_cu_resume(struct fcl_emu_cu *cu)
{
	struct fcl_emu_cu *outer = fcl_emu_current;

	fcl_emu_current = cu;
	fcl_emu_fiber_resume(cu->fiber);
	fcl_emu_current = outer;
}
/*
 * Lets the model of a failed execution add to cu->error, once; called on a fiber as the execution.
 * fcl_emu_cu_may_tell(): whether it may have something to say.
 */
bool fcl_emu_cu_may_tell(const struct fcl_emu_cu *cu);
void fcl_emu_cu_tell(struct fcl_emu_cu *cu);
/*
 * Runs a paused CU of a kernel with streams until it pauses, or one that it switches to does. Some
 * slices are measured. *switches: how often one did. A slice in which the thread was
 * preempted counts little.
 */
void fcl_emu_cu_resume_slice(struct fcl_emu_cu *cu, const uint32_t *switches);

#endif
