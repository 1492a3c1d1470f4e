/* SPDX-License-Identifier: Apache-2.0 */
/* What synthesis would not take has a warning with its place, and nothing else has one. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "tool.h"

#define BUILD "-t sw_emu --platform u250 -fno-caret-diagnostics -k k -o k.xclbin "
#define COMPILE "-t hw_emu --platform u250 -fno-caret-diagnostics -c -k k -o k.xo "

/* Code on one line of a function that the kernel calls, and what its warning says; NULL: there is none. */
struct line {
	const char *code, *message, *rule;
};

enum { HEAD = 31 }; /* lines in front of the functions */

static const char head[] =
	"#include <algorithm>\n#include <array>\n#include <cassert>\n#include <cmath>\n#include <complex>\n"
	"#include <cstdarg>\n#include <cstdio>\n#include <cstdlib>\n#include <ctime>\n#include <iostream>\n"
	"#include <list>\n#include <new>\n#include <string>\n#include <typeinfo>\n#include <vector>\n"
	"#include <hls_stream.h>\n#include <hls_task.h>\n#include <ap_int.h>\n"
	"struct shape { virtual int area(int x) { return x; } };\n"
	"struct square : shape { int area(int x) override { return x * x; } };\n"
	"static int inc(int x) { return x + 1; } static int twice(int x) { return x + x; }\n"
	"static constexpr int fact(int n) { return n < 2 ? 1 : n * fact(n - 1); /* runs early */ }\n"
	"template <int N> int sum(const int *a) { return a[N - 1] + sum<N - 1>(a); }\n"
	"template <> int sum<0>(const int *) { return 0; }\n"
	"template <int (*F)(int)> int applied(int x) { return F(x); }\n"
	"static void rd(const int *a, hls::stream<int> &s, int n) { for (int i = 0; i < n; i++) s.write(a[i]); }\n"
	"static void pass(hls::stream<int> &s, hls::stream<int> &t, int n) { while (n--) t << s.read(); }\n"
	"static void wr(int *a, hls::stream<int> &s, int n) { for (int i = 0; i < n; i++) s >> a[i]; }\n"
	"static void fill(int b[8], int n) { for (int i = 0; i < 8; i++) b[i] = n; }\n"
	"static void drain(int b[8], int *o) { for (int i = 0; i < 8; i++) o[i] = b[i]; }\n"
	"static int idle(int *a, int n) { return a[0] + idle(a, n) + *(int *)malloc(4); }\n";

static unsigned count_of(const char *text, const char *what)
{
	unsigned count = 0;

	for (; (text = strstr(text, what)); text += strlen(what))
		count++;
	return count;
}

/* Whether a line of the output has the place, the message and the rule. */
static bool says(const char *place, const struct line *line)
{
	char flag[64];

	snprintf(flag, sizeof(flag), "[-Wsynthesis-%s]", line->rule);
	for (const char *at = tool_output; (at = strstr(at, place)); at++) {
		const char *end = strchrnul(at, '\n');
		const char *message = strstr(at, line->message), *rule = strstr(at, flag);

		if (message && rule && message < end && rule < end)
			return true;
	}
	return false;
}

/* Each line is the body of a function, between two texts; the kernel calls all of them. */
static void write_lines(const struct line *lines, size_t count, const char *before,
			const char *after)
{
	char *text = NULL;
	size_t size;
	FILE *file = open_memstream(&text, &size);

	assert_non_null(file);
	fputs(head, file);
	for (size_t i = 0; i < count; i++)
		fprintf(file, "void f%zu(int *a, int n) {%s\n%s\n%s}\n", i, before, lines[i].code,
			after);
	fputs("extern \"C\" void k(int *a, int n) {\n", file);
	for (size_t i = 0; i < count; i++)
		fprintf(file, "f%zu(a, n);\n", i);
	fputs("}\n", file);
	assert_int_equal(fclose(file), 0);
	tool_write("k.cpp", text);
	free(text);
}

