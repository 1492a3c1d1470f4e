/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FPGACLC_OPENCL_H
#define FPGACLC_OPENCL_H

/*
 * Comes before each source in OpenCL C. The library's printf() is made to be replaced by calls of
 * what it is made of, with the buffer that the text goes to.
 */

#pragma OPENCL EXTENSION __cl_clang_variadic_functions : enable

__private char *fclc_printf_buffer(void);
__private uint *fclc_printf_position(void);
uint fclc_printf_capacity(void);
void __pocl_printf(__private char *restrict buffer, __private uint *position, uint capacity,
		   __constant const char *restrict format, ...);

#undef printf
#define printf(...)                                                                                \
	(__pocl_printf(fclc_printf_buffer(), fclc_printf_position(), fclc_printf_capacity(),       \
		       __VA_ARGS__),                                                               \
	 0)

#endif
