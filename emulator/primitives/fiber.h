/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_EMU_FIBER_H
#define FCL_EMU_FIBER_H

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>

#include "emulator/primitives/switch.h"

#ifndef __has_feature /* only clang has it */
#define __has_feature(feature) 0
#endif
#if defined(__SANITIZE_ADDRESS__) || __has_feature(address_sanitizer)
#define FCL_EMU_FIBER_ASAN
#elif defined(__SANITIZE_THREAD__) || __has_feature(thread_sanitizer)
#define FCL_EMU_FIBER_TSAN
#elif defined(FCL_EMU_SWITCH)
/* No sanitizer has to be told of switches, so a fiber may switch directly to another one. */
#define FCL_EMU_FIBER_PLAIN
#endif

/*
 * Fibers: stacks on which kernel code runs, each with a guard page below it. A fiber runs on the
 * thread that resumes it, which may be a different one each time. It has its own callee-saved
 * registers and floating-point control words. Switches are announced to ASan and TSan.
 */

/* Inaccessible bytes below every stack: one page of the largest page size in use. */
#ifdef __aarch64__
#define FCL_EMU_FIBER_GUARD 65536u
#else
#define FCL_EMU_FIBER_GUARD 4096u
#endif

struct fcl_emu_fiber {
	void *sp;        /* while suspended */
	void *native_sp; /* of the thread that resumed it; valid while it runs */
	char *stack;     /* lowest usable byte */
	size_t stack_size;
	unsigned pool;              /* size class, see fcl_emu_fiber_get() */
	struct fcl_emu_fiber *next; /* in its pool */
	void (*body)(void *user);
	void *user;
	bool finished; /* body has returned or was abandoned */
	void *asan_fake, *asan_native_fake;
	const void *native_bottom;
	size_t native_size;
	void *tsan, *tsan_native;
};

/* Idle fibers by stack size, and the mappings that contain their stacks. The owner locks. */
#define FCL_EMU_FIBER_POOLS 24
struct fcl_emu_fiber_pools {
	struct fcl_emu_fiber *idle[FCL_EMU_FIBER_POOLS];
	unsigned nidle[FCL_EMU_FIBER_POOLS];
	struct fcl_emu_slab *slabs;
};

/*
 * Returns a fiber with at least `stack_size` bytes of stack (rounded up to 64 KiB times a power of
 * two). NULL: out of memory.
 */
struct fcl_emu_fiber *fcl_emu_fiber_get(struct fcl_emu_fiber_pools *pools, size_t stack_size);

/* Returns a finished fiber to its pool. NULL is allowed. */
void fcl_emu_fiber_put(struct fcl_emu_fiber_pools *pools, struct fcl_emu_fiber *fiber);

/* Frees all fibers; none may be in use. */
void fcl_emu_fiber_pools_fini(struct fcl_emu_fiber_pools *pools);

/* Sets the function for the next resume; the fiber must be new or finished. */
void fcl_emu_fiber_start(struct fcl_emu_fiber *fiber, void (*body)(void *user), void *user);

/*
 * fcl_emu_fiber_resume() runs the fiber on this thread until it suspends or finishes.
 * fcl_emu_fiber_suspend(), called on the fiber, switches back to the resuming thread; it returns
 * when the fiber is resumed again.
 */
#ifdef FCL_EMU_FIBER_PLAIN
static inline void fcl_emu_fiber_resume(struct fcl_emu_fiber *fiber)
{
	int saved = errno;

	fcl_emu_switch(&fiber->native_sp, fiber->sp);
	errno = saved;
}

static inline void fcl_emu_fiber_suspend(struct fcl_emu_fiber *fiber)
{
	fcl_emu_switch(&fiber->sp, fiber->native_sp);
}

/*
 * Called on the fiber: suspends it and runs another one, which later switches back to the same
 * thread.
 */
static inline void fcl_emu_fiber_pass_on(struct fcl_emu_fiber *fiber, struct fcl_emu_fiber *next)
{
	next->native_sp = fiber->native_sp;
	fcl_emu_switch(&fiber->sp, next->sp);
}
#else
void fcl_emu_fiber_resume(struct fcl_emu_fiber *fiber);
void fcl_emu_fiber_suspend(struct fcl_emu_fiber *fiber);
#endif

/* For signal handlers that abandon all frames of the interrupted fiber: unpoisons them. */
void fcl_emu_fiber_forget_frames(struct fcl_emu_fiber *fiber);

/* Called on the fiber: finishes it without returning from any of its frames. */
_Noreturn void fcl_emu_fiber_abandon(struct fcl_emu_fiber *fiber);

#endif
