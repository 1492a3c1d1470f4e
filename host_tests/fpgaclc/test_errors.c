/* SPDX-License-Identifier: Apache-2.0 */
/* All errors: a message that names the place, and no output file. */
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

/* A source, and the message that fpgaclc must print. */
struct refusal {
	const char *source, *message;
};

static void refuse_all(const char *name, const struct refusal *refusals, size_t count)
{
	char arguments[256];

	for (size_t i = 0; i < count; i++) {
		tool_write(name, refusals[i].source);
		snprintf(arguments, sizeof(arguments), FLAGS "-k k %s -o out.xclbin", name);
		tool_refuse(arguments, refusals[i].message);
		assert_int_not_equal(access("out.xclbin", F_OK), 0);
	}
}

static void test_functions(void **state)
{
	static const struct refusal refusals[] = {
		{"void one(int *a) {}\nvoid two() {}\n",
		 "fpgaclc: error: there is no function 'k' for -k k; the sources define: one, two"},
		{"#include <ap_int.h>\nstatic int helper(int a) { return a; }\n"
		 "void one(ap_int<5> *a) { *a = helper(3); }\n",
		 "the sources define: one\n"},
		{"void k(int *a) {}\nvoid k(float *a) {}\n",
		 "k.cpp:1: error: kernel 'k' is overloaded: here and at k.cpp:2; declare the one that is meant extern \"C\", or give it an interface pragma that the others lack"},
		{"namespace n {\nvoid k(int *) {}\n}\nvoid k(int *a) {}\nvoid k(float *a) {}\n",
		 "k.cpp:4: error: kernel 'k' is overloaded: here and at k.cpp:5;"},
		{"namespace n {\nvoid k(int *a) {}\n}\n",
		 "k.cpp:2: error: kernel 'k' is n::k: a kernel is a function at global scope, such as one that calls n::k()"},
		{"struct c {\n\tstatic void k(int *);\n};\nvoid c::k(int *a) {}\n",
		 "k.cpp:4: error: kernel 'k' is c::k: a kernel is a function at global scope, such as one that calls c::k()"},
		{"template <class T>\nvoid k(T *a) {}\ntemplate void k<int>(int *);\n",
		 "k.cpp:2: error: kernel 'k' is a template"},
		{"template <int N>\nvoid k(int *a) { *a = N; }\n",
		 "k.cpp:2: error: kernel 'k' is a template"},
		{"void k(int *a, ...) {}\n", "k.cpp:1: error: kernel 'k' takes a variable number"},
		{"#include <ap_fixed.h>\nvoid k(int *a) { *a = ap_ufixed<8, 4, AP_TRN, AP_WRAP_SM>(*a).to_int(); }\n",
		 "an ap_ufixed has no sign for AP_WRAP_SM"},
		{"\nint *k(int *a) { return a; }\n",
		 "k.cpp:2: error: kernel 'k' returns 'int*': a kernel returns nothing or a value without pointers"},
	};

	(void)state;
	refuse_all("k.cpp", refusals, sizeof(refusals) / sizeof(refusals[0]));
	tool_write("k.cpp", "namespace n {\nvoid k(int *a) {}\n}\n"
			    "struct c {\n\tstatic void own(int *);\n};\nvoid c::own(int *a) {}\n");
	tool_refuse(FLAGS "-k n::k -o out.xclbin k.cpp",
		    "k.cpp:2: error: kernel 'k' is n::k: a kernel is a function at global scope");
	tool_refuse(
		FLAGS "-k c::own -o out.xclbin k.cpp",
		"k.cpp:7: error: kernel 'own' is c::own: a kernel is a function at global scope");
	tool_refuse(FLAGS "-k m::k -o out.xclbin k.cpp", "there is no function 'm::k' for -k m::k");
	tool_write("k.cpp", "namespace {\nvoid k(int *a) {}\n}\n");
	tool_refuse(FLAGS "-k k -o out.xclbin k.cpp",
		    "k.cpp:2: error: kernel 'k' is in a class or namespace");
}

static void test_arguments(void **state)
{
	static const struct refusal refusals[] = {
		{"void k(int n,\n       int **a) {}\n",
		 "k.cpp:2: error: kernel 'k', argument 'a': a pointer to pointers"},
		{"void k(int *&sum) {}\n",
		 "k.cpp:1: error: kernel 'k', argument 'sum': a reference to a pointer"},
		{"void k(void (*f)(int)) {}\n",
		 "k.cpp:1: error: kernel 'k', argument 'f': a pointer to a function"},
		{"struct s { int *p; };\nvoid k(s x) {}\n",
		 "k.cpp:2: error: kernel 'k', argument 'x': a value that holds pointers"},
		{"struct s;\nvoid k(s *x) {}\n",
		 "k.cpp:2: error: kernel 'k', argument 'x': it points to an incomplete type"},
		{"void k(int *) {}\n",
		 "k.cpp:1: error: kernel 'k', argument 'arg0': it has no name"},
		{"#include <hls_stream.h>\nvoid k(hls::stream<int> s[]) { s[0].read(); }\n",
		 "k.cpp:2: error: kernel 'k', argument 's': cannot tell how many streams this is"},
		{"#include <hls_stream.h>\nvoid k(hls::stream<int> s[2][3]) { s[0][0].read(); }\n",
		 "k.cpp:2: error: kernel 'k', argument 's': an array of streams can have one"},
		{"#include <hls_stream.h>\nstruct d { hls::stream<int> s; int *p; };\nvoid k(d &x) {}\n",
		 "k.cpp:3: error: kernel 'k', argument 'x_p': a value that holds pointers"},
		{"#include <hls_stream.h>\nstruct d { hls::stream<int> s; int a : 3; };\nvoid k(d &x) {}\n",
		 "k.cpp:3: error: kernel 'k', argument 'x_a': a class with streams cannot have bit-fields"},
		{"#include <hls_stream.h>\nvoid k(hls::stream<int> &s) { s << s.read(); }\n",
		 "k.cpp:2: error: kernel 'k', argument 's': the kernel both reads and writes"},
	};

	(void)state;
	refuse_all("k.cpp", refusals, sizeof(refusals) / sizeof(refusals[0]));
}

static void test_c_integers(void **state)
{
	(void)state;
	/* Only a header in the source's own folder is looked at. */
	tool_write("elsewhere.h", "#include <ap_cint.h>\n");
	tool_write("k.c", "#include <elsewhere.h>\nvoid k(int18 *a) { *a = *a * *a; }\n");
	tool_refuse(FLAGS "-I. -k k -x c k.c -o out.xclbin",
		    "which no type of C does: compile this source as C++, with -x c++");
}