static void check(const struct line *lines, size_t count, const char *before, const char *after,
		  const char *flags)
{
	size_t height = 3 + count_of(before, "\n") + count_of(after, "\n");
	char arguments[128], place[32];
	unsigned warnings = 0;

	write_lines(lines, count, before, after);
	snprintf(arguments, sizeof(arguments), "%sk.cpp", flags);
	if (tool_run(NULL, arguments))
		fail_msg("%s", tool_output);
	for (size_t i = 0; i < count; i++) {
		snprintf(place, sizeof(place),
			 "k.cpp:%zu:", HEAD + height * i + 2 + count_of(before, "\n"));
		warnings += lines[i].message != NULL;
		if (lines[i].message && !says(place, &lines[i]))
			fail_msg("%s: expected '%s' of %s at %s, found:\n%s", lines[i].code,
				 lines[i].message, lines[i].rule, place, tool_output);
	}
	if (count_of(tool_output, "[-Wsynthesis") != warnings)
		fail_msg("expected %u warnings, found:\n%s", warnings, tool_output);
}

/* clang-format off */
static const struct line constructs[] = {
	{"a[0] = *(int *)malloc(4);", "'malloc' uses dynamic memory", "dynamic-memory"},
	{"free(a);", "'free' uses dynamic memory", "dynamic-memory"},
	{"a[0] = *new int(n);", "'new' uses dynamic memory", "dynamic-memory"},
	{"delete[] a;", "'delete' uses dynamic memory", "dynamic-memory"},
	{"a[0] = *(int *)alloca(n);", "uses dynamic memory", "dynamic-memory"},
	{"if (n > 9) f0(a, n), f5(a, n - 1);", "'f5' calls itself", "recursion"},
	{"void f7(int *, int); if (n > 9) f7(a, n - 1);", NULL, NULL},
	{"if (n > 9) f6(a, n - 1);", "'f7' calls 'f6', which calls 'f7'", "recursion"},
	{"square s; shape *p = &s; a[0] = p->area(n);", "virtual function 'shape::area'", "virtual-call"},
	{"square s; shape &p = s; a[0] = p.area(n);", "virtual function 'shape::area'", "virtual-call"},
	{"int (*f)(int) = n ? inc : twice; a[0] = f(n);", "through a pointer", "function-pointer"},
	{"int (*f[2])(int) = {inc, inc}; a[0] = f[n & 1](n);", "through a pointer", "function-pointer"},
	{"int (shape::*f)(int) = &shape::area; square s; a[0] = (s.*f)(n);", "through a pointer", "function-pointer"},
	{"a[0] = fopen(\"x\", \"r\") != NULL;", "'fopen' calls the operating system", "system-call"},
	{"a[0] = (int)time(NULL);", "'time' calls the operating system", "system-call"},
	{"a[0] = getchar();", "'getchar' calls the operating system", "system-call"},
	{"a[0] = rand();", "'rand' calls the operating system", "system-call"},
	{"std::vector<int> v(n); v.push_back(n); a[0] = v[0];", "'std::vector' uses dynamic memory", "standard-library"},
	{"std::string s = \"abc\"; a[0] = s[n];", "'std::basic_string' uses dynamic memory", "standard-library"},
	{"std::list<int> l; l.push_back(n); a[0] = l.front();", "uses dynamic memory", "standard-library"},
	{"std::sort(a, a + n);", "'std::sort' recurses", "standard-library"},
	{"a[0] = (int)j0(n);", "'j0' has no implementation", "mathematics"},
	{"a[0] = (int)sinl(n);", "'sinl' has no implementation", "mathematics"},
	{"if (n > 9) throw n;", "'throw'", "exception"},
	{"try { a[0] = n; } catch (...) { }", "'try'", "exception"},
	{"square s; shape *p = &s; a[0] = dynamic_cast<square *>(p) != nullptr;", "'dynamic_cast'", "rtti"},
	{"square s; shape *p = &s; a[0] = typeid(*p) == typeid(square);", "'typeid'", "rtti"},
	{"int **p[2] = {&a, &a}; a[0] = **p[1];", "'p' is an array of pointers", "pointer-to-pointer"},
	{"a[0] = *(int *)0x1000;", "casts an integer to a pointer", "pointer-cast"},
	{"int v[n]; v[0] = n; a[0] = v[0];", "the size of 'v' is no constant", "variable-length-array"},
	{"asm volatile(\"\");", "'asm'", "inline-assembly"},
	{"static thread_local int t; a[0] = t++;", "'t' is 'thread_local'", "thread-local"},
	{"int i = 0; if (n) goto in; for (; i < n; i++) { in: a[i] = 1; }", "'goto in' enters a loop", "jump"},
};

