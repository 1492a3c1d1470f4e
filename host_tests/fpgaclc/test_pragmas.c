/* SPDX-License-Identifier: Apache-2.0 */
/* Each fault in a pragma has a warning with its place, and pragmas without a fault have none. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "tool.h"

#define FLAGS "-t sw_emu --platform u250 -k k "

/*
 * A function has the lines before, pragma and after. `message` is the warning for the pragma's line;
 * NULL: there is none.
 */
struct pragma {
	const char *before, *pragma, *after, *message;
};

/* Lines of the text in front of the functions, and of each function. */
enum { HEAD = 10, LINES = 6 };

static const char head[] = "#include <hls_stream.h>\n"
			   "struct pair { int left, right; hls::stream<int> queue; };\n"
			   "static const int width = 4;\n"
			   "static int table[16];\n"
			   "#define DEPTH 16\n"
			   "#define QUEUE variable=s depth=DEPTH\n"
			   "#define UNROLLED _Pragma(\"HLS UNROLL\")\n"
			   "#define WRONG _Pragma(\"HLS UNROL\")\n"
			   "#define LOOP for (int i = 0; i < n; i++)\n"
			   "extern \"C\" void k(int *a) { a[0] = 1; }\n";

static char *write_functions(const struct pragma *pragmas, size_t count)
{
	char *text = NULL;
	size_t size;
	FILE *file = open_memstream(&text, &size);

	assert_non_null(file);
	fputs(head, file);
	for (size_t i = 0; i < count; i++)
		fprintf(file,
			"template <int D> void f%zu(int *a, int n, hls::stream<int> &dat) {\n"
			"int buf[8][4]; static int count; hls::stream<int> s; pair p; (void)count;\n"
			"%s\n%s\n%s\n}\n",
			i, pragmas[i].before, pragmas[i].pragma, pragmas[i].after);
	assert_int_equal(fclose(file), 0);
	return text;
}

static unsigned count_of(const char *text, const char *what)
{
	unsigned count = 0;

	while ((text = strstr(text, what))) {
		count++;
		text += strlen(what);
	}
	return count;
}

/* Whether a line of the output has the place and the message. */
static bool says(const char *place, const char *message)
{
	for (const char *at = tool_output; (at = strstr(at, place)); at++) {
		const char *found = strstr(at, message), *end = strchrnul(at, '\n');

		if (found && found < end)
			return true;
	}
	return false;
}

static void check(const struct pragma *pragmas, size_t count, const char *flags)
{
	char *text = write_functions(pragmas, count), arguments[128], place[32];
	unsigned warnings = 0;

	tool_write("k.cpp", text);
	free(text);
	snprintf(arguments, sizeof(arguments), FLAGS "%s k.cpp -o k.xclbin", flags);
	if (tool_run(NULL, arguments))
		fail_msg("%s", tool_output);
	for (size_t i = 0; i < count; i++) {
		snprintf(place, sizeof(place), "k.cpp:%zu:", HEAD + LINES * i + 4);
		warnings += pragmas[i].message != NULL;
		if (pragmas[i].message && !says(place, pragmas[i].message))
			fail_msg("%s: expected '%s' at %s, found:\n%s", pragmas[i].pragma,
				 pragmas[i].message, place, tool_output);
	}
	if (count_of(tool_output, "[-Whls-pragmas]") != warnings)
		fail_msg("expected %u warnings, found:\n%s", warnings, tool_output);
}