static void test_pragmas(void **state)
{
	static const struct refusal refusals[] = {
		{"void k(int n) {\n\n#pragma HLS INTERFACE m_axi port=n\n}\n",
		 "k.cpp:3: error: kernel 'k', argument 'n': mode m_axi needs a pointer, an array or a reference, found a value"},
		{"void k(int *a) {\n#pragma HLS INTERFACE axis port=a\n*a = 1; }\n",
		 "k.cpp:1: error: kernel 'k', argument 'a': cannot tell how many packets a port of mode axis carries: expected hls::stream<T> &, a value, or an array T name[N]"},
		{"void k(int a[3]) {\n#pragma HLS INTERFACE axis port=a\na[1] += 1; }\n",
		 "k.cpp:1: error: kernel 'k', argument 'a': the kernel both reads and writes this array"},
		{"struct s { int *p; };\nvoid k(s a[3]) {\n#pragma HLS INTERFACE axis port=a\n}\n",
		 "k.cpp:3: error: kernel 'k', argument 'a': mode axis needs elements of a known size without pointers"},
		{"struct s { char c[70000]; };\nvoid k(s a[3]) {\n#pragma HLS INTERFACE axis port=a\n}\n",
		 "k.cpp:3: error: kernel 'k', argument 'a': expected packets of at most 65536 bytes, found 70000"},
		{"void k(int a[1 << 29]) {\n#pragma HLS INTERFACE axis port=a\na[1] = 1; }\n",
		 "k.cpp:1: error: kernel 'k', argument 'a': expected an array of at most 268435456 bytes"},
		{"void k(int n) {\n#pragma HLS INTERFACE bram port=n\n}\n",
		 "k.cpp:2: error: kernel 'k', argument 'n': interface mode 'bram' cannot"},
		{"void k(int *a) {\n#pragma HLS INTERFACE nonsense port=return\n}\n",
		 "k.cpp:2: error: kernel 'k': port=return takes"},
		{"void k(int *a) {\n#pragma HLS INTERFACE port=a\n}\n",
		 "k.cpp:2: error: kernel 'k': interface pragma without a mode"},
		{"void k(int *a) {\n#pragma HLS INTERFACE m_axi bundle=x\n}\n",
		 "k.cpp:2: error: kernel 'k': interface pragma without port="},
		/* In another file, at its own line. */
		{"#line 70 \"body.h\"\nvoid k(int **a) {\n#pragma HLS INTERFACE m_axi port=b\n}\n",
		 "body.h:70: error: kernel 'k', argument 'a'"},
	};

	(void)state;
	refuse_all("k.cpp", refusals, sizeof(refusals) / sizeof(refusals[0]));
}

/* Features of the vendor's headers that ours lack; the user's own header is used instead. */
static void test_missing_models(void **state)
{
	(void)state;
	tool_write("k.cpp",
		   "#include <ap_int.h>\n#include <hls_fir.h>\nvoid k(int *a) { *a = FIR; }\n");
	tool_refuse(FLAGS "-k k k.cpp -o out.xclbin", "k.cpp:2:");
	tool_refuse(FLAGS "-k k k.cpp -o out.xclbin",
		    "fpgaclc has no model of the FIR compiler (hls_fir.h)");
	tool_write("hls_fir.h", "#define FIR 7\n");
	tool_compile(FLAGS "-I . -k k k.cpp -o out.xclbin");
	unlink("hls_fir.h");
	unlink("out.xclbin");
}

static void test_opencl(void **state)
{
	static const struct refusal refusals[] = {
		{"void k(__global int *a) { *a = 1; }\n",
		 "o.cl:1: error: expected a __kernel, but 'k' is an ordinary function"},
		{"\n__kernel void k(__global int *a,\n              read_only image2d_t i) { *a = 1; }\n",
		 "error: kernel 'k', argument 'i': image2d_t is not supported"},
		{"__kernel void k(__global int *a) { *a = b; }\n",
		 "use of undeclared identifier 'b'"},
		{"int g(int n);\nint f(int n)\n{\n\treturn n ? g(n - 1) : 0;\n}\n"
		 "int g(int n)\n{\n\treturn f(n / 2);\n}\n"
		 "__kernel void k(__global int *a) { *a = g(*a); }\n",
		 "o.cl:6:5: error: 'g' calls itself, directly or through others: OpenCL C has no recursion"},
		{"int f(int n) { return n; }\n__kernel void k(__global int *a)\n{\n"
		 "\tint (*p)(int) = f;\n\n\t*a = p(*a);\n}\n",
		 "o.cl:4:7: error: pointers to functions are not allowed"},
		{"uint f(uint a, uint b) { return amd_bitalign(a, b, 7u); }\n"
		 "__kernel void k(__global uint *a) { *a = f(a[1], a[2]); }\n",
		 "o.cl:1:33: error: kernel 'k' calls amd_bitalign(), which is part of cl_amd_media_ops, which no board has: use (uint)(upsample(a, b) >> (c & 31))"},
		{"__kernel void k(__global uint *a) { *a = get_sub_group_local_id(); }\n",
		 "o.cl:1:42: error: kernel 'k' calls get_sub_group_local_id(), which is part of cl_khr_subgroups"},
	};

	(void)state;
	refuse_all("o.cl", refusals, sizeof(refusals) / sizeof(refusals[0]));
	/* Only what the chosen kernels call counts. */
	tool_write("o.cl",
		   "__kernel void k(__global uint *a) { *a = 1; }\n"
		   "__kernel void other(__global uint *a) { *a = amd_max3(a[1], a[2], 3u); }\n");
	tool_compile(FLAGS "-k k o.cl -o out.xclbin");
	unlink("out.xclbin");
}

#define HELPER(body)                                                                               \
	"static int f(int a)\n{\n" body "\n\treturn a;\n}\n"                                       \
	"__kernel void k(__global int *a) { *a = f(*a); }\n"

