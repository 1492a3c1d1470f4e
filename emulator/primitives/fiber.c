/* SPDX-License-Identifier: Apache-2.0 */
#include "emulator/primitives/fiber.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#ifndef FCL_EMU_SWITCH
#include <ucontext.h>
#endif

#ifdef FCL_EMU_FIBER_ASAN
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#endif
#ifdef FCL_EMU_FIBER_TSAN
#include <sanitizer/tsan_interface.h>
#endif

#define SMALLEST ((size_t)64 << 10)
#define SLAB_BYTES ((size_t)16 << 20) /* stacks are cut from mappings of about this size */
#define KEEP_WARM 64u /* idle fibers of a pool whose touched pages are not released */

/* One mapping with `count` stacks, each with a guard page at its low end. */
struct fcl_emu_slab {
	struct fcl_emu_slab *next;
	char *base;
	size_t size;
	size_t count;
	struct fcl_emu_fiber fibers[];
};

static void fiber_main(void *user);

/* --- switching -------------------------------------------------------------------------------- */

#ifdef FCL_EMU_SWITCH
static void prepare(struct fcl_emu_fiber *fiber)
{
	fiber->sp = fcl_emu_switch_prepare(fiber->stack + fiber->stack_size, fiber_main, fiber);
}

#ifndef FCL_EMU_FIBER_PLAIN
/*
 * Must be inlined: TSan tracks calls, and would see the entry on one fiber and the exit on another.
 */
static inline __attribute__((always_inline)) void enter(struct fcl_emu_fiber *fiber)
{
	fcl_emu_switch(&fiber->native_sp, fiber->sp);
}

static inline __attribute__((always_inline)) void leave(struct fcl_emu_fiber *fiber)
{
	fcl_emu_switch(&fiber->sp, fiber->native_sp);
}
#endif
#else
/* sp points to the fiber's ucontext_t, native_sp to that of the thread that called fiber_enter(). */
static void begin(unsigned high, unsigned low)
{
	fiber_main((void *)((uintptr_t)high << 32 | low));
}

static void prepare(struct fcl_emu_fiber *fiber)
{
	ucontext_t *context = (ucontext_t *)fiber->stack;
	uintptr_t self = (uintptr_t)fiber;

	getcontext(context);
	context->uc_stack.ss_sp = fiber->stack + sizeof(*context);
	context->uc_stack.ss_size = fiber->stack_size - sizeof(*context);
	context->uc_link = NULL;
	makecontext(context, (void (*)(void))begin, 2, (unsigned)(self >> 32), (unsigned)self);
	fiber->sp = context;
}

static void enter(struct fcl_emu_fiber *fiber)
{
	ucontext_t here;

	fiber->native_sp = &here;
	swapcontext(&here, fiber->sp);
}

static void leave(struct fcl_emu_fiber *fiber)
{
	swapcontext(fiber->sp, fiber->native_sp);
}
#endif

/*
 * --- announcements to sanitizers
 * ------------------------------------------------------------------
 */

#ifndef FCL_EMU_FIBER_PLAIN
static void announce_enter(struct fcl_emu_fiber *fiber)
{
#ifdef FCL_EMU_FIBER_ASAN
	__sanitizer_start_switch_fiber(&fiber->asan_native_fake, fiber->stack, fiber->stack_size);
#elif defined(FCL_EMU_FIBER_TSAN)
	fiber->tsan_native = __tsan_get_current_fiber();
	__tsan_switch_to_fiber(fiber->tsan, 0);
#else
	(void)fiber;
#endif
}
#endif

static void announce_entered(struct fcl_emu_fiber *fiber)
{
#ifdef FCL_EMU_FIBER_ASAN
	__sanitizer_finish_switch_fiber(fiber->asan_fake, &fiber->native_bottom,
					&fiber->native_size);
#else
	(void)fiber;
#endif
}

/* `gone`: no frame on the stack will be used again. */
static void announce_leave(struct fcl_emu_fiber *fiber, bool gone)
{
	(void)gone;
#ifdef FCL_EMU_FIBER_ASAN
	__sanitizer_start_switch_fiber(gone ? NULL : &fiber->asan_fake, fiber->native_bottom,
				       fiber->native_size);
#elif defined(FCL_EMU_FIBER_TSAN)
	__tsan_switch_to_fiber(fiber->tsan_native, 0);
#else
	(void)fiber;
#endif
}

#ifndef FCL_EMU_FIBER_PLAIN
static void announce_left(struct fcl_emu_fiber *fiber)
{
#ifdef FCL_EMU_FIBER_ASAN
	__sanitizer_finish_switch_fiber(fiber->asan_native_fake, NULL, NULL);
#else
	(void)fiber;
#endif
}
#endif

/* An abandoned stack still has the poison of its frames, and TSan's record of their calls. */
static void announce_reset(struct fcl_emu_fiber *fiber)
{
#ifdef FCL_EMU_FIBER_ASAN
	__asan_unpoison_memory_region(fiber->stack, fiber->stack_size);
	fiber->asan_fake = NULL;
#elif defined(FCL_EMU_FIBER_TSAN)
	if (fiber->tsan)
		__tsan_destroy_fiber(fiber->tsan);
	fiber->tsan = __tsan_create_fiber(0);
#else
	(void)fiber;
#endif
}

void fcl_emu_fiber_forget_frames(struct fcl_emu_fiber *fiber)
{
#ifdef FCL_EMU_FIBER_ASAN
	__asan_unpoison_memory_region(fiber->stack, fiber->stack_size);
#else
	(void)fiber;
#endif
}

