/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_OPENCL_VENDOR_CONSTANT_H
#define FCLC_OPENCL_VENDOR_CONSTANT_H

#include <stdbool.h>

#include "tools/fpgaclc/common/mem.h"

/*
 * Evaluates a constant integer expression with C's operators, without casts and sizeof. Returns
 * false if it is not one, or if a value exceeds an int.
 */
bool fclc_constant(const char *text, long *ret_value);

/* The same, but other text may follow. */
bool fclc_constant_prefix(const char *text, long *ret_value);

/*
 * Parses "(2, 3 * (1 + 1))": up to three numbers between `least` and `most`, whose product must
 * also be in that range. Returns the product, or -1 if the text is invalid. Absent dimensions are
 * 1.
 */
long fclc_constant_shape(const char *text, long least, long most, long ret_shape[3]);

/* The text that fclc_constant_shape() would parse, for messages: "(SSIZE)". */
const char *fclc_constant_text(struct fclc_arena *arena, const char *text);

#endif