/* Forms that Intel's compiler accepts, and fpgaclc as far as their meaning stays the same. */
static void test_opencl_intel_forms(void **state)
{
	static const struct refusal refusals[] = {
		{HELPER("\tlocal int n[2] = {1, 2};"),
		 "o.cl:3:12: error: '__local' variable cannot have an initializer"},
		{HELPER("\t__local int n[2];\n\tn = 0;"), "o.cl:4:4: error: "},
	};
	static const char accepted[] = HELPER(
		"\t__local int n[2], one, *p = &n[1];\n"
		"\tif (a) {\n\t\t{ int b = 1; a += b; }\n\t\tlocal short s[3];\n"
		"\t\ts[a & 1] = a;\n\t\ta += s[1];\n\t}\n"
		"\tone = sizeof(n) + sizeof n;\n\t*p = &n == 0;\n\ta = one + n[0];");

	(void)state;
	refuse_all("o.cl", refusals, sizeof(refusals) / sizeof(refusals[0]));
	tool_write("o.cl", accepted);
	tool_compile(FLAGS "o.cl -o out.xclbin");
	/* In an included file, too. */
	tool_write("part.h", accepted);
	tool_write("o.cl", "#include \"part.h\"\n");
	tool_compile(FLAGS "o.cl -o out.xclbin");
	tool_write("part.h",
		   "channel int c;\n"
		   "__kernel void put(int x) { write_channel_intel(c, x); }\n"
		   "__kernel void get(__global int *x) { *x = read_channel_intel(c); }\n");
	tool_compile(FLAGS "o.cl -o out.xclbin");
	tool_write("o.cl",
		   "#define UNROLL _Pragma(\"unroll\")\n#define N 2\n"
		   "__kernel void k(__global int *a)\n{\n#pragma unroll\n\ta[0]++;\n"
		   "#pragma unroll N // a comment\n\t/* another */\n\tfor (int i = 0; i < 4; i++)\n"
		   "\t\ta[i]++;\n\tUNROLL a[1]++;\n\tUNROLL while (a[2]) a[2]--;\n"
		   "#pragma unroll\nlabel:\n\tfor (int i = 0; i < 4; i++)\n\t\ta[i]++;\n"
		   "#pragma unroll\n}\n");
	tool_compile(FLAGS "o.cl -o out.xclbin");
	assert_non_null(strstr(
		tool_output,
		"o.cl:5:1: warning: #pragma unroll has no effect: expected a loop to follow, found 'a'"));
	assert_non_null(strstr(tool_output, "o.cl:11:2: warning: #pragma unroll has no effect"));
	assert_null(strstr(tool_output, "o.cl:7:"));
	assert_null(strstr(tool_output, "o.cl:12:"));
	assert_null(strstr(tool_output, "o.cl:13:"));
	assert_non_null(strstr(tool_output, "o.cl:17:1: warning: #pragma unroll has no effect"));
	unlink("out.xclbin");
}

/* Functions that are just `inline`, in calls that are not inlined; also in two sources. */
static void test_opencl_inline(void **state)
{
	static const char source[] =
		"__attribute__((noinline)) inline int f(int a) { return a * 3; }\n"
		"__kernel void %c(__global int *a) { *a = f(*a); }\n";
	char text[sizeof(source)];

	(void)state;
	for (int i = 0; i < 2; i++) {
		snprintf(text, sizeof(text), source, "kl"[i]);
		tool_write(i ? "q.cl" : "o.cl", text);
	}
	tool_compile(FLAGS "o.cl q.cl -o out.xclbin");
	tool_compile(FLAGS "-cl-opt-disable o.cl -o out.xclbin");
	tool_compile(FLAGS "-O0 o.cl -o out.xclbin");
	tool_write("o.cl", "extern inline int f(int a) { return a * 3; }\n"
			   "inline int g(int a) { return a + 3; }\n"
			   "__kernel void k(__global int *a) { *a = f(g(*a)); }\n");
	tool_compile(FLAGS "-O0 o.cl -o out.xclbin");
	unlink("out.xclbin");
}

/*
 * __local arrays of functions: a name of another block, behind a macro, and in a file of another
 * directory.
 */
static void test_opencl_local_in_functions(void **state)
{
	(void)state;
	tool_write("o.cl", "int f(int x)\n{\n\t{ __local int t[64]; t[0] = x; }\n"
			   "\t{ int t = x; int *p = &t; x = *p; }\n\treturn x;\n}\n"
			   "__kernel void k(__global int *a) { *a = f(3); }\n");
	tool_compile(FLAGS "o.cl -o out.xclbin");
	assert_int_equal(mkdir("folder", 0777), 0);
	tool_write("folder/h.h", "#define HERE __local\n"
				 "int f(int x) { HERE int t[4]; t[0] = x; return t[0]; }\n");
	tool_write("o.cl", "#include <h.h>\n__kernel void k(__global int *a) { *a = f(3); }\n");
	tool_compile(FLAGS "-I folder o.cl -o out.xclbin");
	unlink("folder/h.h");
	rmdir("folder");
	unlink("out.xclbin");
}

/*
 * Names that no source defines; the C library may or may not have functions and variables of these
 * names.
 */
static void test_opencl_undefined(void **state)
{
	static const struct refusal refusals[] = {
		{"int getpid(void);\n__kernel void k(__global int *a) { *a = getpid(); }\n",
		 "o.cl:1: error: function 'getpid' is declared and called, but no source defines it"},
		{"int unused(int);\n\ndouble erand48(ushort *);\nint own(int x);\n"
		 "int own(int x) { return x; }\n"
		 "__kernel void k(__global int *a)\n{\n\tushort x[3] = {0};\n\t*a = own(erand48(x));\n}\n",
		 "o.cl:3: error: function 'erand48' is declared and called"},
		{"int nowhere(int);\n__kernel void k(__global int *a) { *a = nowhere(*a); }\n",
		 "o.cl:1: error: function 'nowhere' is declared and called"},
		{"#include \"p.h\"\n__kernel void k(__global int *a) { *a = getppid(); }\n",
		 "p.h:2: error: function 'getppid' is declared and called"},
		{"extern __constant int opterr;\n__kernel void k(__global int *a) { *a = opterr; }\n",
		 "o.cl:1: error: variable 'opterr' is declared and used, but no source defines it"},
	};
	static const char *const flags[] = {"", "-c "};

	(void)state;
	tool_write("p.h", "\nint getppid(void);\n");
	for (size_t i = 0; i < sizeof(flags) / sizeof(flags[0]); i++)
		for (size_t j = 0; j < sizeof(refusals) / sizeof(refusals[0]); j++) {
			char line[128];

			tool_write("o.cl", refusals[j].source);
			snprintf(line, sizeof(line), FLAGS "%s-k k o.cl -o out.%s", flags[i],
				 i ? "xo" : "xclbin");
			tool_refuse(line, refusals[j].message);
		}
	/* Defined in another source, unless it is static there. */
	tool_write("o.cl",
		   "int getpid(void);\n__kernel void k(__global int *a) { *a = getpid(); }\n");
	tool_write("q.cl", "int getpid(void) { return 7; }\n");
	tool_compile(FLAGS "-k k o.cl q.cl -o out.xclbin");
	unlink("out.xclbin");
	tool_write("q.cl", "static int getpid(void) { return 7; }\n"
			   "__kernel void l(__global int *a) { *a = getpid(); }\n");
	tool_refuse(FLAGS "-k k -k l o.cl q.cl -o out.xclbin", "function 'getpid'");
}

