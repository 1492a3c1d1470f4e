/* SPDX-License-Identifier: Apache-2.0 */
/* Kernels that are declared in unusual ways: what fpgaclc takes them for. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "tool.h"

#define FLAGS "-t sw_emu --platform u250 "

struct expected {
	const char *name, *type;
	uint64_t host_size;
};

static void check_kernel(const struct fcl_image_kernel *kernel, const struct expected *expected,
			 size_t count)
{
	assert_int_equal(kernel->nargs, count);
	for (size_t i = 0; i < count; i++) {
		assert_string_equal(kernel->args[i].name, expected[i].name);
		assert_string_equal(kernel->args[i].type_name, expected[i].type);
		assert_int_equal(kernel->args[i].host_size, expected[i].host_size);
	}
}

static void check(const char *file, const char *source, const struct expected *expected,
		  size_t count)
{
	char arguments[256];
	struct fcl_image *image;

	tool_write(file, source);
	snprintf(arguments, sizeof(arguments), FLAGS "-k k %s -o image.xclbin", file);
	tool_compile(arguments);
	image = tool_image("image.xclbin");
	check_kernel(&image->kernels[0], expected, count);
	fcl_image_unref(image);
}

#define CHECK(file, source, ...)                                                                   \
	do {                                                                                       \
		static const struct expected list[] = {__VA_ARGS__};                               \
                                                                                                   \
		check(file, source, list, sizeof(list) / sizeof(list[0]));                         \
	} while (0)

/* Where a declaration's name, and its parameters, come from. */
static void test_heads(void **state)
{
	(void)state;
	CHECK("k.cpp",
	      "#define HEAD(n, t) void n(t *a, \\\n"
	      "  t b)\n"
	      "HEAD(k, unsigned short) { *a = b; }\n",
	      {"a", "ushort*", 8}, {"b", "ushort", 2});
	CHECK("k.cpp",
	      "typedef void function(int *, char);\n"
	      "extern \"C\" { function k; }\n"
	      "extern \"C\" __attribute__((noinline, annotate(\"void k(float *a) {\")))\n"
	      "void k(int *first, char second) { *first = second; }\n",
	      {"first", "int*", 8}, {"second", "char", 1});
	CHECK("k.cpp", "auto k(long long *a) -> void; auto k(long long *a) -> void { *a = 1; }\n",
	      {"a", "long*", 8});
	CHECK("k.cpp", "inline void k(int *a) { *a = 1; }\n", {"a", "int*", 8});
	CHECK("k.cpp", "static void k(int *a) { *a = 1; }\n", {"a", "int*", 8});
	CHECK("k.c", "void k(a, b) int *a; short b; { *a = b; }\n", {"a", "int*", 8},
	      {"b", "short", 2});
	check("k.c", "static int count;\nvoid k() { count++; }\n", NULL, 0);
}

static void test_types(void **state)
{
	(void)state;
	CHECK("k.cpp",
	      "#include <ap_int.h>\n"
	      "namespace n { inline namespace v1 { template <typename T> struct box { T t; }; } }\n"
	      "template <typename T> using boxed = n::box<T>;\n"
	      "template <typename T> struct alias { typedef T type; using pointer = const T *; };\n"
	      "enum class mode : unsigned char { ON };\n"
	      "void k(boxed<n::box<int>> a, alias<short>::type b, alias<int>::pointer c, mode d,\n"
	      "       decltype(sizeof(int)) e, ap_uint<200> f, n::box<ap_int<7>> *g) {}\n",
	      {"a", "box<n::v1::box<int> >", 4}, {"b", "short", 2}, {"c", "const int*", 8},
	      {"d", "mode", 1}, {"e", "ulong", 8}, {"f", "ap_uint<200>", 32},
	      {"g", "box<ap_int<7> >*", 8});
	CHECK("k.cpp",
	      "struct bits { unsigned a : 3, : 5, b : 7; union { int i; float f; }; };\n"
	      "struct __attribute__((packed)) tight { char c; int i; };\n"
	      "struct alignas(64) spread { char c; };\n"
	      "typedef struct { struct { int x[3]; } in[2]; } nested;\n"
	      "typedef short vector __attribute__((ext_vector_type(3)));\n"
	      "void k(bits a, tight b, spread c, nested d[4], const volatile nested *e, vector f,\n"
	      "       int (*__restrict g)[5], bool h) {}\n",
	      {"a", "bits", 8}, {"b", "tight", 5}, {"c", "spread", 64}, {"d", "nested*", 8},
	      {"e", "const volatile nested*", 8}, {"f", "short3", 8}, {"g", "int* restrict", 8},
	      {"h", "bool", 1});
	CHECK("k.c",
	      "typedef int row[4];\n"
	      "struct s { int n; row rows[2]; };\n"
	      "void k(row a, struct s b, const char *restrict c, _Bool d, unsigned _BitInt(24) e) {}\n",
	      {"a", "int*", 8}, {"b", "s", 36}, {"c", "const char* restrict", 8}, {"d", "bool", 1},
	      {"e", "unsigned _BitInt", 4});
}