/* clang-format off */
static const struct pragma misspelt[] = {
	{"", "#pragma HLS STREEM depth=32", "",
	 "unknown pragma HLS 'STREEM'; did you mean 'STREAM'?"},
	{"", "#pragma HLS DATAFLOV", "", "unknown pragma HLS 'DATAFLOV'; did you mean 'DATAFLOW'?"},
	{"", "#pragma HSL INLINE", "", "unknown pragma 'HSL'; did you mean 'HLS'?"},
	{"", "#pragma DATAFLOW", "", "unknown pragma 'DATAFLOW'; did you mean 'HLS DATAFLOW'?"},
	{"", "#pragma HLS", "", "pragma HLS without a name"},
	{"", "#pragma hls array_partion variable=buf", "", "did you mean 'ARRAY_PARTITION'?"},
	{"", "#pragma HLS SOMETHING_ELSE", "", "unknown pragma HLS 'SOMETHING_ELSE' ["},
	{"", "#pragma HLS STREAM variable=dta depth=4", "",
	 "no variable 'dta' is in scope; did you mean 'dat'?"},
	{"", "#pragma HLS STREAM variable=dat dept=32", "",
	 "pragma STREAM has no argument 'dept'; did you mean 'depth'?"},
	{"", "#pragma HLS STREAM depth=32", "", "pragma STREAM needs 'variable='"},
	{"", "#pragma HLS STREAM variable=dat depth=", "", "expected a value after 'depth='"},
	{"", "#pragma HLS STREAM variable=dat depth", "", "expected '=' and a value after 'depth'"},
	{"", "#pragma HLS STREAM variable=dat depth=2 depth=4", "",
	 "'depth' is given twice; the last one counts"},
	{"", "#pragma HLS STREAM variable=dat depth=many", "", "no variable 'many' is in scope"},
	{"", "#pragma HLS STREAM variable=dat depth=n", "",
	 "'depth' needs a constant, and 'n' is a variable"},
	{"", "#pragma HLS STREAM variable=dat depth=1.5", "",
	 "expected a whole number for 'depth', found '1.5'"},
	{"", "#pragma HLS STREAM variable=dat depth=-3", "", "'depth' is at least 0, found -3"},
	{"", "#pragma HLS STREAM variable=dat type=pipi", "",
	 "'pipi' is no value of 'type'; did you mean 'pipo'?"},
	{"", "#pragma HLS STREAM variable=count depth=2", "",
	 "'count' is neither a stream nor an array"},
	{"", "#pragma HLS STREAM variable=p.queu depth=2", "", "'pair' has no member 'queu'"},
};

static const struct pragma misplaced[] = {
	{"", "#pragma HLS STREAM variable=after depth=2", "int after[4]; (void)after;",
	 "'after' is declared only after the pragma"},
	{"{ int inner[4]; (void)inner; }", "#pragma HLS ARRAY_PARTITION variable=inner", "",
	 "'inner' is declared in a block that ends before"},
	{"", "#pragma HLS ARRAY_PARTITION variable=buf type=cyclik factor=2", "",
	 "did you mean 'cyclic'?"},
	{"", "#pragma HLS ARRAY_PARTITION variable=buf cyclc factor=2", "",
	 "has no argument 'cyclc'; did you mean 'cyclic'?"},
	{"", "#pragma HLS ARRAY_RESHAPE variable=n", "", "'n' is no array"},
	{"", "#pragma HLS UNROLL", "for (int i = 0; i < n; i++) a[i]++;",
	 "move it behind that loop's '{'"},
	{"LOOP { if (i) {", "#pragma HLS UNROLL factor=2", "a[i]++; } }",
	 "it applies to the loop in whose body it stands"},
	{"LOOP { if (i) {", "#pragma HLS PIPELINE", "a[i]++; } }",
	 "it applies to the function or loop in whose body it stands"},
	{"", "#pragma HLS LOOP_TRIPCOUNT max=4", "", "pragma LOOP_TRIPCOUNT has no effect here"},
	{"LOOP {", "#pragma HLS LOOP_TRIPCOUNT min=8 max=4", "}",
	 "'min' is 8, more than 'max', which is 4"},
	{"LOOP {", "#pragma HLS INTERFACE m_axi port=a", "}",
	 "it applies to the function in whose body it stands"},
	{"", "#pragma HLS INTERFACE m_axi port=b", "", "has no argument 'b'"},
	{"", "#pragma HLS INTERFACE m_axi port=table", "",
	 "has no argument 'table', which is a variable outside of it"},
	{"", "#pragma HLS INTERFACE m_axi port=a max_read_burst=4", "",
	 "has no argument 'max_read_burst'"},
	{"LOOP {", "#pragma HLS PIPELINE II=0", "}", "'II' is at least 1, found 0"},
	{"LOOP {", "#pragma HLS PIPELINE IL=2", "}", "did you mean 'II'?"},
	{"LOOP {", "WRONG", "}", "unknown pragma HLS 'UNROL'; did you mean 'UNROLL'?"},
	{"LOOP {", "#pragma HLS if (DD > 2) PIPELINE", "}", "no variable 'DD' is in scope"},
	{"", "#pragma HLS if (D > 2) STREAM variable=dat depth=32", "", "has no effect on what runs"},
	{"_Pragma(\"HLS DATAFLOW\") LOOP {", "#pragma HLS if (D > 2) UNROLL", "}",
	 "has no effect on what runs"},
	{"", "#pragma HLS BIND_STORAGE variable=buf type=ram_2p impl=uran", "",
	 "did you mean 'uram'?"},
	{"LOOP { if (i)", "#pragma HLS PIPELINE", "a[i]++; }", "no effect in the middle of a statement"},
	{"if (n)", "#pragma HLS ARRAY_PARTITION variable=buf", "{ }",
	 "no effect in the middle of a statement"},
	{"LOOP", "#pragma HLS DATAFLOW", "{ }", "no effect before the loop's body"},
	{"a[0] =", "#pragma HLS LATENCY max=3", "n;", "no effect in the middle of a statement"},
	{"} static inline void outside() { }", "#pragma HLS INLINE", "static inline void last() {",
	 "no effect outside of a function's body"},
};

