/* SPDX-License-Identifier: Apache-2.0 */
/* Return values of kernels, and arrays of streams as their arguments. */
#include <inttypes.h>
#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>

#include <cmocka.h>

#include "board.h"
#include "tool.h"

static void compile(const char *kernels, const char *source, const char *output)
{
	char arguments[4096];

	snprintf(arguments, sizeof(arguments), "-t sw_emu --platform u250 %s %s -o %s", kernels,
		 tool_kernel(source), output);
	tool_compile(arguments);
	assert_string_equal(tool_output, "");
}

/* ap_return precedes the arguments and is followed by a reserved word. */
static void test_return_in_cxx(void **state)
{
	unsigned a = 0xfffff, b = 0xffffe;
	struct fcl_image *image;
	struct board board;
	uint64_t found;

	(void)state;
	compile("-k product", "results.cpp", "product.elf");
	image = tool_image("product.elf");
	assert_int_equal(image->kernels[0].nargs, 2);
	assert_int_equal(image->kernels[0].args[0].offset, 0x1c);
	assert_int_equal(image->kernels[0].args[1].offset, 0x24);
	fcl_image_unref(image);
	board_load(&board, "product.elf");
	board_reset();
	board_arg(0x1c, &a, sizeof(a));
	board_arg(0x24, &b, sizeof(b));
	assert_int_equal(board_start(&board, "product"), 0);
	memcpy(&found, board_run.regs + 0x10, sizeof(found));
	assert_int_equal(found, (uint64_t)a * b);
	board_unload(&board);
}

static void test_return_in_c(void **state)
{
	short pair[2] = {3, -4}, found[2];
	struct board board;
	int count = 7;

	(void)state;
	compile("-k swap", "result.c", "swap.elf");
	board_load(&board, "swap.elf");
	board_reset();
	board_arg(0x18, pair, sizeof(pair));
	board_pointer(0x20, &count);
	assert_int_equal(board_start(&board, "swap"), 0);
	memcpy(found, board_run.regs + 0x10, sizeof(found));
	assert_int_equal(found[0], -4);
	assert_int_equal(found[1], 3);
	assert_int_equal(count, 8);
	board_unload(&board);
}

static void expect_args(const char *file)
{
	static const char *const names[] = {"in_0", "in_1", "in_2", "out_0", "out_1", "out_2", "n"};
	struct fcl_image *image = tool_image(file);
	const struct fcl_image_kernel *kernel = &image->kernels[0];

	assert_int_equal(kernel->nargs, 7);
	for (uint32_t i = 0; i < 7; i++)
		assert_string_equal(kernel->args[i].name, names[i]);
	for (uint32_t i = 0; i < 6; i++) {
		assert_int_equal(kernel->args[i].qualifier, FCL_ARG_STREAM);
		assert_int_equal(kernel->args[i].direction, i < 3 ? FCL_DIR_IN : FCL_DIR_OUT);
		assert_string_equal(kernel->args[i].type_name, "stream<int>");
	}
	assert_int_equal(kernel->args[6].offset, 0x18);
	fcl_image_unref(image);
}

static void expect_run(const char *file)
{
	int in[3][2] = {{1, 2}, {10, 20}, {100, 200}}, n = 2, found;
	struct board board;

	board_load(&board, file);
	board_reset();
	for (int i = 0; i < 3; i++) {
		memcpy(board_run.streams[i].bytes, in[i], sizeof(in[i]));
		board_run.streams[i].size = sizeof(in[i]);
	}
	board_arg(0x18, &n, sizeof(n));
	assert_int_equal(board_start(&board, "spread"), 0);
	for (int i = 0; i < 3; i++) {
		int out[2];

		assert_int_equal(board_run.streams[3 + i].size, sizeof(out));
		memcpy(out, board_run.streams[3 + i].bytes, sizeof(out));
		assert_int_equal(out[0], in[i][0] + i);
		assert_int_equal(out[1], in[i][1] + i);
	}
	memcpy(&found, board_run.regs + 0x10, sizeof(found));
	assert_int_equal(found, 333);
	board_unload(&board);
}

