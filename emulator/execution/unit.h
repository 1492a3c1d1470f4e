/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_EMU_EXECUTION_UNIT_H
#define FCL_EMU_EXECUTION_UNIT_H

#include "emulator/primitives/fiber.h"
#include "emulator/state/board.h"

/* Starts an execution on an idle CU, or queues the launch; the board's lock is held. */
void fcl_emu_launch(struct fcl_emu_board *board, struct fcl_emu_item *item);
/* Starts an execution without a request: ap_start by register, or a free-running CU. The board's
 * lock is held. */
void fcl_emu_start(struct fcl_emu_cu *cu);
/* Prepares the CU to run on the calling thread: a stack, if it has none, and what the watchdog
 * needs to know. The board's lock is held. */
void fcl_emu_cu_equip(struct fcl_emu_cu *cu, uint64_t now);
/* Runs a CU that was taken from the ready list until it pauses or ends; `now` and the result are
 * times of CLOCK_MONOTONIC, at most a little old, or 0: not known. The board's lock is held on
 * return, not on entry. */
uint64_t fcl_emu_cu_run(struct fcl_emu_cu *cu, uint64_t now);
/* Runs a paused CU of a kernel with streams until it, or one that it passes its turn on to, pauses;
 * measured now and then. *turns: how often that was done. A slice in which the thread was preempted
 * counts little. */
void fcl_emu_cu_resume_slice(struct fcl_emu_cu *cu, const uint32_t *turns);
/* Loads a launch into a CU that the caller keeps (keep.h); no lock is needed. */
void fcl_emu_cu_load(struct fcl_emu_cu *cu, struct fcl_hal_request *request);
/* Makes a CU idle whose execution is over and reported; the board's lock is held. */
void fcl_emu_cu_release(struct fcl_emu_cu *cu);
/* Readies a CU that has paused; the board's lock is held. */
void fcl_emu_cu_again(struct fcl_emu_cu *cu);
/* Ends an execution that is not running, with this status and cu->error; the board's lock is held,
 * and dropped meanwhile. */
void fcl_emu_cu_kill(struct fcl_emu_cu *cu, int status);
/* Called by an execution: fails it, or suspends it. */
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
/* Called by an execution: runs the model once, from ap_start to ap_done. */
void fcl_emu_cu_run_model(struct fcl_emu_cu *cu);
/* Runs the CU's fiber on this thread until it pauses or ends. */
void fcl_emu_cu_resume(struct fcl_emu_cu *cu);
/* Called by an execution: suspends it until one of its FIFOs moves, or for a time that grows while
 * it moves nothing. */
void fcl_emu_cu_back_off(struct fcl_emu_cu *cu);
/* Packets that the CU's sides of its present FIFOs have ever moved. */
uint64_t fcl_emu_cu_moved(const struct fcl_emu_cu *cu);
/* Accessed without a call; the C library reserves room for a few such words of libraries that are
 * loaded late. */
#define FCL_EMU_STATIC_TLS __attribute__((tls_model("initial-exec")))
extern _Thread_local FCL_EMU_STATIC_TLS struct fcl_emu_cu *fcl_emu_current;
/* The same value, read again: code on a fiber may be on another thread after a pause. */
struct fcl_emu_cu *fcl_emu_current_cu(void);

#endif