static const struct pragma right[] = {
	{"", "#pragma HLS stream VARIABLE=dat Depth=0x20", "", NULL},
	{"", "#pragma HLS STREAM depth = 4 * ( 1 + 2 ) variable = s", "", NULL},
	{"", "#pragma HLS STREAM variable=p.queue depth=width", "", NULL},
	{"", "#pragma HLS STREAM QUEUE", "", NULL},
	{"", "#pragma HLS STREAM variable=s depth=D", "", NULL},
	{"enum { ROOM = 8 };", "#pragma HLS STREAM variable=s depth=ROOM", "", NULL},
	{"", "#pragma HLS STREAM variable=buf off", "", NULL},
	{"", "#pragma HLS STREAM variable=buf type=pipo depth=2", "", NULL},
	{"", "#pragma HLS stable variable=a, buf , s", "", NULL},
	{"", "#pragma HLS ARRAY_PARTITION variable=buf complete dim=0", "", NULL},
	{"", "#pragma HLS ARRAY_PARTITION variable=table block factor=width", "", NULL},
	{"", "#pragma HLS ARRAY_PARTITION variable=buf type=complete off=true", "", NULL},
	{"", "#pragma HLS array_reshape variable=buf cyclic factor=2 dim=2 object", "", NULL},
	{"",
	 "#pragma HLS INTERFACE m_axi port=a offset=slave bundle=gmem0 depth=1024*4 num_read_outstanding=32",
	 "", NULL},
	{"", "#pragma HLS INTERFACE mode=s_axilite port=return bundle=control", "", NULL},
	{"", "#pragma HLS interface axis register both port=dat", "", NULL},
	{"", "#pragma HLS INTERFACE axis register_mode=both register port=dat", "", NULL},
	{"", "#pragma HLS interface ap_ctrl_none port=return", "", NULL},
	{"", "#pragma HLS INTERFACE mode=bram port=a storage_type=ram_1p latency=2", "", NULL},
	{"LOOP", "#pragma HLS UNROLL", "a[i]++;", NULL},
	{"LOOP", "_Pragma(\"HLS UNROLL\") _Pragma(\"HLS PIPELINE\")", "{ UNROLLED a[i]++; }", NULL},
	{"if (n) LOOP", "#pragma HLS DEPENDENCE variable=a, buf inter false",
	 "if (a[i]) break; else a[0]++; else a[1]++;", NULL},
	{"switch (n) { case 1:", "#pragma HLS ARRAY_PARTITION variable=buf", "n = 2; }", NULL},
	{"LOOP { UNROLLED", "", "a[i]++; }", NULL},
	{"LOOP {", "#pragma HLS UNROLL factor=4 skip_exit_check", "a[i]++; }", NULL},
	{"", "#pragma HLS UNROLL region", "", NULL},
	{"while (n--) {", "#pragma HLS PIPELINE II=2 rewind style=flp", "}", NULL},
	{"do {", "#pragma HLS pipeline off", "} while (n--);", NULL},
	{"", "#pragma HLS PIPELINE enable_flush", "", NULL},
	{"LOOP {", "#pragma HLS if (D > 2) PIPELINE II=D", "}", NULL},
	{"LOOP {", "#pragma HLS if (D > 2) UNROLL factor=4", "}", NULL},
	{"LOOP {", "#pragma HLS LOOP_TRIPCOUNT min=1 max=DEPTH avg=8", "}", NULL},
	{"LOOP {", "#pragma HLS LOOP_FLATTEN off", "}", NULL},
	{"LOOP {", "#pragma HLS DEPENDENCE variable=buf inter RAW distance=2 true", "}", NULL},
	{"LOOP {", "#pragma HLS dependence variable=a type=intra direction=WAR dependent=false",
	 "}", NULL},
	{"LOOP {", "#pragma HLS PERFORMANCE target_ti=100 unit=cycle", "}", NULL},
	{"if (n) {", "#pragma HLS OCCURRENCE cycle=4", "}", NULL},
	{"region: {", "#pragma HLS PROTOCOL fixed", "}", NULL},
	{"", "#pragma HLS ALLOCATION operation instances=mul limit=1", "", NULL},
	{"", "#pragma HLS ALLOCATION instances=k limit=1 function", "", NULL},
	{"", "#pragma HLS ALLOCATION instances=pool<int, D, typename T::value> limit=1 function", "", NULL},
	{"", "#pragma HLS BIND_OP variable=n op=mul impl=dsp latency=-1", "", NULL},
	{"", "#pragma HLS AGGREGATE variable=p compact=bit", "", NULL},
	{"", "#pragma HLS RESOURCE variable=buf core=RAM_2P_BRAM", "", NULL},
	{"", "#pragma HLS INLINE \\\nrecursive", "", NULL},
	{"auto inner = [&](int m) {", "#pragma HLS LATENCY min=1 max=2",
	 "return m + n; }; (void)inner;", NULL},
};
/* clang-format on */

