/* SPDX-License-Identifier: Apache-2.0 */
#include "host_tests/base/unit_test.h"

#include "base/json.h"

static struct fcl_json over(const char *text)
{
	return (struct fcl_json){.start = text, .at = text, .end = text + strlen(text)};
}

static void strings_round_trip(void **state)
{
	static const char text[] = "a\"b\\c\n\t\x01 \xc3\xa4";
	struct fcl_text written = {0};
	struct fcl_json_string string;
	struct fcl_json json;
	char read[sizeof(text) * 6];

	(void)state;
	fcl_json_append(&written, text);
	json = over(written.bytes);
	assert_true(fcl_json_string(&json, &string));
	assert_ptr_equal(json.at, json.end);
	assert_true(fcl_json_decode(&string, read));
	assert_string_equal(read, text);
	fcl_text_free(&written);
}

static void escapes(void **state)
{
	struct fcl_json json = over("\"\\u00e4\\ud83d\\ude00\\/\""), half = over("\"\\ud83d\"");
	struct fcl_json_string string;
	char read[40];

	(void)state;
	assert_true(fcl_json_string(&json, &string));
	assert_true(fcl_json_decode(&string, read));
	assert_string_equal(read, "\xc3\xa4\xf0\x9f\x98\x80/");
	assert_true(fcl_json_string(&half, &string));
	assert_false(fcl_json_decode(&string, read));
}

/* Invalid JSON is refused, with what was expected; the cursor never leaves the text. */
static void refused(void **state)
{
	static const char *const texts[] = {
		"",          "{",       "[1,",   "{\"a\" 1}", "{\"a\":}",   "[1 2]",
		"[1-2]",     "tru",     "nulls", "[-]",       "1.",         "1e",
		"[1e+]",     "+1",      "nan",   ".5",        "[--1]",      "\"abc",
		"\"\\u12\"", "\"\\x\"", "{1:2}", "[",         "{\"a\":1,}",
	};

	(void)state;
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		size_t length = strlen(texts[i]);
		/* Without a NUL byte after it, so that a sanitizer reports a read past the end. */
		char *copy = malloc(length ? length : 1);
		struct fcl_json json = {.start = copy, .at = copy, .end = copy + length};

		memcpy(copy, texts[i], length);
		assert_false(fcl_json_skip(&json));
		assert_non_null(json.error);
		assert_true(json.at <= json.end);
		free(copy);
	}
}

static void depth(void **state)
{
	char text[200];
	struct fcl_json json;

	(void)state;
	memset(text, '[', 32);
	strcpy(text + 32, "1");
	memset(text + 33, ']', 32);
	text[65] = '\0';
	json = over(text);
	assert_true(fcl_json_skip(&json));
	assert_ptr_equal(json.at, json.end);
	memset(text, '[', 100);
	text[100] = '\0';
	json = over(text);
	assert_false(fcl_json_skip(&json));
	assert_string_equal(json.error, "at most 32 levels");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(strings_round_trip),
		cmocka_unit_test(escapes),
		cmocka_unit_test(refused),
		cmocka_unit_test(depth),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