/* Each element is a port and an argument; later arguments keep their registers. */
static void test_array(void **state)
{
	(void)state;
	compile("-k spread", "results.cpp", "spread.elf");
	expect_args("spread.elf");
	expect_run("spread.elf");
}

/* The same through a .xo file. */
static void test_array_in_steps(void **state)
{
	(void)state;
	compile("-c -k spread", "results.cpp", "spread.xo");
	tool_compile("-l -t sw_emu --platform u250 spread.xo -o linked.xclbin");
	expect_args("linked.xclbin");
}

/* A connection names an element. */
static void test_array_connected(void **state)
{
	struct fcl_image *image;
	char arguments[4096];

	(void)state;
	tool_write("feed.cpp",
		   "#include <hls_stream.h>\n"
		   "void feed(hls::stream<int> out[2]) { out[0] << 1; out[1] << 2; }\n");
	snprintf(
		arguments, sizeof(arguments),
		"-t sw_emu --platform u250 -k spread -k feed --connectivity.sc feed_1.out_1:spread_1.in_2:5 feed.cpp %s -o c.elf",
		tool_kernel("results.cpp"));
	tool_compile(arguments);
	image = tool_image("c.elf");
	assert_int_equal(image->nstreams, 1);
	assert_int_equal(image->streams[0].src_arg, 1);
	assert_int_equal(image->streams[0].dst_arg, 2);
	fcl_image_unref(image);
}

static void test_element(void **state)
{
	short in = 77, out = 0;
	struct board board;

	(void)state;
	compile("-k pick", "results.cpp", "pick.elf");
	board_load(&board, "pick.elf");
	assert_int_equal(board_model(&board, "pick")->nports, 5);
	board_reset();
	memcpy(board_run.streams[3].bytes, &in, sizeof(in));
	board_run.streams[3].size = sizeof(in);
	board_pointer(0x10, &out);
	assert_int_equal(board_start(&board, "pick"), 0);
	assert_int_equal(out, 77);
	board_unload(&board);
}

/* A user's class around a stream is a port like the stream itself. */
static void test_holder(void **state)
{
	short in[3] = {7, -8, 9}, out[3];
	struct board board;

	(void)state;
	tool_write(
		"h.cpp",
		"#include <hls_stream.h>\n"
		"struct none {};\n"
		"template <typename T> class pipe : none {\n"
		"public:\n pipe() : stream_(\"pipe\") {}\n"
		" T Pop() { return stream_.read(); }\n"
		" void Push(T const &v) { stream_.write(v); }\n"
		"private:\n hls::stream<T> stream_;\n};\n"
		"template <typename T, int N> struct deep : pipe<T> { static const int depth = N; };\n"
		"void h(pipe<short> &in, deep<short, 4> &out) {\n"
		" deep<short, 8> middle;\n"
		" for (int i = 0; i < 3; i++) middle.Push(in.Pop());\n"
		" for (int i = 0; i < 3; i++) out.Push(middle.Pop() + 1); }\n");
	tool_compile("-t sw_emu --platform u250 -k h h.cpp -o h.elf");
	board_load(&board, "h.elf");
	board_reset();
	memcpy(board_run.streams[0].bytes, in, sizeof(in));
	board_run.streams[0].size = sizeof(in);
	assert_int_equal(board_start(&board, "h"), 0);
	assert_int_equal(board_run.streams[1].size, sizeof(out));
	memcpy(out, board_run.streams[1].bytes, sizeof(out));
	for (int i = 0; i < 3; i++)
		assert_int_equal(out[i], in[i] + 1);
	board_unload(&board);
	tool_write("two.cpp", "#include <hls_stream.h>\n"
			      "struct two { hls::stream<int> a, b; };\n"
			      "void h(two &in) { in.a.read(); }\n");
	tool_refuse("-t sw_emu --platform u250 -k h two.cpp -o two.elf",
		    "argument 'in_a': cannot tell whether the kernel reads or writes this stream");
}

