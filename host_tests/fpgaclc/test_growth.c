/* SPDX-License-Identifier: Apache-2.0 */
/* The compiler's lists double when they are full: n items are moved log n times, not n times. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tools/fpgaclc/common/mem.h"

enum { COUNT = 8192, MOST_MOVES = 12 };

static void lists(void **state)
{
	static const char *const texts[] = {"a", "b", "c"};
	struct fclc_arena *arena = fclc_arena_create();
	const char **list = NULL, **before = NULL;
	uint32_t count = 0, capacity = 0, moves = 0;

	(void)state;
	for (uint32_t i = 0; i < COUNT; i++, before = list) {
		fclc_append(arena, &list, &count, &capacity, texts[i % 3]);
		moves += list != before;
		assert_int_equal(count, i + 1);
		assert_true(capacity >= count);
	}
	for (uint32_t i = 0; i < COUNT; i++)
		assert_ptr_equal(list[i], texts[i % 3]);
	assert_in_range(moves, 1, MOST_MOVES);
	fclc_arena_destroy(arena);
}

/* An array that starts full, filled without growing, keeps its contents. */
static void full_array(void **state)
{
	struct fclc_arena *arena = fclc_arena_create();
	uint64_t first[3] = {1, 2, 3}, *array;
	uint32_t capacity = 3;

	(void)state;
	array = fclc_grow(arena, first, 2, &capacity, sizeof(*array));
	assert_ptr_equal(array, first);
	array = fclc_grow(arena, first, 3, &capacity, sizeof(*array));
	assert_ptr_not_equal(array, first);
	assert_int_equal(capacity, 6);
	assert_memory_equal(array, first, sizeof(first));
	fclc_arena_destroy(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lists),
		cmocka_unit_test(full_array),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