/* Bodies of regions; streams s and t are there. */
static const struct line dataflow[] = {
	{"rd(a, s, n); wr(a, s, n); wr(a + n, s, n);", "another process of this DATAFLOW region reads 's'", "dataflow-readers"},
	{"rd(a, s, n); rd(a, s, n); wr(a, s, n);", "another process of this DATAFLOW region writes 's'", "dataflow-writers"},
	{"int b[8]; fill(b, n); fill(b, 1); drain(b, a);", "writes 'b'", "dataflow-writers"},
	{"int b[2][8]; fill(b[0], n); fill(b[1], n); drain(b[1], a); drain(b[1], a);", "reads 'b[1]'", "dataflow-readers"},
	{"rd(a, s, n); wr(a, s, n); for (int i = 0; i < n; i++) a[i] = s.read();", "reads 's'", "dataflow-readers"},
	{"if (n > 1) rd(a, s, n); wr(a, s, n);", "a condition decides", "dataflow-condition"},
	{"switch (n) { case 1: rd(a, s, n); }", "a condition decides", "dataflow-condition"},
	{"n ? rd(a, s, n) : wr(a, s, n);", "a condition decides", "dataflow-condition"},
	{"n && (rd(a, s, n), true);", "a condition decides", "dataflow-condition"},
	{"pass(t, s, n); pass(s, t, n);", "this process reads 't', which only a later process", "dataflow-feedback"},
	{"if (n == 0) return; rd(a, s, n); wr(a, s, n);", "'return' leaves", "dataflow-exit"},
	{"if (n == 0) goto end; rd(a, s, n); end: wr(a, s, n);", "'goto' leaves", "dataflow-exit"},
	{"static int count; (void)count; rd(a, s, n); wr(a, s, n);", "'count' is static", "dataflow-static"},
	{"rd(a, s, n); n = n + 1; a[0] = 1; wr(a, s, n);", "belongs to no process", "dataflow-statement"},
	{"a[1] = s.read(); rd(a, s, n);", "belongs to no process", "dataflow-statement"},
	{"rd(a, s, n); pass(s, t, n); wr(a, t, n); return;", NULL, NULL},
	{"s.write(n); s.write(1); wr(a, s, 2);", NULL, NULL},
	{"const int m = n; static hls::stream<int> u; rd(a, s, m); pass(s, t, n); pass(t, u, n); wr(a, u, n);", NULL, NULL},
	{"hls::stream<int> v[2]; rd(a, v[0], n); rd(a, v[1], n); wr(a, v[0], n); wr(a, v[1], n);", NULL, NULL},
	{"int b[2][8]; fill(b[0], n); fill(b[1], n); drain(b[0], a); drain(b[1], a);", NULL, NULL},
	{"if (sizeof(int) == 4) rd(a, s, n); else wr(a, s, n); assert(n > 0); wr(a, s, n);", NULL, NULL},
	{"for (int i = 0; i < n; i++) s.write(i); for (int i = 0; i < n; i++) { if (a[i]) continue; a[i] = s.read(); }", NULL, NULL},
	{"hls_thread_local hls::task x(pass, t, s, 1), y(pass, s, t, 1);", NULL, NULL},
	{"hls_thread_local hls::task x[2]; x[0](pass, t, s, 1); x[1](pass, s, t, 1);", NULL, NULL},
};