/* Ports of IP blocks are changed to what a kernel can have, with one warning for each source. */
static void test_other_modes(void **state)
{
	int a[2] = {5, 6};
	struct board board;

	(void)state;
	tool_write("m.cpp", "void m(int a[2], int &n) {\n"
			    "#pragma HLS interface ap_memory port=&a\n"
			    "#pragma HLS interface ap_fifo port=n\n"
			    "#pragma HLS interface ap_vld port=n\n"
			    "#pragma HLS interface m_axi port=a offset=direct\n"
			    "n = a[1]; }\n");
	tool_compile("-t sw_emu --platform u250 -k m m.cpp ./m.cpp -o m.elf");
	assert_non_null(strstr(
		tool_output,
		"m.cpp:2: warning: kernel 'm', argument 'a': a kernel cannot have a port of mode 'ap_memory'"));
	assert_non_null(strstr(
		tool_output,
		"m.cpp:3: warning: kernel 'm', argument 'n': a value cannot have a port of mode 'ap_fifo'"));
	assert_non_null(
		strstr(tool_output, "m.cpp:5: warning: kernel 'm', argument 'a': offset=direct"));
	board_load(&board, "m.elf");
	board_reset();
	board_pointer(0x10, a);
	assert_int_equal(board_start(&board, "m"), 0);
	assert_int_equal(board_run.regs[0x1c], 6);
	board_unload(&board);
}

/* clang folds or moves each of these forms if it may assume that nothing overflows. */
static const char wrapping[] =
	"int stays_below(int a) { return a + 1 > a; }\n"
	"int halves_back(int a) { return a * 2 / 2 == a; }\n"
	"int is_positive(int a) { return a < 0 ? -a >= 0 : 1; }\n"
	"int steps_up(int a, int n)\n"
	"{ int rose = 0; for (int i = 0; i < n; i++) rose += a + i < a + i + 1; return rose; }\n"
	"long widened(int a, int b) { return (long)(a + b); }\n"
	"void fill(GLOBAL long *out, int most, int n)\n{\n"
	"out[0] = stays_below(most);\n"
	"out[1] = halves_back(most);\n"
	"out[2] = is_positive(-most - 1);\n"
	"out[3] = steps_up(most - 1, n);\n"
	"out[4] = widened(most, n);\n}\n";

static void expect_wrapping(const char *file, const char *head, const char *tail)
{
	static const int64_t expected[5] = {0, 0, 0, 2, (int64_t)INT_MIN + 2};
	int64_t out[5] = {0};
	int most = INT_MAX, n = 3;
	char text[2048], arguments[256];
	struct board board;

	snprintf(text, sizeof(text), "%s%s%s", head, wrapping, tail);
	tool_write(file, text);
	snprintf(arguments, sizeof(arguments), "-t sw_emu --platform u250 -O2 -k wrap %s -o %s.elf",
		 file, file);
	tool_compile(arguments);
	snprintf(text, sizeof(text), "%s.elf", file);
	board_load(&board, text);
	board_reset();
	board_pointer(0x10, out);
	board_arg(0x1c, &most, sizeof(most));
	board_arg(0x24, &n, sizeof(n));
	assert_int_equal(board_start(&board, "wrap"), 0);
	for (int i = 0; i < 5; i++)
		if (out[i] != expected[i])
			fail_msg("%s: %d: found %" PRId64 ", expected %" PRId64, file, i, out[i],
				 expected[i]);
	board_unload(&board);
}

/* Signed overflow wraps in all three languages, at the level used for kernels. */
static void test_wrapping(void **state)
{
	static const char kernel[] = "void wrap(long *out, int most, int n)\n"
				     "{ fill(out, most, n); }\n";
	static const char item[] = "__kernel void wrap(__global long *out, int most, int n)\n"
				   "{ fill(out, most, n); }\n";

	(void)state;
	expect_wrapping("wrap.c", "#define GLOBAL\n", kernel);
	expect_wrapping("wrap.cpp", "#define GLOBAL\n", kernel);
	expect_wrapping("wrap.cl", "#define GLOBAL __global\n", item);
}

