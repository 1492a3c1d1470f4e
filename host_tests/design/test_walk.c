/* SPDX-License-Identifier: Apache-2.0 */
/* Looking whether a memory has all of its bytes, on memories that do not. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <errno.h>
#include <string.h>

#include "tools/fpgacl/card/walk.h"

enum { SIZE = 1 << 20 };

static unsigned char bytes[SIZE], expected[SIZE];

struct memory {
	uint64_t wraps;  /* bytes that are really there */
	uint64_t fails;  /* offset at which nothing answers */
	uint64_t sticks; /* offset at which a bit stays 0 */
};

static int move(void *user, bool writes, uint64_t offset, void *at, struct fcl_err *err)
{
	const struct memory *memory = user;
	uint64_t place = offset % memory->wraps;

	if (offset + FCL_WALK_BYTES > memory->fails)
		return fcl_err_set(err, -EIO, "decode error");
	if (!writes) {
		memcpy(at, bytes + place, FCL_WALK_BYTES);
		return 0;
	}
	memcpy(bytes + place, at, FCL_WALK_BYTES);
	if (place <= memory->sticks && memory->sticks < place + FCL_WALK_BYTES)
		bytes[memory->sticks] = 0;
	return 0;
}

/* Returns what the walk does; the memory is as before. */
static int walk(struct memory memory, uint64_t size, uint64_t *ret_size, struct fcl_err *err)
{
	const struct fcl_walk facts = {.size = size, .move = move, .user = &memory};
	int error;

	for (unsigned i = 0; i < SIZE; i++)
		bytes[i] = expected[i] = (unsigned char)(i * 7 + i / 256);
	if (memory.sticks != UINT64_MAX)
		bytes[memory.sticks] = expected[memory.sticks] = 0;
	error = fcl_walk(&facts, ret_size, err);
	assert_memory_equal(bytes, expected, SIZE);
	return error;
}

static void whole(void **unused)
{
	const struct memory memory = {SIZE, UINT64_MAX, UINT64_MAX};
	struct fcl_err err = {0};
	uint64_t size;

	(void)unused;
	assert_int_equal(walk(memory, SIZE, &size, &err), 0);
	assert_int_equal(walk(memory, 128, &size, &err), 0);
	assert_int_equal(walk(memory, SIZE - 4096, &size, &err), 0);
	assert_int_equal(walk(memory, 64, &size, &err), -EINVAL);
}

static void smaller(void **unused)
{
	struct fcl_err err = {0};
	uint64_t size;

	(void)unused;
	for (uint64_t real = 4096; real < SIZE; real *= 2) {
		const struct memory memory = {real, UINT64_MAX, UINT64_MAX};

		assert_int_equal(walk(memory, SIZE, &size, &err), -EINVAL);
		assert_int_equal(size, real);
		assert_non_null(strstr(err.text, "is at the beginning"));
	}
}

static void broken(void **unused)
{
	struct fcl_err err = {0};
	uint64_t size;

	(void)unused;
	assert_int_equal(walk((struct memory){SIZE, SIZE / 2, UINT64_MAX}, SIZE, &size, &err),
			 -EIO);
	assert_string_equal(err.text, "decode error");
	assert_int_equal(walk((struct memory){SIZE, UINT64_MAX, 65536 + 3}, SIZE, &size, &err),
			 -EINVAL);
	assert_non_null(strstr(err.text, "expected what was written at 0x10000"));
	assert_int_equal(size, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(whole), cmocka_unit_test(smaller),
					   cmocka_unit_test(broken)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
