/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_EMU_SWITCH_H
#define FCL_EMU_SWITCH_H

/*
 * How execution continues on another stack, for processors with FCL_EMU_SWITCH; on others, fibers
 * use the C library's contexts.
 *
 * fcl_emu_switch() saves the current stack pointer and continues where another stack was left.
 * fcl_emu_switch_prepare() writes to an empty stack what the first switch to it restores:
 * function(argument) then runs there, and must not return.
 */

#include <stdint.h>

#if defined(__x86_64__) || defined(__aarch64__)
#define FCL_EMU_SWITCH
void fcl_emu_fiber_begin(void); /* fiber_x86_64.S, fiber_aarch64.S */
#endif

#ifdef __x86_64__
#ifdef __AVX512F__
#define FCL_EMU_SWITCH_MORE                                                                        \
	, "xmm16", "xmm17", "xmm18", "xmm19", "xmm20", "xmm21", "xmm22", "xmm23", "xmm24",         \
		"xmm25", "xmm26", "xmm27", "xmm28", "xmm29", "xmm30", "xmm31", "k1", "k2", "k3",   \
		"k4", "k5", "k6", "k7"
#else
#define FCL_EMU_SWITCH_MORE
#endif

/*
 * Saves the registers that calls preserve in the System V ABI (rbx, rbp, r12 … r15, MXCSR, x87
 * control word) on the old stack, below the red zone, and restores them from the new one.
 *
 * It is inlined and has neither a call nor a return: processors predict returns from the calls that
 * they have seen, so an unpaired call or return would mispredict all later returns.
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
			   "xmm12", "xmm13", "xmm14", "xmm15", "cc", "memory" FCL_EMU_SWITCH_MORE);
}

static inline void *fcl_emu_switch_prepare(void *top, void (*function)(void *), void *argument)
{
	uint64_t *sp = (uint64_t *)((uintptr_t)top & ~(uintptr_t)63);

	*--sp = 0;
	*--sp = 0;
	*--sp = (uint64_t)(uintptr_t)fcl_emu_fiber_begin;
	*--sp = 0;                             /* rbp */
	*--sp = 0;                             /* rbx */
	*--sp = (uint64_t)(uintptr_t)function; /* r12 */
	*--sp = (uint64_t)(uintptr_t)argument; /* r13 */
	*--sp = 0;                             /* r14 */
	*--sp = 0;                             /* r15 */
	*--sp = 0x1f80u | 0x037full << 32;     /* MXCSR, x87 control word: their defaults */
	return sp;
}
#endif

#ifdef __aarch64__
#ifdef __ARM_FEATURE_SVE
#define FCL_EMU_SWITCH_MORE                                                                        \
	, "p0", "p1", "p2", "p3", "p4", "p5", "p6", "p7", "p8", "p9", "p10", "p11", "p12", "p13",  \
		"p14", "p15"
#else
#define FCL_EMU_SWITCH_MORE
#endif

/*
 * Saves the registers that may not be in the clobber list (x19, x29: base and frame pointer), the
 * initial arguments of a new fiber (x19, x20) and FPCR on the old stack, and restores them from the
 * new one. All other callee-saved registers are clobbered, so the compiler saves them itself.
 *
 * It is inlined and has neither a call nor a return: processors predict returns from the calls that
 * they have seen, so an unpaired call or return would mispredict all later returns.
 */
static inline __attribute__((always_inline)) void fcl_emu_switch(void **save_sp, void *load_sp)
{
	register void **save __asm__("x0") = save_sp;
	register void *load __asm__("x1") = load_sp;

	__asm__ volatile("adr x9, 3f\n\t"
			 "mrs x10, fpcr\n\t"
			 "stp x19, x20, [sp, #-48]!\n\t"
			 "stp x29, x9, [sp, #16]\n\t"
			 "str x10, [sp, #32]\n\t"
			 "mov x11, sp\n\t"
			 "str x11, [x0]\n\t"
			 "mov sp, x1\n\t"
			 "ldr x11, [sp, #32]\n\t"
			 "cmp x10, x11\n\t"
			 "b.eq 2f\n\t"
			 /* Writing it is slow, and it rarely differs. */
			 "msr fpcr, x11\n"
			 "2:\tldp x29, x9, [sp, #16]\n\t"
			 "ldp x19, x20, [sp], #48\n\t"
			 "br x9\n"
			 "3:\thint #36" /* bti j */
			 : "+r"(save), "+r"(load)
			 :
			 : "x2", "x3", "x4", "x5", "x6", "x7", "x8", "x9", "x10", "x11", "x12",
			   "x13", "x14", "x15", "x16", "x17", "x18", "x21", "x22", "x23", "x24",
			   "x25", "x26", "x27", "x28", "x30", "v0", "v1", "v2", "v3", "v4", "v5",
			   "v6", "v7", "v8", "v9", "v10", "v11", "v12", "v13", "v14", "v15", "v16",
			   "v17", "v18", "v19", "v20", "v21", "v22", "v23", "v24", "v25", "v26",
			   "v27", "v28", "v29", "v30", "v31", "cc", "memory" FCL_EMU_SWITCH_MORE);
}

static inline void *fcl_emu_switch_prepare(void *top, void (*function)(void *), void *argument)
{
	uint64_t *sp = (uint64_t *)((uintptr_t)top & ~(uintptr_t)63);

	*--sp = 0;
	*--sp = 0; /* FPCR: its default */
	*--sp = (uint64_t)(uintptr_t)fcl_emu_fiber_begin;
	*--sp = 0;                             /* x29 */
	*--sp = (uint64_t)(uintptr_t)argument; /* x20 */
	*--sp = (uint64_t)(uintptr_t)function; /* x19 */
	return sp;
}
#endif

#endif
