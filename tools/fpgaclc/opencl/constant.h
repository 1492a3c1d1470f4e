/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_OPENCL_CONSTANT_H
#define FCLC_OPENCL_CONSTANT_H

#include <stdbool.h>

/* The value of an expression of integers, + - * / % and parentheses; false: not one. */
bool fclc_constant(const char *text, long *ret_value);

/* The same, followed by other text. */
bool fclc_constant_prefix(const char *text, long *ret_value);

/*
 * "(2, 3 * (1 + 1))": up to three numbers from `least` to `most`, as is their product, which is
 * returned; dimensions without one are 1. -1: not so.
 */
long fclc_constant_shape(const char *text, long least, long most, long ret_shape[3]);

#endif