/* Loops around a region. */
static const struct line loops[] = {
	{"for (int i = 1; i < n; i++)", "does not begin at 0", "dataflow-loop"},
	{"for (int i = 0; i < n; i += 2)", "does not count in steps of 1", "dataflow-loop"},
	{"while (n--)", "is no 'for' loop", "dataflow-loop"},
	{"int i; for (i = 0; i < n; i++)", "declares no counter", "dataflow-loop"},
	{"for (int i = 0; i < a[0]; i++)", "is constant while it runs", "dataflow-loop"},
	{"for (int i = 0; i < n; i++)", NULL, NULL},
	{"int m = n / 2; for (unsigned i = 0; i < m + 1; ++i)", NULL, NULL},
	{"for (ap_uint<7> i = 0; i < 9; i++)", NULL, NULL},
};

/* What looks like the above and is none of it. */
static const struct line right[] = {
	{"a[0] = sum<4>(a); a[1] = applied<inc>(n); constexpr int c = fact(5); a[2] = c;", NULL, NULL},
	{"int v[fact(3)] = {}; static const int t = fact(4); a[0] = v[0] + t + fact(4);", NULL, NULL},
	{"if (false) a[0] = *(int *)malloc(4);", NULL, NULL},
	{"if (sizeof(int) == 8) f0(a, n), f2(a, n); else a[0] = n;", NULL, NULL},
	{"a[0] = n > 0 && false && rand(); while (false) free(a);", NULL, NULL},
	{"a[0] = n; return; a[0] = rand();", NULL, NULL},
	{"square s; a[0] = s.area(n) + s.shape::area(n); shape *p = &s; (void)p;", NULL, NULL},
	{"auto f = [&](int x) { return x + n; }; a[0] = f(1);", NULL, NULL},
	{"printf(\"%d\\n\", n); puts(\"x\"); std::cout << n << std::endl; fprintf(stderr, \"x\");", NULL, NULL},
	{"assert(n > 0); int *p = nullptr; if (p) a[0] = *p; int *q = 0; a[1] = q == NULL;", NULL, NULL},
	{"a[0] = (int)std::sqrt((double)n) + (int)sinf(n) + (int)std::pow(2.f, n) + abs(n) + std::abs(n);", NULL, NULL},
	{"std::array<int, 4> v = {}; a[0] = v.at(n & 3) + std::max(n, 2) + std::min(n, 3); std::swap(a[0], a[1]);", NULL, NULL},
	{"std::complex<float> z(1, 2); z = z * z; a[0] = (int)std::abs(z) + (int)z.real();", NULL, NULL},
	{"char m[8]; new (m) int(n); a[0] = m[0]; memcpy(a, m, 4); memset(m, 0, 8);", NULL, NULL},
	{"a[0] = sizeof(*new int) + sizeof(std::vector<int>) + sizeof(rand());", NULL, NULL},
	{"square s; shape *p = static_cast<shape *>(&s); a[0] = typeid(shape) == typeid(square); (void)p;", NULL, NULL},
	{"int *p[2] = {a, a + 1}, **q = p; a[0] = **q + *p[1]; float *f = (float *)a; f[0] = 1;", NULL, NULL},
	{"const int size = 4; int v[size] = {}; a[0] = v[n & 3];", NULL, NULL},
	{"ap_uint<300> x = n; x = x * x; a[0] = (x >> 7).to_int(); ap_int<7> t[4] = {1, 2, 3, 4}; a[1] = t[n & 3];", NULL, NULL},
	{"goto out; out: for (int i = 0; i < n; i++) { if (a[i]) goto end; } end: a[0] = 1;", NULL, NULL},
};
/* clang-format on */

#define COUNT(lines) (sizeof(lines) / sizeof((lines)[0]))
#define REGION "\n#pragma HLS DATAFLOW\nhls::stream<int> s, t;"

static void test_constructs(void **state)
{
	(void)state;
	check(constructs, COUNT(constructs), "", "", COMPILE);
	/* Nothing of this for sw_emu. */
	assert_int_equal(tool_run(NULL, BUILD "k.cpp"), 0);
	assert_null(strstr(tool_output, "-Wsynthesis"));
}

static void test_right(void **state)
{
	(void)state;
	check(right, COUNT(right), "", "", COMPILE);
}

