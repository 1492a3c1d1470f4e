/* SPDX-License-Identifier: Apache-2.0 */
/* Memory that the board allocates for executions. */
#include "host_tests/emulator/unit_test.h"

#include <sys/mman.h>
#include <unistd.h>

#include "emulator/execution/access/blocks.h"
#include "emulator/state/unit.h"

/* Masked vector accesses are very slow on pages that are not mapped. */
static void pages_of_a_group_are_there(void **state)
{
	static struct fcl_emu_cu cu;
	enum { BYTES = 50000, MOST_PAGES = 64 };
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	char *memory = fcl_emu_block_allocate_guarded(&cu.pub, BYTES);
	char *first = memory - (uintptr_t)memory % page, *end = memory + BYTES;
	unsigned char resident[MOST_PAGES] = {0};

	(void)state;
	assert_non_null(memory);
	assert_true((size_t)(end - first) / page <= MOST_PAGES);
	assert_int_equal((uintptr_t)end % page, 0);
	assert_int_equal(mincore(first, (size_t)(end - first), resident), 0);
	for (size_t i = 0; i < (size_t)(end - first) / page; i++)
		assert_true(resident[i] & 1);
	fcl_emu_blocks_close(&cu);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(pages_of_a_group_are_there),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
