/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/common/isa.h"

#include <stddef.h>
#include <string.h>

/*
 * Each entry includes those before it. `library` is PoCL's file for the most capable extension
 * included.
 */
static const struct {
	const char *name, *library;
} known[] = {
#if defined(__x86_64__)
	{"x86-64", "sse2"},
	{"x86-64-v2", "sse41"},
	{"x86-64-v3", "avx2"},
	{"x86-64-v4", "avx512"},
#else
	{"armv8-a", "GENERIC"},
#endif
};

enum { COUNT = sizeof(known) / sizeof(known[0]) };

static size_t place_of(const char *name)
{
	size_t i = 0;

	while (i < COUNT && strcmp(known[i].name, name) != 0)
		i++;
	return i;
}

const char *fclc_isa_find(const char *name)
{
	size_t i = place_of(name);

	return i < COUNT ? known[i].name : NULL;
}

bool fclc_isa_exceeds(const char *name, const char *other)
{
	return place_of(name) > place_of(other);
}

const char *fclc_isa_library(const char *name)
{
	size_t i = place_of(name);

	return i < COUNT ? known[i].library : "GENERIC";
}
