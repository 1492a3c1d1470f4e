/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Where a new fiber begins: r12 holds the function, r13 its argument. The zero return address ends
 * a debugger's walk up the stack.
 */
	.text
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