/* A .xo file with a correct digest but contradictory lines. */
static void test_xo_contradictions(void **state)
{
	static const struct {
		const char *line, *instead;
	} edits[] = {
		{"kernel a", "kernel a\"b"},
		{"state 0 1 28 262408 1 3", "state 0 1 28 262408 1 0"},
		{"port 4 32 1 2 d", "port 4 32 1 1 d"},
		{"port 4 32 1 2 d", "port 4 32 1 0 d"},
		{"arg 2 2 0 4 4 0 2 0 d", "arg 2 2 0 4 4 0 1 0 d"},
		{"arg 2 2 0 4 4 0 2 0 d", "arg 2 2 0 4 4 0 3 0 d"},
		{"arg 2 2 0 4 4 0 2 0 d", "arg 2 2 0 4 4 0 2 0 \"d"},
	};
	(void)state;
	tool_write("p.cl", "channel int c;\nchannel int d;\n__kernel void a(__global int *p)\n"
			   "{ write_channel_intel(c, *p); write_channel_intel(d, *p); }\n");
	tool_write(
		"edit.py",
		"import hashlib, re, sys\n"
		"old, new = open('edit.txt', 'rb').read().split(b'\\n')[:2]\n"
		"data = open('p.xo', 'rb').read()\n"
		"old = re.sub(rb'262408', rb'[0-9]+', old)\n"
		"head, sum, code = re.match(rb'(.*?\\n)(sha256 [^\\n]*\\n\\n)(.*)', data, re.S).groups()\n"
		"head, count = re.subn(rb'(?m)^' + old + rb'$', lambda m: new, head)\n"
		"assert count == 1, head\n"
		"sum = hashlib.sha256(head + code).hexdigest().encode()\n"
		"open('edited.xo', 'wb').write(head + b'sha256 ' + sum + b'\\n\\n' + code)\n");
	tool_compile("-c " FLAGS "p.cl -o p.xo");
	for (size_t i = 0; i < sizeof(edits) / sizeof(edits[0]); i++) {
		char *text = NULL;

		assert_true(asprintf(&text, "%s\n%s\n", edits[i].line, edits[i].instead) > 0);
		tool_write("edit.txt", text);
		free(text);
		assert_int_equal(system("python3 edit.py"), 0);
		tool_refuse("-l " FLAGS "edited.xo -o out.xclbin", "edited.xo");
		assert_non_null(strstr(tool_output, "expected an intact .xo file"));
	}
}

/* Pipes and channels declared at file scope. */
static const struct refusal pipe_refusals[] = {
	{"\nchannel int c;\n__kernel void k(void)\n{\n\twrite_channel_intel(c, 1);\n"
	 "\tread_channel_intel(c);\n}\n",
	 "p.cl:3:15: error: kernel 'k' reads and writes channel 'c'"},
	{"pipe int p __attribute__((xcl_reqd_pipe_depth(0)));\n",
	 "p.cl:1:10: error: pipe 'p': expected a depth from 1 to 16777216, found 0"},
	{"pipe int p[2][2];\n__kernel void k(__global int *a) { read_pipe(p[1], a); }\n",
	 "p.cl:2:36: error: invalid reinterpretation"},
	{"channel int c[2];\n__kernel void k(void) { read_channel_intel(c[2]); }\n",
	 "p.cl:2:44: error: channel 'c': expected an index less than 2, found 2"},
	{"channel int c[n];\n", "p.cl:1:15: error: use of undeclared identifier 'n'"},
	{"channel int c[1 << 31];\n", "p.cl:1:15: error: 'c' declared as an array with a negative"},
	{"channel int c[64][65];\n",
	 "p.cl:1:13: error: channel 'c': expected packets, or an array of one or two dimensions and 4096 elements at most, found"},
	{"channel int c[1][1][1];\n",
	 "p.cl:1:13: error: channel 'c': expected packets, or an array of"},
	{"channel struct s c;\n",
	 "p.cl:1:18: error: channel 'c': expected packets, or an array of"},
	{"channel int c = 1;\n", "p.cl:1:13: error: channel 'c': expected no initial value"},
	{"channel int c;\nint f(int a) { return a + c; }\n",
	 "p.cl:2:27: error: channel 'c': expected it as an argument of a function for channels"},
	{"__kernel void k(write_only pipe int p, __global int *a)\n{\n\tread_pipe(p, a);\n}\n",
	 "p.cl:3:12: error: pipe 'p': expected one to read, found write_only"},
	{"__kernel void k(pipe int p, __global int *a) { write_pipe_block(p, a); }\n",
	 "p.cl:1:65: error: pipe 'p': expected write_only, found one to read"},
	{"__kernel void k(pipe int p, __global uint *a) { read_pipe(p, a); }\n",
	 "p.cl:1:59: error: pipe 'p': expected a pointer to a packet, 'int', found '__global uint *'"},
	{"channel int c;\nint f(void) { return get_compute_id(0) + read_channel_intel(c); }\n",
	 "p.cl:2:22: error: get_compute_id(): expected it in the body of an autorun kernel"},
	{"channel int c __attribute((depth(4 / (2 - 2))));\n",
	 "p.cl:1:13: error: channel 'c': expected a depth from 1 to 16777216, found 4 / (2 - 2)"},
	{"channel int c; channel char c;\n", "p.cl:1:29: error: redefinition of 'c'"},
	{"pipe int p;\n__kernel void k(__global short *a)\n{\n\tread_pipe(p, a);\n}\n",
	 "p.cl:4:12: error: pipe 'p': expected a pointer to a packet, 'int', found '__global short *'"},
	{"__kernel void k(read_only pipe int p, __global short *a)\n{\n"
	 "\tread_pipe_block(p, a);\n}\n",
	 "p.cl:3:"},
	{"channel int c;\n__attribute__((autorun))\n__kernel void k(__global int *a)\n{\n"
	 "\t*a = read_channel_intel(c);\n}\n",
	 "p.cl:3:15: error: kernel 'k' is autorun: expected no arguments, found 1"},
	{"channel int c;\n__attribute__((autorun, reqd_work_group_size(2, 1, 1)))\n"
	 "__kernel void k(void) { read_channel_intel(c); }\n",
	 "p.cl:3:15: error: kernel 'k' is autorun: expected one work-item"},
	{"channel int c;\n__attribute__((autorun, num_compute_units(16, 17)))\n"
	 "__kernel void k(void) { read_channel_intel(c); }\n",
	 "p.cl:2:47: error: num_compute_units: expected a number from 1 to 256, found 17"},
	/* The lines of a copy are also the original's. */
	{"channel int c[4];\n__attribute__((autorun, num_compute_units(2)))\n"
	 "__kernel void k(void)\n{\n\twrite_channel_intel(c[get_compute_id(0)], 1);\n"
	 "\tb = 1;\n}\n",
	 "p.cl:6:2: error: use of undeclared identifier 'b'"},
	/* The compiler's line numbers are the source's. */
	{"__attribute__((depth(-1))) channel int c;\n",
	 "p.cl:1:40: error: channel 'c': expected a depth from 1 to 16777216, found -1"},
	{"\n__attribute__((num_compute_units(300)))\n__kernel void k(void) {}\n",
	 "p.cl:2:34: error: num_compute_units: expected a number from 1 to 256, found 300"},
	{"__attribute__((num_compute_units(n)))\n__kernel void k(void) {}\n",
	 "p.cl:1:34: error: num_compute_units: expected a number from 1 to 256, found n"},
	{"__attribute__((num_simd_work_items(SSIZE)))\n__kernel void k(__global int *a) { *a = 1; }\n",
	 "p.cl:1:36: error: num_simd_work_items: expected a number from 1 to 16, found SSIZE"},
	{"__attribute__((num_simd_work_items(3))) __kernel void k(void) {}\n",
	 "p.cl:1:16: error: kernel 'k': num_simd_work_items must be 1, 2, 4, 8 or 16, found 3"},
	{"__attribute__((num_simd_work_items(4)))\n"
	 "__attribute__((reqd_work_group_size(6, 1, 1))) __kernel void k(void) {}\n",
	 "p.cl:1:16: error: kernel 'k': num_simd_work_items(4) must divide the work-items of a group, which are 6"},
	{"__attribute__((max_global_work_dim(1)))\n"
	 "__attribute__((reqd_work_group_size(4, 4, 1))) __kernel void k(void) {}\n",
	 "p.cl:1:16: error: kernel 'k': max_global_work_dim(1) does not allow reqd_work_group_size(4, 4, 1)"},
	{"__attribute__((num_compute_units(16, 17))) __kernel void k(void) {}\n",
	 "p.cl:1:38: error: num_compute_units: expected a number from 1 to 256, found 17"},
	{"__attribute__((num_compute_units(1, 1, 1, 1))) __kernel void k(void) {}\n",
	 "p.cl:1:16: error: 'num_compute_units' attribute takes no more than 3 arguments"},
	{"channel int c;\n__attribute__((num_compute_units(2)))\n"
	 "__kernel void k(void) { write_channel_intel(c, 1); }\n",
	 "p.cl:1: error: pipe 'c' has two writers, 'k_1' and 'k_2': expected one"},
	{"pipe int p\n\t__attribute__((xcl_reqd_pipe_depth(16)));\n\n"
	 "__kernel void k(__global int *a)\n{\n\tread_pipe(p,\n\t\ta);\n\t*a = b;\n}\n",
	 "p.cl:8:"},
};

