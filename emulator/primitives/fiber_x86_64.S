/* SPDX-License-Identifier: Apache-2.0 */
/*
 * void fcl_emu_switch(void **save_sp, void *load_sp)
 *
 * Saves what a call preserves by the System V ABI (rbx, rbp, r12 … r15, MXCSR, x87 control word) on
 * the old stack and restores it from the new one.
 */
	.text
	.globl fcl_emu_switch
	.hidden fcl_emu_switch
	.type fcl_emu_switch, @function
	.p2align 4
fcl_emu_switch:
	.cfi_startproc
	endbr64
	pushq %rbp
	pushq %rbx
	pushq %r12
	pushq %r13
	pushq %r14
	pushq %r15
	subq $8, %rsp
	stmxcsr (%rsp)
	fnstcw 4(%rsp)
	movl (%rsp), %eax
	movzwl 4(%rsp), %ecx
	movq %rsp, (%rdi)
	movq %rsi, %rsp
	cmpl %eax, (%rsp)
	jne 1f
	cmpw %cx, 4(%rsp)
	jne 1f
0:	addq $8, %rsp
	popq %r15
	popq %r14
	popq %r13
	popq %r12
	popq %rbx
	popq %rbp
	popq %rcx
	jmp *%rcx
1:	/* Loading them is slow, and they rarely differ. */
	ldmxcsr (%rsp)
	fldcw 4(%rsp)
	jmp 0b
	.cfi_endproc
	.size fcl_emu_switch, . - fcl_emu_switch

/*
 * Where a new fiber begins: r12 holds the function, r13 its argument. The zero return address ends
 * a debugger's walk up the stack.
 */
	.globl fcl_emu_fiber_begin
	.hidden fcl_emu_fiber_begin
	.type fcl_emu_fiber_begin, @function
	.p2align 4
fcl_emu_fiber_begin:
	.cfi_startproc
	.cfi_undefined rip
	endbr64
	movq %r13, %rdi
	xorl %ebp, %ebp
	callq *%r12
	ud2
	.cfi_endproc
	.size fcl_emu_fiber_begin, . - fcl_emu_fiber_begin
	.section .note.GNU-stack, "", @progbits
