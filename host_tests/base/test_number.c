/* SPDX-License-Identifier: Apache-2.0 */
#include <locale.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/err.h"
#include "base/number.h"
#include "base/text.h"

/*
 * Sets a locale with a decimal comma. The system may have no such locale, and no tool to create
 * one.
 */
static bool set_comma(void)
{
	char folder[] = "/tmp/fcl-locale-XXXXXX", command[200];
	bool set;

	if (setlocale(LC_NUMERIC, "de_DE.UTF-8"))
		return true;
	if (!mkdtemp(folder))
		return false;
	snprintf(command, sizeof(command), "localedef -i de_DE -f UTF-8 %s/de_DE.UTF-8 2>/dev/null",
		 folder);
	setenv("LOCPATH", folder, 1);
	set = !system(command) && setlocale(LC_NUMERIC, "de_DE.UTF-8");
	snprintf(command, sizeof(command), "rm -r %s", folder);
	return !system(command) && set;
}

static void test_comma(void **state)
{
	struct fcl_text text = {0};
	struct fcl_err err;
	char host[8], *end;

	(void)state;
	if (!set_comma()) {
		print_message("skipped: localedef (package locales) cannot make de_DE.UTF-8\n");
		skip();
	}
	snprintf(host, sizeof(host), "%.1f", 1.5);
	assert_string_equal(host, "1,5");
	assert_true(fcl_strtod("1.5,7", &end) == 1.5);
	assert_string_equal(end, ",7");
	fcl_text_format(&text, "%.1f%c", 1.5, 0);
	assert_string_equal(text.bytes, "1.5");
	fcl_text_free(&text);
	fcl_err_set(&err, -1, "%.1f", 1.5);
	assert_string_equal(err.text, "1.5");
	/* The host's own numbers are not affected. */
	snprintf(host, sizeof(host), "%.1f", 1.5);
	assert_string_equal(host, "1,5");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_comma),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