static void test_opencl_pipes(void **state)
{
	(void)state;
	refuse_all("p.cl", pipe_refusals, sizeof(pipe_refusals) / sizeof(pipe_refusals[0]));
	tool_write("p.cl", "channel int c;\n__kernel void w(void) { write_channel_intel(c, 1); }\n"
			   "__kernel void v(void) { write_channel_intel(c, 2); }\n"
			   "__kernel void r(void) { read_channel_intel(c); }\n");
	tool_refuse("-t sw_emu --platform u250 p.cl -o out.xclbin",
		    "p.cl:1: error: pipe 'c' has two writers, 'w_1' and 'v_1': expected one");
	tool_refuse(FLAGS "-k w -k r --connectivity.nk r:2 p.cl -o out.xclbin",
		    "p.cl:1: error: pipe 'c' has two readers, 'r_1' and 'r_2': expected one");
	/* Macros in pragmas, from the source and from the command line. */
	tool_write("p.cl",
		   "#define HALF (N / 2)\nchannel int c;\n"
		   "__kernel void w(void)\n{\n#pragma unroll HALF\n"
		   "\tfor (int i = 0; i < 4; i++)\n\t\twrite_channel_intel(c, i);\n"
		   "#undef HALF\n#pragma unroll N\n\tfor (int i = 0; i < 4; i++)\n\t\t;\n}\n"
		   "__kernel void r(void) { read_channel_intel(c); }\n");
	tool_compile(FLAGS "-DN=4 p.cl -o out.xclbin");
	unlink("out.xclbin");
	tool_write("p.cl", "channel int c __attribute__((intel_host_accessible));\n"
			   "__kernel void w(void) { write_channel_intel(c, 1); }\n"
			   "__kernel void r(void) { read_channel_intel(c); }\n");
	tool_refuse(
		"-t sw_emu --platform u250 p.cl -o out.xclbin",
		"p.cl:1: error: pipe 'c' is intel_host_accessible: expected the host at one end, found 'w_1' writing and 'r_1' reading");
	/* A name that is not a keyword here. */
	tool_write("p.cl", "__kernel void k(__global int *a, int channel) { *a = channel; }\n");
	tool_compile("-c --platform u250 p.cl -o r.xo");
	tool_write("p.cl", "#define SQUARE(x) ((x) * (x))\n#define OF(x) x##_of\n"
			   "struct image { int channel; };\nenum { channel_of = 3 };\n"
			   "#define DECLARE(TYPE, NAME) channel TYPE NAME\nDECLARE(float, c);\n"
			   "typedef read_only pipe int numbers;\n"
			   "__kernel void k(numbers p, int channel)\n{\n"
			   "\tstruct image i = {.channel = SQUARE(channel) + OF(channel)};\n"
			   "\tread_pipe(p, &i.channel);\n"
			   "\twrite_channel_intel(c, channel ? -channel : i.channel);\n}\n");
	tool_compile("-c --platform u250 -Werror p.cl -o r.xo");
	unlink("r.xo");
}

/* Ends of a pipe that are compiled separately and do not match. */
static void test_opencl_pipes_of_objects(void **state)
{
	(void)state;
	tool_write("p.cl",
		   "channel int c;\n__kernel void w(void) { write_channel_intel(c, 1); }\n");
	tool_compile("-c --platform u250 -k w p.cl -o w.xo");
	tool_write("p.cl", "channel long c;\n__kernel void r(void) { read_channel_intel(c); }\n");
	tool_compile("-c --platform u250 p.cl -o r.xo");
	tool_refuse(
		"-t sw_emu -l w.xo r.xo -o out.xclbin",
		"pipe 'c': expected packets of the same size, found 4 bytes (int) in 'w_1' and 8 (long) in 'r_1'");
	/* Objects keep the host-accessible mark. */
	tool_write("p.cl", "channel int c __attribute__((intel_host_accessible));\n"
			   "__kernel void r(void) { read_channel_intel(c); }\n");
	tool_compile("-c --platform u250 p.cl -o r.xo");
	tool_refuse("-t sw_emu -l w.xo r.xo -o out.xclbin",
		    "pipe 'c' is intel_host_accessible: expected the host at one end");
	tool_write("p.cl", "channel int c __attribute__((depth(7)));\n"
			   "__kernel void r(void) { read_channel_intel(c); }\n");
	tool_compile("-c --platform u250 p.cl -o r.xo");
	tool_refuse(
		"-t sw_emu -l w.xo r.xo -o out.xclbin",
		"pipe 'c': expected the same depth, found 16 where 'w_1' is declared and 7 where 'r_1' is");
	unlink("w.xo");
	unlink("r.xo");
}

