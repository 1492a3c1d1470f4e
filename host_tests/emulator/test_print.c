/* SPDX-License-Identifier: Apache-2.0 */
/* Kernel printf: complete lines in the log, each with the name of its compute unit. */
#include "host_tests/emulator/unit_test.h"

#include <stdio.h>
#include <unistd.h>

#include "emulator/execution/running/running.h"
#include "emulator/execution/units/services.h"
#include "emulator/state/unit.h"

static char path[] = "/tmp/fpgacl-print-XXXXXX";
static struct fcl_emu_cu first, second;

static int print(struct fcl_emu_cu *cu, const char *format, ...)
{
	va_list args;
	int length;

	fcl_emu_current = cu;
	va_start(args, format);
	length = fcl_emu_host.vprintf(&cu->pub, format, args);
	va_end(args);
	fcl_emu_current = NULL;
	return length;
}

static void assert_log(const char *expected)
{
	char text[8192];
	FILE *file = fopen(path, "r");
	size_t length;

	assert_non_null(file);
	length = fread(text, 1, sizeof(text) - 1, file);
	fclose(file);
	text[length] = '\0';
	assert_string_equal(text, expected);
	assert_int_equal(truncate(path, 0), 0);
}

/* Pieces of one line are joined, even with another unit's output in between. */
static void pieces(void **state)
{
	(void)state;
	assert_int_equal(print(&first, "x ="), 3);
	assert_int_equal(print(&second, "other\n"), 6);
	assert_log("fpgacl: info: k:b: other\n");
	print(&first, " %d", 7);
	assert_log("");
	print(&first, ", y = %d\nand", 8);
	assert_log("fpgacl: info: k:a: x = 7, y = 8\n");
	print(&first, " more\n");
	assert_log("fpgacl: info: k:a: and more\n");
}

static void several_lines_at_once(void **state)
{
	(void)state;
	assert_int_equal(print(&first, "one\ntwo\n\nthree\n"), 15);
	assert_log("fpgacl: info: k:a: one\nfpgacl: info: k:a: two\nfpgacl: info: k:a: three\n");
}

/* Text without a newline is logged once, when the execution ends. */
static void rest(void **state)
{
	(void)state;
	print(&first, "last words");
	assert_log("");
	fcl_emu_line_end(&first);
	assert_log("fpgacl: info: k:a: last words\n");
	fcl_emu_line_end(&first);
	assert_log("");
}

/* A long text is logged in full. */
static void long_text(void **state)
{
	enum { LENGTH = 3000 };
	static const char head[] = "fpgacl: info: k:a: ";
	char *text = malloc(LENGTH + 1), expected[LENGTH + 200] = "";

	(void)state;
	assert_non_null(text);
	for (int i = 0; i < LENGTH; i++)
		text[i] = (char)('a' + i % 26);
	text[LENGTH] = '\0';
	for (int at = 0; at < LENGTH; at += 1024) {
		strcat(expected, head);
		strncat(expected, text + at, 1024);
		strcat(expected, "\n");
	}
	assert_int_equal(print(&first, "%s\n", text), LENGTH + 1);
	assert_log(expected);
	free(text);
}

/* Outside of its execution, a model has no line to write to. */
static int print_outside(const char *format, ...)
{
	va_list args;
	int length;

	va_start(args, format);
	length = fcl_emu_host.vprintf(&first.pub, format, args);
	va_end(args);
	return length;
}

static void outside(void **state)
{
	(void)state;
	print(&first, "inside");
	assert_int_equal(print_outside("outside"), 7);
	assert_log("fpgacl: info: k:a: outside\n");
	print(&first, "\n");
	assert_log("fpgacl: info: k:a: inside\n");
}

static int open_log(void **state)
{
	int fd = mkstemp(path);

	(void)state;
	first.name = "k:a";
	second.name = "k:b";
	if (fd < 0)
		return -1;
	close(fd);
	return setenv("FPGACL_LOG", "info", 1) || setenv("FPGACL_LOG_FILE", path, 1);
}

static int close_log(void **state)
{
	(void)state;
	free(first.line);
	free(second.line);
	return unlink(path);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(pieces),  cmocka_unit_test(several_lines_at_once),
		cmocka_unit_test(rest),    cmocka_unit_test(long_text),
		cmocka_unit_test(outside),
	};

	return cmocka_run_group_tests(tests, open_log, close_log);
}
