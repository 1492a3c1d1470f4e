/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TEST_BASE_H
#define FCL_TEST_BASE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* Pseudo-random numbers, the same in every run. */
static inline uint32_t next_number(uint32_t *state)
{
	*state = *state * 1664525u + 1013904223u;
	return *state >> 8;
}

#endif
