/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Where a new fiber begins: x19 holds the function, x20 its argument. The zero return address ends
 * a debugger's walk up the stack.
 */
	.text
	.globl fcl_emu_fiber_begin
	.hidden fcl_emu_fiber_begin
	.type fcl_emu_fiber_begin, @function
	.p2align 4
fcl_emu_fiber_begin:
	.cfi_startproc
	.cfi_undefined x30
	hint #38 /* bti jc */
	mov x29, #0
	mov x30, #0
	mov x0, x20
	blr x19
	brk #0
	.cfi_endproc
	.size fcl_emu_fiber_begin, . - fcl_emu_fiber_begin
	.section .note.GNU-stack, "", @progbits