/* C that compilers accepted before 2022, with a warning. */
static void test_old_c(void **state)
{
	static const char text[] = "static half(x) { return x / 2; }\n"
				   "void old(int *out, int n)\n"
				   "{ long at = out; *(int *)at = twice(n) + half(n); }\n"
				   "int twice(int x) { return 2 * x; }\n";
	struct board board;
	int out = 0, n = 10;

	(void)state;
	tool_write("old.c", text);
	tool_compile("-t sw_emu --platform u250 -k old old.c -o old.elf");
	assert_non_null(strstr(tool_output, "warning: "));
	board_load(&board, "old.elf");
	board_reset();
	board_pointer(0x10, &out);
	board_arg(0x1c, &n, sizeof(n));
	assert_int_equal(board_start(&board, "old"), 0);
	assert_int_equal(out, 25);
	board_unload(&board);
}

/* References to memory, in the source order of their registers. */
static void test_references(void **state)
{
	static const char text[] = "void k(const int (&a)[4], short (&b)[2][3], int &x, int &y) {\n"
				   "#pragma HLS interface m_axi port=x\n"
				   "  for (int i = 0; i < 6; i++) b[i / 3][i % 3] = a[i % 4] + i;\n"
				   "  x += y; y = 5; }\n";
	int a[4] = {10, 20, 30, 40}, x = 7, y = 100;
	short b[2][3] = {{0}};
	struct board board;

	(void)state;
	tool_write("k.cpp", text);
	tool_compile("-t sw_emu --platform u250 -k k k.cpp -o k.elf");
	board_load(&board, "k.elf");
	board_reset();
	board_pointer(0x10, a);
	board_pointer(0x1c, b);
	board_pointer(0x28, &x);
	board_arg(0x34, &y, sizeof(y));
	assert_int_equal(board_start(&board, "k"), 0);
	for (int i = 0; i < 6; i++)
		assert_int_equal(b[i / 3][i % 3], a[i % 4] + i);
	assert_int_equal(x, 107);
	assert_int_equal(board_run.regs[0x34], 5);
	board_unload(&board);
}

/*
 * A function that a header declares with other parameter types than the definition is a separate
 * overload.
 */
static const char declared[] = "#include <ap_axi_sdata.h>\n#include <hls_stream.h>\n"
			       "#define COUNT unsigned int\n"
			       "typedef hls::axis<ap_uint<16>, 0, 0, 0> word;\n"
			       "typedef struct { short low, high; } pair;\n"
			       "void width(ap_uint<9> *a, COUNT n);\n"
			       "void macro(short *a, unsigned long n);\n"
			       "void array(short (&a)[3], int n);\n"
			       "long returned(pair *a, int n);\n"
			       "void input(hls::stream<ap_uint<8> > &in, short *a, int n);\n"
			       "void inputs(hls::stream<word> (&in)[2], short *a, int n);\n"
			       "template <typename T> class holder {\n"
			       "\tstruct hidden { T low, high; };\n"
			       "\ttypedef hidden other;\n"
			       "public:\n\ttypedef hidden item; typedef hidden *items;\n"
			       "\tusing alias = other;\n};\n"
			       "typedef holder<short>::alias named;\n"
			       "void nested(holder<short>::item *a, COUNT n);\n"
			       "void nested(const named *a, COUNT n);\n"
			       "void pointed(holder<short>::items a, unsigned short n);\n"
			       "void same(short a[], int n);\n";