/* For sw_emu, too. */
static void test_dataflow(void **state)
{
	(void)state;
	check(dataflow, COUNT(dataflow), REGION, "", BUILD);
	check(loops, COUNT(loops), "",
	      " {\n#pragma HLS DATAFLOW\nhls::stream<int> s; rd(a, s, n); wr(a, s, n); }\n", BUILD);
}

/* In templates, for each instance; in headers, constructors, and functions of tasks. */
static void test_where(void **state)
{
	(void)state;
	tool_write("part.h", "static int part(int n) { return n ? part(n - 1) : 0; }\n"
			     "static int other(int n) { return other(n); }\n");
	tool_write(
		"k.cpp",
		"#include \"part.h\"\n#include <hls_stream.h>\n#include <hls_task.h>\n#include <cstdlib>\n"
		"static void wr(int *a, hls::stream<int> &s) { *a = s.read(); }\n"
		"static void task(hls::stream<int> &s) {\ns.write(rand());\n}\n"
		"template <int N> void twice(int *a, hls::stream<int> &s) {\n#pragma HLS DATAFLOW\n"
		"wr(a, s);\nif (N > 1)\nwr(a, s);\n}\n"
		"struct maker { int *p; maker() {\np = new int;\n} ~maker() {\ndelete p;\n} };\n"
		"extern \"C\" void k(int *a, hls::stream<int> &s) {\n"
		"maker m;\na[0] = part(*m.p);\ntwice<1>(a, s);\n"
		"hls_thread_local hls::stream<int> t;\nhls_thread_local hls::task x(task, t);\n}\n"
		"extern \"C\" void l(int *a, hls::stream<int> &s) {\ntwice<2>(a, s);\n}\n"
		"void unused() {\nfree(0);\n}\n");
	tool_run(NULL, COMPILE "k.cpp");
	assert_non_null(strstr(tool_output, "part.h:1:"));
	assert_non_null(strstr(tool_output, "k.cpp:7:"));
	assert_non_null(strstr(tool_output, "k.cpp:16:"));
	assert_non_null(strstr(tool_output, "k.cpp:18:"));
	assert_int_equal(count_of(tool_output, "[-Wsynthesis"), 4);
	tool_run(NULL, "-t hw_emu --platform u250 -c -k l -o l.xo k.cpp");
	assert_non_null(strstr(tool_output, "k.cpp:13:"));
	assert_int_equal(count_of(tool_output, "[-Wsynthesis"), 1);
}

static void test_c(void **state)
{
	(void)state;
	tool_write(
		"k.c",
		"#include <stdlib.h>\n#include <stdio.h>\n#include <math.h>\n"
		"static int odd(int n);\nstatic int even(int n) { return n ? odd(n - 1) : 1; }\n"
		"static int odd(int n) {\nreturn n ? even(n - 1) : 0;\n}\n"
		"static int many(int n, ...) {\n__builtin_va_list l; __builtin_va_start(l, n);\n"
		"n = *(int *)&l; __builtin_va_end(l); return n; }\n"
		"void k(int *a, int n) {\na[0] = even(n) + abs(n) + (int)sqrtf(n);\n"
		"int v[n]; v[0] = n; printf(\"%d\", v[0]);\n"
		"#ifndef __SYNTHESIS__\nfree(a);\n#endif\na[1] = many(1, 2);\nexit(system(\"x\"));\n}\n");
	assert_int_equal(tool_run(NULL, COMPILE "k.c"), 0);
	assert_non_null(strstr(tool_output, "k.c:7:"));
	assert_non_null(strstr(tool_output, "[-Wsynthesis-variadic-function]"));
	assert_non_null(strstr(tool_output, "k.c:14:5: warning: the size of 'v'"));
	assert_non_null(strstr(tool_output, "'system' calls"));
	assert_int_equal(count_of(tool_output, "[-Wsynthesis"), 4);
}

