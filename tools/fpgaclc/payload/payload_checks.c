/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Called by -fsanitize=undefined and its parts when a check fails: fails the execution with the
 * source location. The data of every check begins with its location.
 */

#include <stdint.h>
#include <stdio.h>

#include "fpgacl/rt.h"

#pragma GCC visibility push(hidden)

struct fclc_place {
	const char *file;
	uint32_t line, column;
};

static void fclc_found(const struct fclc_place *place, const char *what) __attribute__((noreturn));
static void fclc_found(const struct fclc_place *place, const char *what)
{
	char text[512];

	snprintf(text, sizeof(text), "%s:%u:%u: %s", place->file ? place->file : "?", place->line,
		 place->column, what);
	fclc_rt_fail(text);
}

#define FCLC_CHECK(NAME, WHAT)                                                                     \
	void __ubsan_handle_##NAME(const struct fclc_place *place);                                \
	void __ubsan_handle_##NAME##_abort(const struct fclc_place *place);                        \
	void __ubsan_handle_##NAME(const struct fclc_place *place)                                 \
	{                                                                                          \
		fclc_found(place, WHAT);                                                           \
	}                                                                                          \
	void __ubsan_handle_##NAME##_abort(const struct fclc_place *place)                         \
	{                                                                                          \
		fclc_found(place, WHAT);                                                           \
	}

FCLC_CHECK(add_overflow, "a sum overflowed")
FCLC_CHECK(sub_overflow, "a difference overflowed")
FCLC_CHECK(mul_overflow, "a product overflowed")
FCLC_CHECK(negate_overflow, "a negation overflowed")
FCLC_CHECK(divrem_overflow, "a division by zero, or one that overflowed")
FCLC_CHECK(shift_out_of_bounds, "a shift by a negative number, or by the width or more")
FCLC_CHECK(out_of_bounds, "an index outside of the array")
FCLC_CHECK(local_out_of_bounds, "an address outside of the object")
FCLC_CHECK(builtin_unreachable, "code that the source declares unreachable")
FCLC_CHECK(missing_return, "the function ended without a return")
FCLC_CHECK(vla_bound_not_positive, "an array whose length is not positive")
FCLC_CHECK(float_cast_overflow, "a float outside of the integer's range")
FCLC_CHECK(load_invalid_value, "a value that is invalid for the type")
FCLC_CHECK(implicit_conversion, "a conversion that changed the value")
FCLC_CHECK(invalid_builtin, "zero, for which the builtin function has no result")
FCLC_CHECK(type_mismatch_v1, "a null or misaligned pointer, or too little memory behind it")
FCLC_CHECK(alignment_assumption, "a pointer that is not aligned as was assumed")
FCLC_CHECK(nonnull_arg, "a null argument where the function requires a non-null one")
FCLC_CHECK(nullability_arg, "a null argument where the function requires a non-null one")
FCLC_CHECK(pointer_overflow, "pointer arithmetic that overflowed, or on a null pointer")

/* The second argument of these has the location. */
#define FCLC_CHECK_SECOND(NAME, WHAT)                                                              \
	void __ubsan_handle_##NAME(const void *data, const struct fclc_place *place);              \
	void __ubsan_handle_##NAME##_abort(const void *data, const struct fclc_place *place);      \
	void __ubsan_handle_##NAME(const void *data, const struct fclc_place *place)               \
	{                                                                                          \
		(void)data;                                                                        \
		fclc_found(place, WHAT);                                                           \
	}                                                                                          \
	void __ubsan_handle_##NAME##_abort(const void *data, const struct fclc_place *place)       \
	{                                                                                          \
		(void)data;                                                                        \
		fclc_found(place, WHAT);                                                           \
	}

FCLC_CHECK_SECOND(nonnull_return_v1, "a null result where the function must return a non-null one")
FCLC_CHECK_SECOND(nullability_return_v1,
		  "a null result where the function must return a non-null one")

#pragma GCC visibility pop