/* A length may be any constant, and a class template may have no other use. */
static void test_instances(void **state)
{
	struct fcl_image *image;

	(void)state;
	tool_write("k.cpp",
		   "#include <hls_stream.h>\n"
		   "template <typename T> struct pair { T a, b; };\n"
		   "typedef hls::stream<int> wires[2];\n"
		   "constexpr int count(int n) { return n + 1; }\n"
		   "void k(wires in, hls::stream<pair<short>> out[count(2)], pair<int> v,\n"
		   "       pair<char> *m) {\n"
		   "  out[0].write({(short)in[1].read(), 0});\n"
		   "}\n");
	tool_compile(FLAGS "-k k k.cpp -o image.xclbin");
	image = tool_image("image.xclbin");
	assert_int_equal(image->kernels[0].nargs, 7);
	assert_string_equal(image->kernels[0].args[1].name, "in_1");
	assert_string_equal(image->kernels[0].args[4].name, "out_2");
	assert_string_equal(image->kernels[0].args[4].type_name, "stream<pair<short>>");
	assert_int_equal(image->kernels[0].args[5].host_size, 8);
	fcl_image_unref(image);
}

/* Of functions with one name, the one that is meant, with its own types. */
static void test_overloads(void **state)
{
	(void)state;
	CHECK("k.cpp",
	      "class hidden { struct inner { int i; }; public: typedef inner shown; };\n"
	      "namespace n { void k(short *a) {} }\n"
	      "using n::k;\n"
	      "void k(float *a);\n"
	      "void k(double a) {}\n"
	      "void k(hidden::shown *a, int (&b)[3], const char *c) {\n"
	      "#pragma HLS interface m_axi port=a bundle=first\n"
	      "}\n",
	      {"a", "inner*", 8}, {"b", "int*", 8}, {"c", "const char*", 8});
	CHECK("k.cpp", "template <typename T> void k(T *a) {}\nvoid k(int *a) { k<int>(a); }\n",
	      {"a", "int*", 8});
	CHECK("k.cpp",
	      "struct k;\nvoid k(struct k *a, int b);\nstruct k { int x; };\n"
	      "void k(struct k *a, int b) { a->x = b; }\n",
	      {"a", "k*", 8}, {"b", "int", 4});
}

static void test_opencl(void **state)
{
	(void)state;
	CHECK("k.cl",
	      "typedef struct { float3 place; uchar flags[4]; } item;\n"
	      "typedef __global const item *items;\n"
	      "__attribute__((reqd_work_group_size(8, 1, 1)))\n"
	      "kernel void k(items a, __constant float3 *b, local int *c, global const half3 *d, char3 e)\n"
	      "{ __local int tile[3][8]; tile[0][0] = c[0]; c[1] = tile[0][0]; }\n",
	      {"a", "const item*", 8}, {"b", "const float3*", 8}, {"c", "int*", 8},
	      {"d", "const half3*", 8}, {"e", "char3", 4});
}

/* By the first letter of its name: o for an output, i for an input, b for both, which is not said. */
static enum fcl_image_direction direction_by_name(const struct fcl_image_arg *arg)
{
	return arg->name[0] == 'o'   ? FCL_DIR_OUT
	       : arg->name[0] == 'i' ? FCL_DIR_IN
				     : FCL_DIR_UNKNOWN;
}

static void check_directions(const char *file, const char *source)
{
	char arguments[256];
	struct fcl_image *image;

	tool_write(file, source);
	snprintf(arguments, sizeof(arguments), FLAGS "-k k %s -o image.xclbin", file);
	tool_compile(arguments);
	image = tool_image("image.xclbin");
	for (uint32_t i = 0; i < image->kernels[0].nargs; i++) {
		const struct fcl_image_arg *arg = &image->kernels[0].args[i];

		if (arg->direction != direction_by_name(arg))
			fail_msg("%s: found direction %d", arg->name, (int)arg->direction);
	}
	fcl_image_unref(image);
}

