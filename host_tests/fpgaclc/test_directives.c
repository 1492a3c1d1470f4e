/* SPDX-License-Identifier: Apache-2.0 */
/* Directives of config files count as pragmas in the function, loop or variable that they name. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "board.h"
#include "tool.h"

#define RUN "-c --mode hls --config hls.cfg -o k.xo"
#define CONFIG "[hls]\nsyn.file=k.cpp\nsyn.top=k\n"
/* The line of the first directive. */
enum { FIRST = 4 };

/* Two processes, of which the first waits for what the second makes of its data. */
static const char source[] =
	"#include <hls_stream.h>\n"
	"static int answers[4];\n"
	"static void ask(hls::stream<int> &to, hls::stream<int> &from, int *b) {\n"
	"	outer: for (int i = 0; i < 2; i++)\n"
	"		inner: for (int j = 0; j < 4; j++) {\n"
	"			to.write(i + j);\n"
	"			b[4 * i + j] = from.read();\n"
	"		}\n"
	"}\n"
	"static void answer(hls::stream<int> &in, hls::stream<int> &out) {\n"
	"	each: for (int i = 0; i < 8; i++)\n"
	"		out.write(10 * in.read());\n"
	"}\n"
	"extern \"C\" void k(int *b) {\n"
	"	hls::stream<int> to, from;\n"
	"	ask(to, from, b);\n"
	"	answer(to, from);\n"
	"}\n";

static void write_config(const char *const *directives, size_t count)
{
	char text[4096] = CONFIG;

	for (size_t i = 0; i < count; i++)
		snprintf(text + strlen(text), sizeof(text) - strlen(text), "syn.directive.%s\n",
			 directives[i]);
	tool_write("k.cpp", source);
	tool_write("hls.cfg", text);
}

/* Whether the warning is there, for the directive's line. */
static void assert_said(size_t directive, const char *message)
{
	char place[32];
	const char *at, *found;

	snprintf(place, sizeof(place), "hls.cfg:%zu:", FIRST + directive);
	at = strstr(tool_output, place);
	found = at ? strstr(at, message) : NULL;
	if (!found || found > strchrnul(at, '\n'))
		fail_msg("expected '%s' at %s, found:\n%s", message, place, tool_output);
}

static void test_missing(void **state)
{
	static const char *const wrong[][2] = {
		{"pipelin=ask/inner", "unknown directive 'pipelin'; did you mean 'pipeline'?"},
		{"pipeline=ask/iner II=2",
		 "no loop in 'ask' has the label 'iner'; did you mean 'inner'?"},
		{"unroll=ask/inner factr=2", "UNROLL has no argument 'factr'"},
		{"pipeline=ask/inner II=0", "'II' is at least 1, found 0"},
		{"inline=answr off", "no function 'answr'; did you mean 'answer'?"},
		{"array_partition=k answer_s type=complete", "'k' has no variable 'answer_s'"},
		{"array_partition=k answers type=complet", "did you mean 'complete'?"},
		{"stream=k to dept=4", "STREAM has no argument 'dept'"},
		{"unroll=k factor=2", "pragma UNROLL has no effect here"},
	};
	const char *directives[sizeof(wrong) / sizeof(wrong[0])];

	(void)state;
	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++)
		directives[i] = wrong[i][0];
	write_config(directives, sizeof(wrong) / sizeof(wrong[0]));
	if (tool_run(NULL, RUN))
		fail_msg("%s", tool_output);
	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++)
		assert_said(i, wrong[i][1]);
	tool_refuse(RUN " -Werror=hls-pragmas", "hls.cfg:4:1: error: unknown directive 'pipelin'");
}

static void test_right(void **state)
{
	static const char *const right[] = {
		"pipeline=ask/outer II=2 rewind",
		"pipeline=ask/inner off",
		"unroll=answer/each factor=2",
		"array_partition=ask b cyclic factor=2",
		"bind_storage=k to type=fifo impl=srl",
		"dataflow=k",
		"stream=k to depth=32",
		"inline=answer off",
		"loop_flatten=ask/inner off",
		"allocation=k instances=answer limit=1 type=function",
	};

	(void)state;
	write_config(right, sizeof(right) / sizeof(right[0]));
	if (tool_run(NULL, RUN) || strstr(tool_output, "[-Whls-pragmas]"))
		fail_msg("%s", tool_output);
}

static int run_linked(void)
{
	struct board board;
	int b[8] = {0}, status;

	tool_compile("-l -t sw_emu --platform u250 k.xo -o k.xclbin");
	board_load(&board, "k.xclbin");
	board_reset();
	board_pointer(0x10, b);
	status = board_start(&board, "k");
	for (int i = 0; !status && i < 8; i++)
		assert_int_equal(b[i], 10 * (i / 4 + i % 4));
	board_unload(&board);
	return status;
}

/* The processes only reach their end if they run at the same time. */
static void test_dataflow(void **state)
{
	static const char *const together[] = {"dataflow=k"};

	(void)state;
	write_config(NULL, 0);
	tool_compile(RUN);
	assert_int_equal(run_linked(), -1);
	write_config(together, 1);
	tool_compile(RUN);
	assert_int_equal(run_linked(), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_missing),
		cmocka_unit_test(test_right),
		cmocka_unit_test(test_dataflow),
	};

	return cmocka_run_group_tests(tests, tool_setup, tool_teardown);
}