/* The compiler's own errors. */
static void test_compiler(void **state)
{
	static const struct refusal cxx[] = {
		{"void k(int *a) { a = 1.5; }\n", "k.cpp:1:22: error: assigning to 'int *'"},
		{"#include \"missing.h\"\nvoid k(int *a) {}\n", "'missing.h' file not found"},
		{"int nowhere(int);\nvoid k(int *a) { *a = nowhere(1); }\n", "nowhere"},
	};
	static const struct refusal c[] = {
		{"void k(int *a, struct { int x; } s) { *a = s.x; }\n",
		 "k.c:1: error: kernel 'k', argument 's': its type has no name"},
	};

	(void)state;
	refuse_all("k.cpp", cxx, sizeof(cxx) / sizeof(cxx[0]));
	refuse_all("k.c", c, sizeof(c) / sizeof(c[0]));
}

static void test_options(void **state)
{
	static const struct refusal refusals[] = {
		{"-t hw -k k k.cpp -o o.xclbin --platform u250",
		 "target hw: expected the vendor's v++, which builds bitstreams for real boards"},
		{"-t fast -k k k.cpp -o o.xclbin", "target 'fast': expected sw_emu, hw_emu or hw"},
		{"-k k k.cpp -o o.xclbin -f u250", "no target: give -t sw_emu"},
		{"-t sw_emu -k k k.cpp -o o.xclbin", "no platform"},
		{"-t sw_emu -f u250 k.cpp -o o.xclbin", "no kernel: give -k"},
		{"-t sw_emu -f u250 -k k -o o.xclbin", "no source file given"},
		{"-t sw_emu -f u250 -k k k.cpp", "no output file: give -o"},
		{"-t sw_emu -f u99 -k k k.cpp -o o.xclbin", "--platform"},
		{FLAGS "-k k -k k k.cpp -o o.xclbin", "kernel 'k' is given twice"},
		{FLAGS "-k k k.cl -o o.xclbin", "cannot read 'k.cl'"},
		{FLAGS "none.cl -o o.xclbin", "expected at least one __kernel in the sources"},
		{FLAGS "none.cl k.cpp -o o.xclbin", "no kernel: give -k"},
		{FLAGS "-k k k.txt -o o.xclbin",
		 "'k.txt': expected the name of a C, C++ or OpenCL C source"},
		{FLAGS "-k k missing.cpp -o o.xclbin", "missing.cpp': No such file"},
		{FLAGS "-k k k.cpp -o o.xclbin --bogus", "unknown option '--bogus'"},
		{FLAGS "-k k k.cpp -o", "option '-o' needs a value"},
		{FLAGS "-c -l -k k k.cpp", "-l: expected one step, found -c too"},
		{FLAGS "-k k k.cpp -o o.xclbin --conectivity.sp a",
		 "did you mean '--connectivity.sp'?"},
		{FLAGS "-k k k.cpp -o o.xclbin --march pentium", "--march 'pentium': expected"},
		{FLAGS "-k k k.cpp -o o.xclbin --clang nowhere/clang", "'nowhere/clang' (--clang)"},
		{FLAGS "-k k k.cpp -o k.cpp/o.xclbin", "cannot create 'k.cpp'"},
		{FLAGS "-k k k.cpp -o o.xclbin --config missing.cfg", "missing.cfg"},
		{FLAGS "-l missing/sim_ipc_axis_master_32.xo -o o.xclbin",
		 "cannot read 'missing/sim_ipc_axis_master_32.xo': No such file or directory; the "
		 "settings64.sh of fpgacl sets XILINX_VITIS"},
	};

	(void)state;
	tool_write("k.cpp", "void k(int *a) {}\n");
	tool_write("none.cl", "void k(__global int *a) { *a = 1; }\n");
	for (size_t i = 0; i < sizeof(refusals) / sizeof(refusals[0]); i++)
		tool_refuse(refusals[i].source, refusals[i].message);
	assert_int_not_equal(access("o.xclbin", F_OK), 0);
}

