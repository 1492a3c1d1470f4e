/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_EMU_FIBER_H
#define FCL_EMU_FIBER_H

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>

#ifndef __has_feature /* clang's way */
#define __has_feature(feature) 0
#endif
#if defined(__SANITIZE_ADDRESS__) || __has_feature(address_sanitizer)
#define FCL_EMU_FIBER_ASAN
#elif defined(__SANITIZE_THREAD__) || __has_feature(thread_sanitizer)
#define FCL_EMU_FIBER_TSAN
#elif defined(__x86_64__)
/*
 * No sanitizer needs to see the switches, so a fiber may switch to another one directly.
 */
#define FCL_EMU_FIBER_PLAIN
#endif

/*
 * Fibers: stacks on which kernel code runs, with a guard page below each. A fiber runs on the
 * thread that resumes it, which may be another one each time. It has its own callee-saved registers
 * and floating-point control words. ASan and TSan are informed of switches.
 */

#define FCL_EMU_FIBER_GUARD 4096u /* inaccessible bytes below every stack */

struct fcl_emu_fiber {
	void *sp;        /* while suspended */
	void *native_sp; /* of the thread that resumed it, while it runs */
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

/* Idle fibers by size, and the mappings that hold their stacks. The owner locks. */
#define FCL_EMU_FIBER_POOLS 24
struct fcl_emu_fiber_pools {
	struct fcl_emu_fiber *idle[FCL_EMU_FIBER_POOLS];
	unsigned nidle[FCL_EMU_FIBER_POOLS];
	struct fcl_emu_slab *slabs;
};

/*
 * A fiber with at least `stack_size` bytes of stack (rounded up to a power of two times 64 KiB),
 * ready to run body(user) at the first resume. NULL: no memory.
 */
struct fcl_emu_fiber *fcl_emu_fiber_get(struct fcl_emu_fiber_pools *pools, size_t stack_size);

/* Returns a finished fiber to its pool. NULL is fine. */
void fcl_emu_fiber_put(struct fcl_emu_fiber_pools *pools, struct fcl_emu_fiber *fiber);

/* Frees all fibers; none may be in use. */
void fcl_emu_fiber_pools_fini(struct fcl_emu_fiber_pools *pools);

/* Sets what the next resume runs; the fiber must be new or finished. */
void fcl_emu_fiber_start(struct fcl_emu_fiber *fiber, void (*body)(void *user), void *user);

#ifdef __x86_64__
#ifdef __AVX512F__
#define FCL_EMU_FIBER_MORE                                                                         \
	, "xmm16", "xmm17", "xmm18", "xmm19", "xmm20", "xmm21", "xmm22", "xmm23", "xmm24",         \
		"xmm25", "xmm26", "xmm27", "xmm28", "xmm29", "xmm30", "xmm31", "k1", "k2", "k3",   \
		"k4", "k5", "k6", "k7"
#else
#define FCL_EMU_FIBER_MORE
#endif

/*
 * Saves what a call preserves by the System V ABI (rbx, rbp, r12 … r15, MXCSR, x87 control word) on
 * the old stack, below what the compiler may use without a call, and restores it from the new one.
 *
 * Inline and without a call or a return: the processor predicts returns by the calls that it has
 * seen, and a switch that has made one more or one less has all later returns mispredicted.
 */
static inline __attribute__((always_inline)) void fcl_emu_switch(void **save_sp, void *load_sp)
{
	__asm__ volatile("leaq -128(%%rsp), %%rsp\n\t"
			 "leaq 3f(%%rip), %%rax\n\t"
			 "pushq %%rax\n\t"
			 "pushq %%rbp\n\t"
			 "pushq %%rbx\n\t"
			 "pushq %%r12\n\t"
			 "pushq %%r13\n\t"
			 "pushq %%r14\n\t"
			 "pushq %%r15\n\t"
			 "subq $8, %%rsp\n\t"
			 "stmxcsr (%%rsp)\n\t"
			 "fnstcw 4(%%rsp)\n\t"
			 "movl (%%rsp), %%eax\n\t"
			 "movzwl 4(%%rsp), %%ecx\n\t"
			 "movq %%rsp, (%%rdi)\n\t"
			 "movq %%rsi, %%rsp\n\t"
			 "cmpl %%eax, (%%rsp)\n\t"
			 "jne 1f\n\t"
			 "cmpw %%cx, 4(%%rsp)\n\t"
			 "je 2f\n"
			 /* Loading them is slow, and they rarely differ. */
			 "1:\tldmxcsr (%%rsp)\n\t"
			 "fldcw 4(%%rsp)\n"
			 "2:\taddq $8, %%rsp\n\t"
			 "popq %%r15\n\t"
			 "popq %%r14\n\t"
			 "popq %%r13\n\t"
			 "popq %%r12\n\t"
			 "popq %%rbx\n\t"
			 "popq %%rbp\n\t"
			 "popq %%rcx\n\t"
			 "jmp *%%rcx\n"
			 "3:\tendbr64\n\t"
			 "leaq 128(%%rsp), %%rsp"
			 : "+D"(save_sp), "+S"(load_sp)
			 :
			 : "rax", "rcx", "rdx", "r8", "r9", "r10", "r11", "xmm0", "xmm1", "xmm2",
			   "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10", "xmm11",
			   "xmm12", "xmm13", "xmm14", "xmm15", "cc", "memory" FCL_EMU_FIBER_MORE);
}
#endif

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

/* Called on the fiber: suspends it and runs another one, which switches back to the same thread. */
static inline void fcl_emu_fiber_pass_on(struct fcl_emu_fiber *fiber, struct fcl_emu_fiber *next)
{
	next->native_sp = fiber->native_sp;
	fcl_emu_switch(&fiber->sp, next->sp);
}
#else
void fcl_emu_fiber_resume(struct fcl_emu_fiber *fiber);
void fcl_emu_fiber_suspend(struct fcl_emu_fiber *fiber);
#endif

/*
 * For a signal handler that abandons all frames of the fiber it interrupted: clears their poison.
 */
void fcl_emu_fiber_forget_frames(struct fcl_emu_fiber *fiber);

/* Called on the fiber: finishes it without returning from any of its frames. */
_Noreturn void fcl_emu_fiber_abandon(struct fcl_emu_fiber *fiber);

#endif