static void announce_gone(struct fcl_emu_fiber *fiber)
{
#ifdef FCL_EMU_FIBER_TSAN
	if (fiber->tsan)
		__tsan_destroy_fiber(fiber->tsan);
#else
	(void)fiber;
#endif
}

/* --- fibers ----------------------------------------------------------------------------------- */

/* Runs one body after another, so that a pooled fiber can be reused without set-up. */
static void fiber_main(void *user)
{
	struct fcl_emu_fiber *fiber = user;

	announce_entered(fiber);
	for (;;) {
		fiber->body(fiber->user);
		fiber->finished = true;
		fcl_emu_fiber_suspend(fiber);
	}
}

void fcl_emu_fiber_start(struct fcl_emu_fiber *fiber, void (*body)(void *user), void *user)
{
	if (!fiber->sp) {
		prepare(fiber);
		announce_reset(fiber);
	}
	fiber->body = body;
	fiber->user = user;
	fiber->finished = false;
}

#ifndef FCL_EMU_FIBER_PLAIN
void fcl_emu_fiber_resume(struct fcl_emu_fiber *fiber)
{
	int saved = errno;

	announce_enter(fiber);
	enter(fiber);
	announce_left(fiber);
	errno = saved;
}

void fcl_emu_fiber_suspend(struct fcl_emu_fiber *fiber)
{
	announce_leave(fiber, false);
	leave(fiber);
	announce_entered(fiber);
}
#endif

_Noreturn void fcl_emu_fiber_abandon(struct fcl_emu_fiber *fiber)
{
	fiber->finished = true;
	announce_leave(fiber, true);
#ifdef FCL_EMU_SWITCH
	{
		void *unused;

		fiber->sp = NULL;
		fcl_emu_switch(&unused, fiber->native_sp);
	}
#else
	fiber->sp = NULL;
	setcontext(fiber->native_sp);
#endif
	__builtin_unreachable();
}

/* --- pools ------------------------------------------------------------------------------------ */

static unsigned pool_of(size_t stack_size)
{
	unsigned pool = 0;

	while (pool < FCL_EMU_FIBER_POOLS && (SMALLEST << pool) < stack_size)
		pool++;
	return pool;
}

static bool cut(struct fcl_emu_slab *slab, unsigned pool)
{
	size_t each = (SMALLEST << pool) + FCL_EMU_FIBER_GUARD, i;

	for (i = 0; i < slab->count; i++) {
		struct fcl_emu_fiber *fiber = &slab->fibers[i];

		if (mprotect(slab->base + i * each, FCL_EMU_FIBER_GUARD, PROT_NONE))
			return false;
		*fiber =
			(struct fcl_emu_fiber){.stack = slab->base + i * each + FCL_EMU_FIBER_GUARD,
					       .stack_size = SMALLEST << pool,
					       .pool = pool,
					       .finished = true};
	}
	return true;
}

static struct fcl_emu_slab *make_slab(unsigned pool)
{
	size_t each = (SMALLEST << pool) + FCL_EMU_FIBER_GUARD;
	size_t count = SLAB_BYTES / each ? SLAB_BYTES / each : 1;
	struct fcl_emu_slab *slab = calloc(1, sizeof(*slab) + count * sizeof(slab->fibers[0]));

	if (!slab)
		return NULL;
	slab->count = count;
	slab->size = count * each;
	slab->base = mmap(NULL, slab->size, PROT_READ | PROT_WRITE,
			  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
	if (slab->base == MAP_FAILED || !cut(slab, pool)) {
		if (slab->base != MAP_FAILED)
			munmap(slab->base, slab->size);
		free(slab);
		return NULL;
	}
	return slab;
}

static bool grow(struct fcl_emu_fiber_pools *pools, unsigned pool)
{
	struct fcl_emu_slab *slab = make_slab(pool);
	size_t i;

	if (!slab)
		return false;
	slab->next = pools->slabs;
	pools->slabs = slab;
	for (i = slab->count; i--;) {
		slab->fibers[i].next = pools->idle[pool];
		pools->idle[pool] = &slab->fibers[i];
	}
	return true;
}

struct fcl_emu_fiber *fcl_emu_fiber_get(struct fcl_emu_fiber_pools *pools, size_t stack_size)
{
	unsigned pool = pool_of(stack_size);
	struct fcl_emu_fiber *fiber;

	if (pool >= FCL_EMU_FIBER_POOLS || (!pools->idle[pool] && !grow(pools, pool)))
		return NULL;
	fiber = pools->idle[pool];
	pools->idle[pool] = fiber->next;
	if (pools->nidle[pool])
		pools->nidle[pool]--;
	return fiber;
}

void fcl_emu_fiber_put(struct fcl_emu_fiber_pools *pools, struct fcl_emu_fiber *fiber)
{
	if (!fiber)
		return;
	if (pools->nidle[fiber->pool] >= KEEP_WARM) {
		madvise(fiber->stack, fiber->stack_size, MADV_DONTNEED);
		fiber->sp = NULL;
	} else {
		pools->nidle[fiber->pool]++;
	}
	fiber->next = pools->idle[fiber->pool];
	pools->idle[fiber->pool] = fiber;
}

void fcl_emu_fiber_pools_fini(struct fcl_emu_fiber_pools *pools)
{
	struct fcl_emu_slab *slab;
	size_t i;

	while ((slab = pools->slabs)) {
		pools->slabs = slab->next;
		for (i = 0; i < slab->count; i++)
			announce_gone(&slab->fibers[i]);
		munmap(slab->base, slab->size);
		free(slab);
	}
	memset(pools, 0, sizeof(*pools));
}