/* Each adds n, or the stream's value, to a[1]. */
static const char defined[] = "void width(ap_uint<16> *a, COUNT n) { a[1] += n; }\n"
			      "void macro(short *a, COUNT n) { a[1] += n; }\n"
			      "void array(short a[4], int n) { a[1] += n; }\n"
			      "int returned(pair *a, COUNT n) { return a[0].high += n; }\n"
			      "void input(hls::stream<ap_uint<16> > &in, short *a, int n)\n"
			      "{ a[1] += in.read() + n - 5; }\n"
			      "void inputs(hls::stream<ap_uint<16> > (&in)[1], short *a, int n)\n"
			      "{ a[1] += in[0].read() + n - 5; }\n"
			      "void nested(named *a, int n) { a[0].high += n; }\n"
			      "void pointed(const holder<short>::items a, COUNT n)\n"
			      "{ a[0].high += n; }\n"
			      "void same(short *a, const int n) { a[1] += n; }\n";

static void expect_added(const char *kernel, uint32_t pointer, bool input)
{
	short a[2] = {100, 200}, packet = 5;
	char arguments[128], file[32];
	struct board board;
	unsigned n = 5;

	snprintf(file, sizeof(file), "%s.elf", kernel);
	snprintf(arguments, sizeof(arguments), "-t sw_emu --platform u250 -k %s d.cpp -o %s",
		 kernel, file);
	tool_compile(arguments);
	board_load(&board, file);
	board_reset();
	/* Port 0 is that of `a`. */
	memcpy(board_run.streams[1].bytes, &packet, sizeof(packet));
	board_run.streams[1].size = input ? sizeof(packet) : 0;
	board_pointer(pointer, a);
	board_arg(pointer + 12, &n, sizeof(n));
	if (board_start(&board, kernel))
		fail_msg("%s: %s", kernel, board_run.failure);
	assert_int_equal(a[0], 100);
	assert_int_equal(a[1], 205);
	board_unload(&board);
}

static void test_declared_otherwise(void **state)
{
	char text[sizeof(defined) + 32];

	(void)state;
	tool_write("d.h", declared);
	snprintf(text, sizeof(text), "#include \"d.h\"\n%s", defined);
	tool_write("d.cpp", text);
	expect_added("width", 0x10, false);
	expect_added("macro", 0x10, false);
	expect_added("array", 0x10, false);
	expect_added("returned", 0x18, false);
	expect_added("input", 0x10, true);
	expect_added("inputs", 0x10, true);
	expect_added("nested", 0x10, false);
	expect_added("pointed", 0x10, false);
	expect_added("same", 0x10, false);
}

/* Each source has the kernel that adds n to a[1], and others of its name, which must not be taken. */
static void test_overloaded(void **state)
{
	static const char *const sources[] = {
		"static void k(int *a, int n) { if (!n) a[0] = n; }\n"
		"void k(short *a, int n) { a[1] += n; k((int *)a, n); }\n",
		"void k(int *a, int n) { a[0] = n; }\n"
		"extern \"C\" void k(short *a, int n) { a[1] += n; }\n"
		"void k(short a, int n) {\n#pragma HLS interface s_axilite port=n\n}\n",
		"void k(int *a, int n) { a[0] = n; }\n"
		"void k(short *a, int n) {\n"
		"#pragma HLS interface m_axi port=a\n"
		"  a[1] += n; }\n"
		"static void k(short a, long n) { }\n"
		"void other(int *a) {\n#pragma HLS interface m_axi port=a\n k(a, 1); }\n",
	};

	(void)state;
	for (size_t i = 0; i < sizeof(sources) / sizeof(sources[0]); i++) {
		tool_write("d.cpp", sources[i]);
		expect_added("k", 0x10, false);
	}
}

/* The direction of a stream is that in the overload which is the kernel. */
static void test_overloaded_streams(void **state)
{
	struct fcl_image *image;

	(void)state;
	tool_write("s.cpp", "#include <hls_stream.h>\n"
			    "void k(hls::stream<int> &s, long n) { s.write(n); }\n"
			    "void k(hls::stream<int> &s, int *a) {\n"
			    "#pragma HLS interface axis port=s\n"
			    "  *a = s.read(); }\n");
	tool_compile("-t sw_emu --platform u250 -k k s.cpp -o s.elf");
	image = tool_image("s.elf");
	assert_int_equal(image->kernels[0].args[0].direction, FCL_DIR_IN);
	fcl_image_unref(image);
}