static void test_misspelt(void **state)
{
	(void)state;
	check(misspelt, sizeof(misspelt) / sizeof(misspelt[0]), "-O1");
}

static void test_misplaced(void **state)
{
	(void)state;
	check(misplaced, sizeof(misplaced) / sizeof(misplaced[0]), "-O1");
}

static void test_right(void **state)
{
	(void)state;
	check(right, sizeof(right) / sizeof(right[0]), "-O1");
	check(right, sizeof(right) / sizeof(right[0]), "-Werror");
}

/* Pragmas that the compiler does not see, and those of classes and of included files. */
static void test_where(void **state)
{
	(void)state;
	tool_write("lines.h", "#pragma HLS UNROL\n");
	tool_write("k.cpp", "#include <hls_stream.h>\n"
			    "#if 0\n#pragma HLS WRONG\n#endif\n"
			    "// #pragma HLS WRONG\n"
			    "static const char text[] = R\"(\n#pragma HLS WRONG\n)\";\n"
			    "template <class T> struct base { T kept[4]; };\n"
			    "template <class T> struct c : base<T> {\n"
			    "int own[4];\n"
			    "void run() {\n#pragma HLS ARRAY_PARTITION variable=own\n"
			    "#pragma HLS ARRAY_PARTITION variable=kept\n"
			    "#pragma HLS ARRAY_PARTITION variable=this->own\n}\n"
			    "void out(int m);\n};\n"
			    "template <class U> void c<U>::out(int m) {\n"
			    "#pragma HLS ARRAY_PARTITION variable=own factor=sizeof(U)\n}\n"
			    "extern \"C\" void k(int *a) {\n"
			    "for (int i = 0; i < 4; i++) {\n#include \"lines.h\"\n"
			    "a[i] = text[i]; } }\n");
	assert_int_equal(tool_run(NULL, FLAGS "k.cpp -o k.xclbin"), 0);
	assert_true(says("lines.h:1:13:", "did you mean 'UNROLL'?"));
	assert_int_equal(count_of(tool_output, "[-Whls-pragmas]"), 1);
}

