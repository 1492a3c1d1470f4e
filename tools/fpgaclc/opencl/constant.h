/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_OPENCL_CONSTANT_H
#define FCLC_OPENCL_CONSTANT_H

#include <stdbool.h>

#include "tools/fpgaclc/common/mem.h"

/*
 * The value of a constant expression of integers with C's operators, without casts and sizeof; false: not one,
 * or a value beyond an int's.
 */
bool fclc_constant(const char *text, long *ret_value);

/* The same, followed by other text. */
bool fclc_constant_prefix(const char *text, long *ret_value);

/*
 * "(2, 3 * (1 + 1))": up to three numbers from `least` to `most`, as is their product, which is
 * returned; dimensions without one are 1. -1: not so.
 */
long fclc_constant_shape(const char *text, long least, long most, long ret_shape[3]);

/* What stands in place of fclc_constant_shape()'s text, for messages: "(SSIZE)". */
const char *fclc_constant_text(struct fclc_arena *arena, const char *text);

#endif