/* Memory that a kernel only writes is an output, wherever it writes it; in doubt it is both. */
static void test_directions(void **state)
{
	(void)state;
	check_directions(
		"k.cpp",
		"#include <ap_int.h>\n#include <string.h>\n"
		"struct pair { int x, y; };\n"
		"static void put(int *at, int i, int v) { at[i] = v; }\n"
		"static int get(int *at, int i) { return at[i]; }\n"
		"template <class T> void twice(T *at, T v) { *at++ = v; *at = v; }\n"
		"void k(const int *i_in, int *o_plain, int *o_call, int *o_template, int *o_copy,\n"
		"       pair *o_member, ap_uint<512> *o_wide, int o_array[16], int (&o_reference)[16],\n"
		"       int *b_added, int *b_call, ap_uint<512> *b_bits, int *b_alias, int *b_unused)\n"
		"{\n"
		"#pragma HLS INTERFACE m_axi port=o_reference\n"
		"	for (int i = 0; i < 16; i++) {\n"
		"		o_plain[i] = i_in[i]; put(o_call, i, i_in[i]); o_member[i].x = i;\n"
		"		o_wide[i] = i; o_array[i] = i; o_reference[i] = i;\n"
		"		b_added[i] += i; b_call[i] = get(b_call, i + 1); b_bits[i].range(7, 0) = i;\n"
		"	}\n"
		"	int *other = b_alias; other[0] = other[1];\n"
		"	twice(o_template, 5); memcpy(o_copy, i_in, 4);\n"
		"}\n");
	check_directions(
		"k.cl",
		"kernel void k(global const int *i_a, global int *o_b, global float4 *b_c, global uchar *b_v,\n"
		"              global int *b_count, constant int *i_d, global int *b_swap)\n"
		"{\n"
		"	int i = get_global_id(0);\n"
		"	o_b[i] = i > 3 ? i_a[i] : i_d[0]; b_c[i] = b_c[i] * 2; atomic_inc(b_count);\n"
		"	vstore4((uchar4)(1), i, b_v);\n"
		"	global int *p = b_swap; p[i] = p[i + 1];\n"
		"}\n");
}

/* `directions` has a letter for each argument: r if the kernel reads it, w if it writes it. */
static void check_ways(const char *kernel, const char *directions)
{
	char arguments[256];
	struct fcl_image *image;

	snprintf(arguments, sizeof(arguments), FLAGS "--allow-unconnected -k %s k.cpp -o d.xclbin",
		 kernel);
	tool_compile(arguments);
	image = tool_image("d.xclbin");
	assert_int_equal(image->kernels[0].nargs, strlen(directions));
	for (uint32_t i = 0; i < image->kernels[0].nargs; i++)
		if (image->kernels[0].args[i].direction !=
		    (directions[i] == 'r' ? FCL_DIR_IN : FCL_DIR_OUT))
			fail_msg("direction of '%s'", image->kernels[0].args[i].name);
	fcl_image_unref(image);
}

/* What code does with a stream, or with an array behind a stream, however it gets there. */
static void test_ways(void **state)
{
	(void)state;
	tool_write(
		"k.cpp",
		"#include <ap_int.h>\n#include <cstring>\n#include <hls_stream.h>\n#include <utility>\n"
		"typedef hls::stream<int> wire;\n"
		"template <int N> void pick(wire &a) { if (N) a.read(); else a.write(1); }\n"
		"template <typename S> void hand_on(S &&s) { pick<0>(std::forward<S>(s)); }\n"
		"void each(wire *p, int n) { for (wire *q = p; q < p + n; q++) q->write(2); }\n"
		"struct holder { wire s; int get() { return s.read(); } };\n"
		"struct ends { wire &in; int n; wire &out; };\n"
		"struct made { wire &to, &from; made(wire &f, wire &t) : to(t), from(f) {} };\n"
		"void k(wire &l, wire &f, wire p[2], holder &h, wire &c, wire (&r)[2], wire &m,\n"
		"       wire &dead, wire &odd, wire &x, wire &y, wire &v, wire &w) {\n"
		"  auto lambda = [&]() { l.read(); };\n"
		"  lambda();\n"
		"  hand_on(f);\n"
		"  each(p, 2);\n"
		"  h.get();\n"
		"  wire &alias = p ? c : c;\n"
		"  alias << 3;\n"
		"  for (wire &one : r) one.read();\n"
		"  pick<1>(static_cast<wire &>(m));\n"
		"  if (0) dead.read();\n"
		"  do { dead.write(1); } while (0);\n"
		"  wire *late;\n"
		"  late = &odd;\n"
		"  (*late).write(1);\n"
		"  ends both{x, 3, y};\n"
		"  both.out.write(both.in.read());\n"
		"  made other(v, w);\n"
		"  pick<0>(other.to);\n"
		"  other.from.read();\n"
		"}\n"
		"struct pair { int a, b; };\n"
		"ap_uint<8> &at(ap_uint<8> *a, int i) { return a[i]; }\n"
		"void s(int a[4], pair b[4], pair c[4], int d[8], int e[8], ap_uint<8> f[4],\n"
		"       ap_uint<8> g[4], int h[4], ap_uint<8> i[4], int j[2]) {\n"
		"#pragma HLS interface axis port=a,b,c,d,e,f,g,h,i,j\n"
		"  for (int n = 0; n < 4; n++) {\n"
		"    c[n] = b[n];\n"
		"    g[n] = f[n].range(7, 4);\n"
		"    h[n] = a[n];\n"
		"    at(i, n) = 1;\n"
		"  }\n"
		"  memcpy(e, d, sizeof(int) * 8);\n"
		"  int *q = j;\n"
		"  *q++ = 1;\n"
		"  *q = 2;\n"
		"}\n");
	check_ways("k", "rwwwrwrrrwwrwrw");
	check_ways("s", "rrwrwrwwww");
}