/* Lines of a config file. */
static const struct refusal connectivity[] = {
	{"nk=j:1", "d.cfg:3: error: nk=j:1: there is no kernel 'j'; the kernels are: k, r"},
	{"nk=k", "d.cfg:3: error: nk=k: expected <kernel>:<count>"},
	{"nk=k:0", "d.cfg:3: error: nk=k:0: expected a count from 1"},
	{"nk=k:1:a.b", "d.cfg:3: error: nk=k:1:a.b: expected 1 names or none, found 2"},
	{"nk=k:2:a", "d.cfg:3: error: nk=k:2:a: expected 2 names or none, found 1"},
	{"nk=k:2:a.b.", "expected 2 names or none, found 3"},
	{"nk=k:2:a.a", "d.cfg:3: error: two compute units are named 'a'"},
	{"nk=k:2:a.b-c",
	 "d.cfg:3: error: expected an identifier as the name of a compute unit, found 'b-c'"},
	{"sp=k_2.a:DDR[0]",
	 "d.cfg:3: error: 'k_2.a:DDR[0]': there is no compute unit 'k_2'; the compute units are: k_1"},
	{"sp=k_1.z:DDR[0]",
	 "d.cfg:3: error: sp=k_1.z:DDR[0]: kernel 'k' has no argument or port 'z'; those with memory are: a, "},
	{"sp=k_1.n:DDR[0]",
	 "d.cfg:3: error: kernel 'k', argument 'n': sp=k_1.n:DDR[0]: expected a pointer"},
	{"sp=k_1.a:DDR[9]",
	 "d.cfg:3: error: sp=k_1.a:DDR[9]: u250 has no memory DDR[9]: it has DDR[0], DDR[1]"},
	{"sp=k_1.a:HBM[0:3]", "u250 has no memory HBM[0]"},
	/* Numbers that would be 1 in 32 bits, or that are not numbers. */
	{"sp=k_1.a:DDR[4294967297]",
	 "expected a memory such as DDR[0], DDR[0:3], HBM[2] or PLRAM[0], found 'DDR[4294967297]'"},
	{"sp=k_1.a:DDR[0:4294967297]", "or PLRAM[0], found 'DDR[0:4294967297]'"},
	{"sp=k_1.a:bank4294967297", "or PLRAM[0], found 'bank4294967297'"},
	{"sp=k_1.a:DDR[-4294967295]", "or PLRAM[0], found 'DDR[-4294967295]'"},
	{"sp=k_1.a:DDR[3:1]",
	 "expected a memory such as DDR[0], DDR[0:3], HBM[2] or PLRAM[0], found 'DDR[3:1]'"},
	{"sp=k_1.a:DDR[1].x", "found 'DDR[1].x'"},
	{"sp=k_1.a", "d.cfg:3: error: sp=k_1.a: expected <cu>.<argument>:<memory>"},
	{"sc=k_1.s", "d.cfg:3: error: 'k_1.s': expected <cu>.<argument>:<cu>.<argument>"},
	{"sc=k_1.s:k_1.s",
	 "d.cfg:3: error: kernel 'k', argument 's': 'k_1.s:k_1.s': the kernel writes this stream, so it cannot be the destination"},
	{"sc=k_1.a:k_1.s",
	 "d.cfg:3: error: kernel 'k', argument 'a': 'k_1.a:k_1.s': expected a stream"},
	{"sc=k_1.s:r_1.s:0", "expected a depth from 1 to"},
	{"sc=k_1.s:r_1.s\nsc=k_1.s:r_1.s",
	 "d.cfg:4: error: 'k_1.s:r_1.s': one of these streams is connected already: k_1.s:r_1.s:16 (d.cfg:3)"},
	{"sc=k_1.s:r_1.s:4\nsc=k_1.s:r_1.s:8", "connected already: k_1.s:r_1.s:4 (d.cfg:3)"},
	{"slr=k_1:SLR0\nslr=r_1:SLR1\nslr=k_1:SLR0\nslr=k_1:SLR2",
	 "d.cfg:6: error: slr=k_1:SLR2: expected one region, found slr=k_1:SLR0 (d.cfg:3), too"},
	{"sp=k_1.a:DDR[0]\nsp=k_1.a:DDR[0]\nsp=k_1.m_axi_gmem:DDR[1]",
	 "d.cfg:5: warning: sp=k_1.m_axi_gmem:DDR[1]: k_1.a has memory from sp=k_1.a:DDR[0] (d.cfg:3), too"},
	{"[clock]\nfreqHz=200000000:k_1.ap_clk,r_1\nfreqHz=100000000:r_1",
	 "d.cfg:5: error: freqHz=100000000:r_1: expected one frequency of r_1, found freqHz=200000000:k_1.ap_clk,r_1 (d.cfg:4), too"},
	{"slr=k_1:SLR9", "d.cfg:3: error: slr=k_1:SLR9: u250 has no SLR9: it has SLR0 to SLR3"},
	{"slr=k_1:SLR", "d.cfg:3: error: slr=k_1:SLR: expected <cu>:SLR<number>"},
	{"slr=k_1:SLR01", "expected <cu>:SLR<number>"},
	{"slr=z:SLR0", "d.cfg:3: error: slr=z:SLR0: there is no compute unit 'z'"},
	{"connect=io_gt_qsfp0_00:k_1/x",
	 "d.cfg:3: warning: connect=io_gt_qsfp0_00:k_1/x has no effect: 'k_1' is no kernel that"},
	{"connect=io_gt_qsfp0_00",
	 "d.cfg:3: error: connect=io_gt_qsfp0_00: expected <cu>/<port>:io_gt_"},
	{"connect=io_gt_qsfp0_00:io_gt_qsfp1_00", "expected <cu>/<port>:io_gt_"},
	{"connect=z/gt_port:io_gt_qsfp0_00", "there is no compute unit 'z'"},
	{"connect=io_gt_ddr_00:k_1/gt_port", "expected the transceivers of a port"},
	{"nk=k:1:{left", "an identifier as the name of a compute unit, found '{left'"},
	{"nk=k:{left", "nk=k:{left: expected a count from 1"},
	{"nk=k:+1", "nk=k:+1: expected a count from 1"},
	{"nk=k:1\nnk=k:2", "d.cfg:4: error: nk=k:2: kernel 'k' already has an nk"},
	{"sp=k_1.a:DDR[0", "expected a memory such as DDR[0]"},
	{"sp=k_1.a:DDR[0].5.RAMA", "expected a memory such as DDR[0]"},
	{"sc=k_1.s:r_1.s:+2", "expected a depth from 1 to"},
	{"sc=k_1.s:r_1.s:2x", "expected a depth from 1 to"},
	{"bank=DDR", "d.cfg:3: error: [connectivity] has no 'bank'"},
	{"nk", "d.cfg:3: error: expected <key>=<value>, found 'nk'"},
	{"[vivado",
	 "d.cfg:3: error: expected [<section>], found '[vivado' without a closing bracket"},
};

static void test_connectivity(void **state)
{
	char config[256];

	(void)state;
	tool_write("k.cpp", "#include <hls_stream.h>\n"
			    "void k(int *a, int n, hls::stream<int> &s) { s << *a + n; }\n"
			    "void r(int *a, hls::stream<int> &s) { *a = s.read(); }\n");
	for (size_t i = 0; i < sizeof(connectivity) / sizeof(connectivity[0]); i++) {
		snprintf(config, sizeof(config), "\n[connectivity]\n%s\n", connectivity[i].source);
		tool_write("d.cfg", config);
		tool_refuse(FLAGS "-k k -k r k.cpp --config d.cfg -o o.xclbin",
			    connectivity[i].message);
	}
	/* Nothing is connected to these streams; then to one of two. */
	tool_refuse(FLAGS "-k k -k r k.cpp -o o.xclbin",
		    "streams that nothing is connected to: k_1.s, r_1.s; a kernel would wait");
	tool_refuse(FLAGS "-k k -k r k.cpp --connectivity.nk k:2 --connectivity.sc k_1.s:r_1.s "
			  "-o o.xclbin",
		    "streams that nothing is connected to: k_2.s; a kernel would wait");
	assert_int_not_equal(access("o.xclbin", F_OK), 0);
	assert_int_equal(tool_run(NULL, FLAGS "-k k -k r k.cpp --allow-unconnected -o o.xclbin"),
			 0);
}