static void test_opencl(void **state)
{
	static const char text[] =
		"__kernel void k(__global int *a, read_only pipe int p, int n) {\n"
		"goto in;\nfor (int i = 0; i < n; i++) { in: a[i] = 1; }\n"
		"read_pipe(p, &n); a[0] = n;\nread_pipe(p, &n); a[1] = n; }\n";

	(void)state;
	tool_write("k.cl", text);
	assert_int_equal(
		tool_run(NULL, "-t hw_emu --platform u250 -c -k k -cl-std=CL2.0 k.cl -o k.xo"), 0);
	assert_non_null(strstr(tool_output, "k.cl:2:1: warning: 'goto in' enters a loop"));
	assert_non_null(
		strstr(tool_output, "k.cl:5:1: warning: another place in this kernel reads"));
	assert_int_equal(count_of(tool_output, "[-Wsynthesis"), 2);
	assert_int_equal(
		tool_run(NULL, "-t sw_emu --platform u250 -c -k k -cl-std=CL2.0 k.cl -o k.xo"), 0);
	assert_string_equal(tool_output, "");
}

static void test_options(void **state)
{
	(void)state;
	tool_write("k.cpp", "#include <cstdlib>\nextern \"C\" void k(int *a) {\nfree(a); }\n");
	tool_refuse("-t sw_emu --platform u250 -k k -o out.xclbin --synthesisable=error k.cpp",
		    "k.cpp:3:1: error: 'free' uses dynamic memory, which hardware does not have "
		    "[-Werror=synthesis-dynamic-memory]");
	assert_int_equal(access("out.xclbin", F_OK), -1);
	tool_refuse(COMPILE "-Werror k.cpp", "[-Werror,-Wsynthesis-dynamic-memory]");
	tool_refuse(BUILD "-Werror=synthesis-dynamic-memory k.cpp", "[-Werror=synthesis");
	tool_refuse("--synthesisable maybe",
		    "--synthesisable 'maybe': expected error, warn or off");
	assert_int_equal(tool_run(NULL, BUILD "k.cpp"), 0);
	assert_string_equal(tool_output, "");
	/* A run that finds all results in the cache repeats the warnings. */
	for (int i = 0; i < 2; i++) {
		assert_int_equal(tool_run(NULL, BUILD "--synthesisable warn k.cpp"), 0);
		assert_int_equal(count_of(tool_output, "[-Wsynthesis-dynamic-memory]"), 1);
	}
	assert_int_equal(tool_run(NULL, COMPILE "--synthesisable off k.cpp"), 0);
	assert_string_equal(tool_output, "");
	assert_int_equal(tool_run(NULL, COMPILE "-Wno-synthesis-dynamic-memory k.cpp"), 0);
	assert_string_equal(tool_output, "");
	assert_int_equal(tool_run(NULL, COMPILE "-Wno-synthesis k.cpp"), 0);
	assert_string_equal(tool_output, "");
	assert_int_equal(tool_run(NULL, "-c --mode hls -k k -o k.xo k.cpp"), 0);
	assert_int_equal(count_of(tool_output, "[-Wsynthesis-dynamic-memory]"), 1);
}

/* Each rule has a line above. */
static void test_rules(void **state)
{
	static const char *const elsewhere[] = {"variadic-function", "pipe-places"};
	unsigned found = 0;
	char name[64];

	(void)state;
	assert_int_equal(tool_run(NULL, "--print-synthesis"), 0);
	for (const char *at = tool_output; sscanf(at, "| `%63[^`]`", name) == 1;
	     at = strchr(at, '\n') + 1) {
		bool known = !strcmp(name, elsewhere[0]) || !strcmp(name, elsewhere[1]);

		for (size_t i = 0; i < COUNT(constructs); i++)
			known |= constructs[i].rule && !strcmp(constructs[i].rule, name);
		for (size_t i = 0; i < COUNT(dataflow); i++)
			known |= dataflow[i].rule && !strcmp(dataflow[i].rule, name);
		known |= !strcmp(loops[0].rule, name);
		if (!known)
			fail_msg("no test for %s", name);
		found++;
	}
	assert_true(found > 20);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_constructs), cmocka_unit_test(test_right),
		cmocka_unit_test(test_dataflow),   cmocka_unit_test(test_where),
		cmocka_unit_test(test_c),          cmocka_unit_test(test_opencl),
		cmocka_unit_test(test_options),    cmocka_unit_test(test_rules),
	};

	return cmocka_run_group_tests(tests, tool_setup, tool_teardown);
}
