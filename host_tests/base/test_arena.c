/* SPDX-License-Identifier: Apache-2.0 */
#include "host_tests/base/unit_test.h"

#include "base/arena.h"

enum { ITEMS = 2000 };

/* Items of all sizes are zeroed, aligned, and do not overlap. */
static void items_keep_apart(void **state)
{
	struct fcl_arena arena = {0};
	unsigned char *items[ITEMS];
	size_t sizes[ITEMS];
	uint32_t random = 7;

	(void)state;
	for (uint32_t i = 0; i < ITEMS; i++) {
		/* Now and then, an item that gets its own block. */
		sizes[i] = next_number(&random) % (i % 50 ? 300 : 100000);
		items[i] = fcl_arena_alloc(&arena, sizes[i], 1);
		assert_non_null(items[i]);
		assert_int_equal((uintptr_t)items[i] % 16, 0);
		for (size_t at = 0; at < sizes[i]; at++)
			assert_int_equal(items[i][at], 0);
		memset(items[i], (int)(i % 255) + 1, sizes[i]);
	}
	for (uint32_t i = 0; i < ITEMS; i++)
		for (size_t at = 0; at < sizes[i]; at++)
			assert_int_equal(items[i][at], i % 255 + 1);
	fcl_arena_free(&arena);
}

static void sizes_that_overflow(void **state)
{
	struct fcl_arena arena = {0};

	(void)state;
	assert_null(fcl_arena_alloc(&arena, SIZE_MAX / 2, 3));
	assert_null(fcl_arena_alloc(&arena, SIZE_MAX, 1));
	assert_null(fcl_arena_alloc(&arena, 1, SIZE_MAX - 8));
	/* The arena can be used again. */
	assert_non_null(fcl_arena_alloc(&arena, 1, 1));
	fcl_arena_free(&arena);
}

static void used_again(void **state)
{
	struct fcl_arena arena = {0};
	char *item;

	(void)state;
	memset(fcl_arena_alloc(&arena, 100, 1), 0xff, 100);
	fcl_arena_free(&arena);
	item = fcl_arena_alloc(&arena, 100, 1);
	for (int i = 0; i < 100; i++)
		assert_int_equal(item[i], 0);
	fcl_arena_free(&arena);
	fcl_arena_free(&arena);
}

__attribute__((format(printf, 2, 3))) static char *format(struct fcl_arena *arena, const char *text,
							  ...)
{
	va_list args;
	char *made;

	va_start(args, text);
	made = fcl_arena_vformat(arena, text, args);
	va_end(args);
	return made;
}

static void formatted(void **state)
{
	struct fcl_arena arena = {0};
	char *longer;

	(void)state;
	assert_string_equal(format(&arena, "%s%d", "x", 12), "x12");
	assert_string_equal(format(&arena, "%s", ""), "");
	longer = format(&arena, "%0*d", 40000, 7);
	assert_int_equal(strlen(longer), 40000);
	assert_int_equal(longer[39999], '7');
	fcl_arena_free(&arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(items_keep_apart),
		cmocka_unit_test(sizes_that_overflow),
		cmocka_unit_test(used_again),
		cmocka_unit_test(formatted),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