#if defined(__x86_64__)
enum { EXPONENTIALS = 256 };

static void run_exponentials(const char *options, float *results)
{
	static const char source[] =
		"__kernel void e(__global const float4 *a, __global float4 *b)\n"
		"{\n\tfor (int i = 0; i < 64; i++)\n"
		"\t\tb[i] = exp(a[i]);\n}\n";
	_Alignas(16) float values[EXPONENTIALS];
	char arguments[128];
	struct board board;

	for (int i = 0; i < EXPONENTIALS; i++)
		values[i] = (float)i * 0.173f - 17;
	tool_write("e.cl", source);
	snprintf(arguments, sizeof(arguments), "-t sw_emu --platform u250%s e.cl -o e.elf",
		 options);
	tool_compile(arguments);
	board_load(&board, "e.elf");
	board_reset();
	board_pointer(0x10, values);
	board_pointer(0x1c, results);
	if (board_start(&board, "e"))
		fail_msg("%s: %s", options, board_run.failure);
	board_unload(&board);
}

/*
 * On a processor with FMA, a kernel for all processors computes the same as one compiled for
 * processors with FMA.
 */
static void test_mathematics_with_fma(void **state)
{
	_Alignas(16) float all[EXPONENTIALS], newer[EXPONENTIALS];

	(void)state;
	if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma") ||
	    !__builtin_cpu_supports("bmi2"))
		skip();
	run_exponentials("", all);
	run_exponentials(" --march x86-64-v3", newer);
	assert_memory_equal(all, newer, sizeof(all));
}
#endif

/* What the compiler needs grows with the arguments, not with their pairs: 500 took 19 GB. */
static void test_many_arguments(void **state)
{
	enum { COUNT = 1500 };
	static char text[40 * COUNT];
	struct rlimit usual, limit;
	size_t length = 0;

	(void)state;
	for (int i = 0; i < COUNT; i++)
		length += (size_t)snprintf(text + length, sizeof(text) - length, "%sint *a%d",
					   i ? ", " : "extern \"C\" void many(", i);
	snprintf(text + length, sizeof(text) - length, ") { a0[0] = a%d[0]; }\n", COUNT - 1);
	tool_write("many.cpp", text);
	assert_int_equal(getrlimit(RLIMIT_DATA, &usual), 0);
	limit = usual;
#ifndef __SANITIZE_ADDRESS__ /* which reserves more than that */
	limit.rlim_cur = (rlim_t)400 << 20;
#endif
	assert_int_equal(setrlimit(RLIMIT_DATA, &limit), 0);
	tool_compile("-t sw_emu --platform u250 -w -k many many.cpp -o many.elf");
	assert_int_equal(setrlimit(RLIMIT_DATA, &usual), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_many_arguments),
		cmocka_unit_test(test_return_in_cxx),
		cmocka_unit_test(test_return_in_c),
		cmocka_unit_test(test_array),
		cmocka_unit_test(test_array_in_steps),
		cmocka_unit_test(test_array_connected),
		cmocka_unit_test(test_element),
		cmocka_unit_test(test_other_modes),
		cmocka_unit_test(test_wrapping),
		cmocka_unit_test(test_old_c),
		cmocka_unit_test(test_holder),
		cmocka_unit_test(test_overloaded),
		cmocka_unit_test(test_overloaded_streams),
		cmocka_unit_test(test_declared_otherwise),
#if defined(__x86_64__)
		cmocka_unit_test(test_references),
		cmocka_unit_test(test_mathematics_with_fma),
#endif
	};

	return cmocka_run_group_tests(tests, tool_setup, tool_teardown);
}
