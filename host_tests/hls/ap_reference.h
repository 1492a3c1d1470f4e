/* SPDX-License-Identifier: Apache-2.0 */
#ifndef AP_REFERENCE_H
#define AP_REFERENCE_H

#include "reference.h"

/* Shared by the tests of ap_int and ap_fixed. */

#ifdef __clang__
#pragma clang diagnostic ignored "-Wuser-defined-warnings" /* about results that surprise */
#endif

/* Checks a property of two numbers a and b, each with its exact value in `x`. */
#define TRUE(WHAT, CONDITION)                                                                      \
	do {                                                                                       \
		bool good = (CONDITION);                                                           \
		check(good, WHAT, __LINE__, a.x, b.x, int(good), mpz_class(1));                    \
	} while (0)

constexpr int larger(int a, int b)
{
	return a > b ? a : b;
}

constexpr int smaller(int a, int b)
{
	return a < b ? a : b;
}

#endif