static void test_flags(void **state)
{
	static const char text[] = "extern \"C\" void k(int *a) {\n#pragma HLS INLIN\n*a = 1;\n}\n";

	(void)state;
	tool_write("k.cpp", text);
	tool_refuse(
		FLAGS "-Werror=hls-pragmas k.cpp -o out.xclbin",
		"k.cpp:2:13: error: unknown pragma HLS 'INLIN'; did you mean 'INLINE'? [-Werror=hls-pragmas]");
	tool_refuse(FLAGS "-Werror k.cpp -o out.xclbin", "[-Werror,-Whls-pragmas]");
	assert_int_equal(access("out.xclbin", F_OK), -1);
	assert_int_equal(tool_run(NULL, FLAGS "-Wno-hls-pragmas k.cpp -o out.xclbin"), 0);
	assert_string_equal(tool_output, "");
	assert_int_equal(tool_run(NULL, FLAGS "-w k.cpp -o out.xclbin"), 0);
	assert_string_equal(tool_output, "");
	/* A run that finds all results in the cache repeats the warnings. */
	for (int i = 0; i < 2; i++) {
		assert_int_equal(tool_run(NULL, FLAGS "k.cpp -o out.xclbin"), 0);
		assert_true(says("k.cpp:2:13:", "did you mean 'INLINE'?"));
	}
	tool_write("k.c",
		   "void k(int *a) {\n#pragma HLS INTERFACE m_axi port=a bundl=x\n*a = 1;\n}\n");
	assert_int_equal(tool_run(NULL, FLAGS "k.c -o out.xclbin"), 0);
	assert_true(says("k.c:2:36:", "did you mean 'bundle'?"));
}

/* What is no pragma at all ends with a warning, too. */
static void test_bad_input(void **state)
{
	char *text = NULL;
	size_t size;
	FILE *file = open_memstream(&text, &size);

	(void)state;
	assert_non_null(file);
	fputs("extern \"C\" void k(int *a) {\n*a = 1;\n#pragma HLS STREAM variable=", file);
	for (int i = 0; i < 300000; i++)
		fputs("a+", file);
	fputs("a\n#pragma HLS ", file);
	for (int i = 0; i < 100000; i++)
		fputc('x', file);
	fputs("\n#pragma HLS STREAM variable=\xc3\xa4 depth=(((((\n"
	      "#pragma HLS STREAM ) = , == [\n#pragma HLS = = =\n#pragma HLS \"INLINE\"\n"
	      "#pragma HLS if\n#pragma HLS if (\n#pragma HLS if ()\n#pragma HLS if (1)\n}\n",
	      file);
	assert_int_equal(fclose(file), 0);
	tool_write("k.cpp", text);
	free(text);
	assert_int_equal(tool_run(NULL, FLAGS "k.cpp -o out.xclbin -Wno-hls-pragmas"), 0);
	assert_string_equal(tool_output, "");
	tool_write("k.cpp", "extern \"C\" void k(int *a) {\n#pragma HLS STREAM variable=\xff\xfe"
			    " depth=3\n*a = 1;\n}\n");
	tool_run(NULL, FLAGS "k.cpp -o out.xclbin");
	assert_true(says("k.cpp:2:", "expected a variable for 'variable'"));
	tool_write("u.cpp", "extern \"C\" void k(int *a)\n#pragma unroll\n*a = 1;\n}\n");
	tool_write("k.cpp", "#define INNER _Pragma(\"unroll\")\n"
			    "extern \"C\" void k(int *a) {\n"
			    "#pragma HLS STREAM variable=a depth=_Pragma(\"unroll\")\n"
			    "#pragma HLS STREAM variable=a x INNER depth=3\n*a = 1;\n}\n");
	assert_int_equal(tool_run(NULL, FLAGS "k.cpp -o out.xclbin"), 0);
	assert_true(says("k.cpp:3:", "pragma"));
	tool_refuse(FLAGS "-c u.cpp -o u.xo", "u.cpp");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_misspelt), cmocka_unit_test(test_misplaced),
		cmocka_unit_test(test_right),    cmocka_unit_test(test_where),
		cmocka_unit_test(test_flags),    cmocka_unit_test(test_bad_input),
	};

	return cmocka_run_group_tests(tests, tool_setup, tool_teardown);
}
