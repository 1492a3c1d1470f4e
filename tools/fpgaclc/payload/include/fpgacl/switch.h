/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FPGACLC_SWITCH_H
#define FPGACLC_SWITCH_H

/*
 * Switches the processor from one stack to another, as tasks and processes have their own stacks.
 * Not for kernels.
 *
 * fclc_switch() saves the callee-saved registers on this stack, stores the stack pointer, and
 * restores the registers of the other stack, where an earlier fclc_switch() then returns. It does
 * so with a jump, because a return on another stack would be mispredicted.
 */

#if defined(__x86_64__)
static __attribute__((naked, noinline)) void fclc_switch(void **, void *)
{
	__asm__("pushq %rbp\n\tpushq %rbx\n\tpushq %r12\n\tpushq %r13\n\tpushq %r14\n\tpushq %r15\n\t"
		"movq %rsp, (%rdi)\n\tmovq %rsi, %rsp\n\t"
		"popq %r15\n\tpopq %r14\n\tpopq %r13\n\tpopq %r12\n\tpopq %rbx\n\tpopq %rbp\n\t"
		"popq %rcx\n\tjmp *%rcx");
}

enum { FCLC_SWITCH_WORDS = 8, FCLC_SWITCH_BEGIN = 6 };
#elif defined(__aarch64__)
static __attribute__((naked, noinline)) void fclc_switch(void **, void *)
{
	__asm__("stp x29, x30, [sp, #-160]!\n\t"
		"stp x19, x20, [sp, #16]\n\tstp x21, x22, [sp, #32]\n\tstp x23, x24, [sp, #48]\n\t"
		"stp x25, x26, [sp, #64]\n\tstp x27, x28, [sp, #80]\n\tstp d8, d9, [sp, #96]\n\t"
		"stp d10, d11, [sp, #112]\n\tstp d12, d13, [sp, #128]\n\tstp d14, d15, [sp, #144]\n\t"
		"mov x9, sp\n\tstr x9, [x0]\n\tmov sp, x1\n\t"
		"ldp x19, x20, [sp, #16]\n\tldp x21, x22, [sp, #32]\n\tldp x23, x24, [sp, #48]\n\t"
		"ldp x25, x26, [sp, #64]\n\tldp x27, x28, [sp, #80]\n\tldp d8, d9, [sp, #96]\n\t"
		"ldp d10, d11, [sp, #112]\n\tldp d12, d13, [sp, #128]\n\tldp d14, d15, [sp, #144]\n\t"
		"ldp x29, x16, [sp], #160\n\tmov x30, xzr\n\tbr x16");
}

enum { FCLC_SWITCH_WORDS = 20, FCLC_SWITCH_BEGIN = 1 };
#else
#error "hls::task and DATAFLOW regions need x86-64 or arm64: the code to switch stacks is written for these"
#endif

/*
 * Prepares a new stack, which ends at `end` (a multiple of 16), for fclc_switch() to run `begin` on
 * it.
 */
static inline void *fclc_switch_prepare(void *end, void (*begin)(void))
{
	void **top = (void **)end - FCLC_SWITCH_WORDS;

	for (int i = 0; i < FCLC_SWITCH_WORDS; i++)
		top[i] = 0;
	top[FCLC_SWITCH_BEGIN] = (void *)begin;
	return top;
}

/* Returns a number that differs from all previous ones. */
static inline unsigned long fclc_ticks(void)
{
#if defined(__x86_64__)
	return __builtin_ia32_rdtsc();
#else
	unsigned long begun, now;

	/* This counter is slower than the processor's clock. */
	__asm__ volatile("mrs %0, cntvct_el0" : "=r"(begun));
	do
		__asm__ volatile("mrs %0, cntvct_el0" : "=r"(now));
	while (now == begun);
	return now;
#endif
}

#endif