static bool runs_at_once(const char *kernel)
{
	char arguments[256];
	char *object;
	size_t size;
	bool found;

	snprintf(arguments, sizeof(arguments), "-c " FLAGS "-k %s rows.cpp -o rows.xo", kernel);
	tool_compile(arguments);
	object = tool_read("rows.xo", &size);
	found = memmem(object, size, "fclc_flow_begin_apart", 21) != NULL;
	free(object);
	return found;
}

/* Calls in a row that use different streams may run at once; those that share memory may not. */
static void test_sequences(void **state)
{
	(void)state;
	tool_write("rows.cpp", "#include <hls_stream.h>\n"
			       "static void add(int *a) { for (int i = 0; i < 9; i++) a[i] = i; }\n"
			       "void memory(int *a, int *b, int n) { add(a); add(b); }\n"
			       "void arrays(int a[9], int b[9]) {\n"
			       "#pragma HLS INTERFACE axis port=a,b\n"
			       "  add(a); add(b); }\n"
			       "static void put(hls::stream<int> &s) {\n"
			       "  for (int i = 0; i < 9; i++) s.write(1); }\n"
			       "void streams(hls::stream<int> &a, hls::stream<int> &b) {\n"
			       "  put(a); put(b); }\n");
	assert_false(runs_at_once("memory"));
	assert_false(runs_at_once("arrays"));
	assert_true(runs_at_once("streams"));
}

/* Sources may be anywhere; messages say where as the user does, .xo files without the folder. */
static void test_places(void **state)
{
	char folder[2048], arguments[4096];
	char *object;
	size_t size;

	(void)state;
	assert_non_null(getcwd(folder, sizeof(folder)));
	assert_int_equal(mkdir("folder", 0700), 0);
	tool_write("folder/k.cpp", "void k(int *a) {\n"
				   "#pragma HLS INTERFACE bram port=a\n"
				   "  *a = 1; }\n");
	snprintf(arguments, sizeof(arguments), "-c " FLAGS "-k k %s/folder/k.cpp -o k.xo", folder);
	tool_compile(arguments);
	snprintf(arguments, sizeof(arguments), "%s/folder/k.cpp:2: warning: kernel 'k'", folder);
	assert_non_null(strstr(tool_output, arguments));
	object = tool_read("k.xo", &size);
	assert_non_null(memmem(object, size, "\nplace 1 k.cpp\n", 15));
	assert_null(memmem(object, size, folder, strlen(folder)));
	free(object);
	tool_write("app.cpp", "#line 1 \"/usr/src/app/app.cpp\"\n"
			      "void k(int *a) { *a = 1; }\n");
	tool_compile("-c " FLAGS "-k k app.cpp -o k.xo");
	tool_write("app.cl", "#line 1 \"/usr/src/app/app.cl\"\n"
			     "kernel void k(global int *a) { *a = 1; }\n");
	tool_compile("-c " FLAGS "app.cl -o k.xo");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_heads),     cmocka_unit_test(test_types),
		cmocka_unit_test(test_instances), cmocka_unit_test(test_overloads),
		cmocka_unit_test(test_opencl),    cmocka_unit_test(test_directions),
		cmocka_unit_test(test_ways),      cmocka_unit_test(test_sequences),
		cmocka_unit_test(test_places),
	};

	return cmocka_run_group_tests(tests, tool_setup, tool_teardown);
}