/* Keys and options with one value: two of one rank are refused; the command line counts. */
static void test_given_twice(void **state)
{
	static const struct refusal files[] = {
		{"target=sw_emu\ntarget=hw_emu",
		 "t.cfg:2: error: target: expected one, found 'sw_emu' (t.cfg:1) and 'hw_emu'"},
		{"dataflow=ordered\ndataflow=concurrent", "t.cfg:2: error: dataflow: expected one"},
		{"optimize=1\noptimize=3", "t.cfg:2: error: optimize: expected one"},
		{"debug=1\ndebug=0",
		 "t.cfg:2: error: debug: expected one, found '1' (t.cfg:1) and '0'"},
		{"temp_dir=a\ntemp_dir=b", "t.cfg:2: error: temp_dir: expected one"},
		{"[clock]\ndefaultFreqHz=200000000\ndefaultFreqHz=100000000",
		 "t.cfg:3: error: clock.defaultFreqHz: expected one"},
		{"[hls]\npackage.output.file=a.xo\npackage.output.file=b.xo",
		 "t.cfg:3: error: package.output.file: expected one"},
		{"[hls]\nsyn.interface.m_axi_auto_max_ports=1\nsyn.interface.m_axi_auto_max_ports=0",
		 "t.cfg:3: error: syn.interface.m_axi_auto_max_ports: expected one"},
	};

	(void)state;
	tool_write("k.c", "void k(int *a) { *a = 1; }\n");
	for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++) {
		tool_write("t.cfg", files[i].source);
		tool_refuse("-c --platform u250 -k k k.c --config t.cfg -o k.xo", files[i].message);
	}
	tool_refuse("-c -t sw_emu --target hw_emu --platform u250 -k k k.c -o k.xo",
		    "target: expected one, found 'sw_emu' and 'hw_emu'");
	tool_write("t.cfg", "target=hw_emu\ntarget=hw_emu\nplatform=u280\n");
	tool_compile("-t sw_emu --platform u250 -k k k.c --config t.cfg -o k.xclbin");
	assert_null(strstr(tool_output, "hw_emu"));
}

/* The forms that SDAccel had for sp=. */
static void test_old_connectivity(void **state)
{
	static const char *const wrong[] = {
		"remove.kernel.k_1.M_AXI_GMEM.core.OCL_REGION_0.M01_AXI",
		"add.kernel.k_1.M_AXI_GMEM.core.OCL_REGION_0.M01",
		"add.kernel.k_1.M_AXI_GMEM.core.OCL_REGION_0.M01_AXIS",
		"add.kernel.k_1",
		"add.kernel.",
	};
	struct fcl_image *image;
	char arguments[256];

	(void)state;
	tool_write("k.cpp", "void k(int *a) { *a = 1; }\n");
	tool_compile(FLAGS "-k k k.cpp --xp "
			   "misc:map_connect=add.kernel.k_1.M_AXI_GMEM.core.OCL_REGION_0.M01_AXI "
			   "--xp misc:solution_name=k -o map.xclbin");
	image = tool_image("map.xclbin");
	assert_int_equal(image->nconnections, 1);
	assert_string_equal(image->mems[image->connections[0].mem].tag, "DDR[1]");
	fcl_image_unref(image);
	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		snprintf(arguments, sizeof(arguments),
			 FLAGS "-k k k.cpp --xp misc:map_connect=%s -o map.xclbin", wrong[i]);
		tool_refuse(arguments, "expected add.kernel.<cu>.<port>.core.OCL_REGION_0.M");
	}
	tool_refuse(FLAGS "-k k k.cpp --xp "
			  "misc:map_connect=add.kernel.z_1.M_AXI_GMEM.core.OCL_REGION_0.M01_AXI "
			  "-o map.xclbin",
		    "there is no compute unit 'z_1'");
}

/* Settings without effect have a note; a misspelt one that would have an effect is named. */
static void test_misspelt_settings(void **state)
{
	static const struct refusal misspelt[] = {
		{"--xp misc:map_conect=x",
		 "--xp 'map_conect' has no effect: expected map_connect="},
		{"--xp misc:map_connect",
		 "--xp 'map_connect' has no effect: expected map_connect="},
		{"--xp prop:kernel.k.kernel_flag=-DX",
		 "--xp 'kernel_flag' has no effect: expected kernel.<kernel>.kernel_flags=<flags>"},
		{"--advanced.prop=kernl.k.kernel_flags=-DX",
		 "expected kernel.<kernel>.kernel_flags="},
		{"--advanced.param compiler.userPreSysLinkOverlyTcl=x",
		 "expected compiler.userPreSysLinkOverlayTcl=<file>"},
	};

	(void)state;
	tool_write("k.cpp", "void k(int *a) { *a = 1; }\n");
	for (size_t i = 0; i < sizeof(misspelt) / sizeof(misspelt[0]); i++) {
		char arguments[256];

		snprintf(arguments, sizeof(arguments), FLAGS "-k k k.cpp %s -o k.elf",
			 misspelt[i].source);
		tool_compile(arguments);
		assert_non_null(strstr(tool_output, misspelt[i].message));
	}
	tool_compile(FLAGS
		     "-k k k.cpp --xp misc:enableGlobalHoldIter=True --xp misc:solution_name=k "
		     "--xp prop:solution.hls_pre_tcl=x --xp vivado_prop:run.impl_1.x=y "
		     "--xp param:compiler.preserveHlsOutput=1 -o k.elf");
	assert_null(strstr(tool_output, "warning"));
	tool_refuse(FLAGS "-k k k.cpp --xp parm:a=b -o k.elf", "found 'parm:'");
	tool_compile(FLAGS "-k k k.cpp --snapshots -o k.elf");
	assert_non_null(strstr(tool_output, "--snapshots has no effect: no kernel"));
}

/* A failed run leaves an older output file unchanged. */
static void test_old_output(void **state)
{
	size_t size;
	char *text;

	(void)state;
	tool_write("k.cpp", "void k(int *a) { error }\n");
	tool_write("old.xclbin", "old");
	tool_refuse(FLAGS "-k k k.cpp -o old.xclbin", "error");
	text = tool_read("old.xclbin", &size);
	assert_string_equal(text, "old");
	free(text);
	assert_int_equal(tool_count_files(".", "old"), 1);
}

/* Names of files and in files may contain sequences that a terminal obeys. */
static void test_control_characters(void **state)
{
	(void)state;
	tool_refuse(FLAGS "-k k no\033[31m\302\2331m.cpp -o x.elf", "no?[31m??1m.cpp");
	assert_null(strchr(tool_output, '\033'));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_control_characters),
		cmocka_unit_test(test_functions),
		cmocka_unit_test(test_arguments),
		cmocka_unit_test(test_c_integers),
		cmocka_unit_test(test_pragmas),
		cmocka_unit_test(test_compiler),
		cmocka_unit_test(test_missing_models),
		cmocka_unit_test(test_opencl),
		cmocka_unit_test(test_opencl_intel_forms),
		cmocka_unit_test(test_opencl_local_in_functions),
		cmocka_unit_test(test_opencl_inline),
		cmocka_unit_test(test_xo_contradictions),
		cmocka_unit_test(test_opencl_undefined),
		cmocka_unit_test(test_opencl_pipes),
		cmocka_unit_test(test_opencl_pipes_of_objects),
		cmocka_unit_test(test_options),
		cmocka_unit_test(test_connectivity),
		cmocka_unit_test(test_given_twice),
		cmocka_unit_test(test_old_connectivity),
		cmocka_unit_test(test_misspelt_settings),
		cmocka_unit_test(test_old_output),
	};

	return cmocka_run_group_tests(tests, tool_setup, tool_teardown);
}
