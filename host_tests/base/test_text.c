/* SPDX-License-Identifier: Apache-2.0 */
#include "host_tests/base/unit_test.h"

#include <stdio.h>

#include "base/text.h"

enum { STEPS = 3000, MOST = 400000 };

/* Appends random data to the text and to a plain array. */
static size_t append_one(struct fcl_text *text, char *model, size_t size, uint32_t *random)
{
	char bytes[200];
	size_t length = next_number(random) % sizeof(bytes);

	switch (next_number(random) % 4) {
	case 0:
		memset(bytes, 'a' + (int)(length % 26), sizeof(bytes));
		fcl_text_append(text, bytes, length);
		memcpy(model + size, bytes, length);
		return size + length;
	case 1:
		fcl_text_format(text, "%zu,", length);
		return size + (size_t)sprintf(model + size, "%zu,", length);
	case 2:
		fcl_text_zeros(text, length);
		memset(model + size, 0, length);
		return size + length;
	}
	fcl_text_align(text, 8);
	while (size % 8)
		model[size++] = 0;
	return size;
}

static void against_a_model(struct fcl_arena *arena)
{
	struct fcl_text text = {.arena = arena};
	char *model = calloc(MOST, 1);
	uint32_t random = 3;
	size_t size = 0;

	assert_non_null(model);
	for (int i = 0; i < STEPS && size < MOST - 300; i++) {
		size = append_one(&text, model, size, &random);
		assert_int_equal(text.size, size);
		if (size)
			assert_int_equal(text.bytes[size], 0);
	}
	assert_false(text.failed);
	assert_memory_equal(text.bytes, model, size);
	fcl_text_free(&text);
	assert_null(text.bytes);
	assert_ptr_equal(text.arena, arena);
	free(model);
}

static void from_malloc(void **state)
{
	(void)state;
	against_a_model(NULL);
}

static void from_an_arena(void **state)
{
	struct fcl_arena arena = {0};

	(void)state;
	against_a_model(&arena);
	fcl_arena_free(&arena);
}

/* A failed allocation is remembered: nothing more is appended, not even what would fit. */
static void shortage(void **state)
{
	struct fcl_text text = {0};

	(void)state;
	fcl_text_append(&text, "", 0);
	assert_string_equal(text.bytes, "");
	fcl_text_append(&text, "abc", 3);
	assert_false(fcl_text_reserve(&text, SIZE_MAX - 2));
	assert_true(text.failed);
	fcl_text_append(&text, "d", 1);
	fcl_text_format(&text, "%d", 1);
	fcl_text_zeros(&text, 1);
	assert_int_equal(text.size, 3);
	assert_string_equal(text.bytes, "abc");
	fcl_text_free(&text);
	assert_false(text.failed);
}

/* Appending within the reserved size does not move the text. */
static void reserved(void **state)
{
	struct fcl_text text = {0};
	const char *bytes;

	(void)state;
	assert_true(fcl_text_reserve(&text, 10000));
	bytes = text.bytes;
	fcl_text_zeros(&text, 10000);
	assert_ptr_equal(text.bytes, bytes);
	fcl_text_free(&text);
}

static void printable(void **state)
{
	static const struct {
		const char *text, *shown;
	} rows[] = {
		{"", ""},
		{"plain ~", "plain ~"},
		{"caf\xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80",
		 "caf\xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80"},
		{"\x1b[31mred\n\x7f", "?[31mred??"},
		{"\x9b"
		 "2J \xc2\x9b"
		 "2J \xc2\xa0",
		 "?2J ??2J \xc2\xa0"},
		{"cut \xe2\x82", "cut ??"},
		{"\xc0\x9b \xe0\x82\x9b \xed\xa0\x80 \xf4\x90\x80\x80 \xff", "?? ??? ??? ???? ?"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		char text[64];

		strcpy(text, rows[i].text);
		assert_int_equal(fcl_text_is_printable(text), !strcmp(text, rows[i].shown));
		fcl_text_make_printable(text);
		assert_string_equal(text, rows[i].shown);
		assert_true(fcl_text_is_printable(text));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(printable),     cmocka_unit_test(from_malloc),
		cmocka_unit_test(from_an_arena), cmocka_unit_test(shortage),
		cmocka_unit_test(reserved),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
