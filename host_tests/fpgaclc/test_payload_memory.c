/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The payload's memory functions compared with the C library's, for all small sizes and alignments.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#define memcpy payload_memcpy
#define memmove payload_memmove
#define memset payload_memset
#define memcmp payload_memcmp
#define bcmp payload_bcmp
#include "tools/fpgaclc/payload/payload_memory.c"
#undef memcpy
#undef memmove
#undef memset
#undef memcmp
#undef bcmp

enum { ROOM = 8192, SMALL = 200 };

static unsigned char start[ROOM], ours[ROOM], theirs[ROOM];

static void fill(void)
{
	uint32_t state = 7;

	for (int i = 0; i < ROOM; i++) {
		state = state * 1664525u + 1013904223u;
		start[i] = (unsigned char)(state >> 24);
	}
}

/* All small sizes, and sizes around those where the functions change their method. */
static size_t next_size(size_t size)
{
	return size < SMALL ? size + 1 : size + 331;
}

static void reset(void)
{
	memcpy(ours, start, ROOM);
	memcpy(theirs, start, ROOM);
}

static void moves(void **state)
{
	(void)state;
	fill();
	for (size_t size = 0; size < ROOM / 2 - 64; size = next_size(size))
		for (size_t from = 0; from < 48; from += 5)
			for (size_t to = 0; to < 48; to += 3) {
				reset();
				assert_ptr_equal(payload_memmove(ours + to, ours + from, size),
						 ours + to);
				memmove(theirs + to, theirs + from, size);
				assert_memory_equal(ours, theirs, ROOM);
				assert_ptr_equal(
					payload_memcpy(ours + ROOM / 2 + to, ours + from, size),
					ours + ROOM / 2 + to);
				memcpy(theirs + ROOM / 2 + to, theirs + from, size);
				assert_memory_equal(ours, theirs, ROOM);
			}
}

static void sets(void **state)
{
	(void)state;
	fill();
	for (size_t size = 0; size < ROOM - 64; size = next_size(size))
		for (size_t to = 0; to < 20; to++) {
			reset();
			assert_ptr_equal(payload_memset(ours + to, 0x1A5, size), ours + to);
			memset(theirs + to, 0x1A5, size);
			assert_memory_equal(ours, theirs, ROOM);
		}
}

static int sign(int number)
{
	return (number > 0) - (number < 0);
}

static void compares(void **state)
{
	(void)state;
	fill();
	for (size_t size = 0; size < 100; size++)
		for (size_t at = 0; at <= size; at++) {
			int found, expected;

			reset();
			theirs[at] ^= 0x80;
			found = payload_memcmp(ours, theirs, size);
			expected = at < size ? memcmp(ours + at, theirs + at, 1) : 0;
			assert_int_equal(sign(found), sign(expected));
			assert_int_equal(payload_bcmp(ours, theirs, size) != 0, at < size);
		}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(moves),
		cmocka_unit_test(sets),
		cmocka_unit_test(compares),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
