/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Options that are passed to the compiler, options that must not be mistaken for others, the command
 * line of Intel's aoc, and which compiler is found.
 */
#include <limits.h>
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

static const char copy_source[] = "extern \"C\" void copy(const float *in, float *out, int n)\n{\n"
				  "\tfloat sum = 0;\n\tfor (int i = 0; i < n; i++)\n"
				  "\t\tsum += in[i];\n\t*out = sum;\n}\n";
static const char mad_source[] = "__kernel void mad3(__global float *x, float a, float b)\n"
				 "{\n\t*x = *x * a + b;\n}\n";

/* Whether both command lines give the same image. */
static bool same(const char *a, const char *b)
{
	const char *const lines[] = {a, b};
	char *bytes[2];
	size_t sizes[2];
	bool equal;

	for (int i = 0; i < 2; i++) {
		char line[512];

		snprintf(line, sizeof(line), FLAGS "%s -o same.elf", lines[i]);
		tool_compile(line);
		bytes[i] = tool_read("same.elf", &sizes[i]);
	}
	equal = sizes[0] == sizes[1] && !memcmp(bytes[0], bytes[1], sizes[0]);
	free(bytes[0]);
	free(bytes[1]);
	return equal;
}

/* The source only compiles if the option has its effect. */
static void test_opencl_meanings(void **state)
{
	(void)state;
	tool_write("k.cl", "#ifndef __FAST_RELAXED_MATH__\n#error slow\n#endif\n"
			   "__kernel void k(__global int *x) { *x = 1; }\n");
	tool_compile(FLAGS "-cl-fast-relaxed-math k.cl -o k.elf");
	tool_refuse(FLAGS "-cl-finite-math-only k.cl -o k.elf", "slow");
	tool_write("k.cl", "#ifndef __FINITE_MATH_ONLY__\n#error none\n#endif\n"
			   "#if !__FINITE_MATH_ONLY__\n#error infinite\n#endif\n"
			   "__kernel void k(__global int *x) { *x = 1; }\n");
	tool_compile(FLAGS "-cl-finite-math-only k.cl -o k.elf");
	/*
	 * Our headers must not use what these options exclude, because clang 18 and newer would
	 * warn.
	 */
	assert_string_equal(tool_output, "");
	tool_refuse(FLAGS "k.cl -o k.elf", "infinite");
	tool_write("k.cl", "typedef char single[sizeof(1.0) == 4 ? 1 : -1];\n"
			   "__kernel void k(__global int *x) { *x = sizeof(single); }\n");
	tool_compile(FLAGS "-cl-single-precision-constant k.cl -o k.elf");
	tool_refuse(FLAGS "k.cl -o k.elf", "negative size");
	tool_write("mad.cl", mad_source);
	assert_false(same("--march " TOOL_FUSING_ISA " mad.cl",
			  "--march " TOOL_FUSING_ISA " -cl-mad-enable mad.cl"));
	assert_true(same("--march " TOOL_FUSING_ISA " -cl-unsafe-math-optimizations mad.cl",
			 "--march " TOOL_FUSING_ISA
			 " -cl-unsafe-math-optimizations -cl-mad-enable mad.cl"));
	assert_true(same("-cl-opt-disable mad.cl", "-O0 mad.cl"));
	assert_false(same("-cl-opt-disable mad.cl", "mad.cl"));
}

static void test_opencl_accepted(void **state)
{
	static const char *const options[] = {
		"-cl-denorms-are-zero", "-cl-fp32-correctly-rounded-divide-sqrt",
		"-cl-strict-aliasing",  "-cl-uniform-work-group-size",
		"-cl-no-subgroup-ifp",  "-cl-no-signed-zeros",
		"-cl-kernel-arg-info",  "-cl-std=CL3.0",
		"-DN=1 -I .",
	};

	(void)state;
	tool_write("mad.cl", mad_source);
	for (size_t i = 0; i < sizeof(options) / sizeof(options[0]); i++) {
		char line[256];

		snprintf(line, sizeof(line), FLAGS "%s mad.cl -o k.elf", options[i]);
		tool_compile(line);
		assert_string_equal(tool_output, "");
	}
	tool_refuse(FLAGS "-cl-fast mad.cl -o k.elf", "unknown option '-cl-fast'");
	tool_refuse(FLAGS "-cl-std=CL9 mad.cl -o k.elf", "CL9");
	tool_refuse(FLAGS "-cl-std=clc++ mad.cl -o k.elf", "C++ for OpenCL is not supported");
	tool_refuse(FLAGS "-cl-std=CLC++2021 mad.cl -o k.elf", "C++ for OpenCL is not supported");
}

/* Which loops of an OpenCL C kernel run work-items one by one, and why. */
static void test_remarks(void **state)
{
	static const char reason[] =
		"k.cl:5:2: remark: each work-item runs this loop by itself: vectors of work-items do not suit '_Z";

	(void)state;
	if (!FCLC_LLVM)
		skip();
	tool_write("k.cl", "__kernel void k(__global const float *a, __global float *b, int n)\n{\n"
			   "\tfloat here = a[get_global_id(0)], sum = 0;\n\n"
			   "\tfor (int i = 0; i < n; i++)\n\t\tif (a[i] < here)\n"
			   "\t\t\tsum += pow(a[i], here);\n"
			   "\tfor (int i = 0; i < n; i++)\n\t\tsum += a[i] * here;\n"
			   "\tfor (int i = 0; i < n; i++)\n"
			   "\t\tsum += a[(int)get_global_id(0) + i] * here;\n"
			   "\tb[get_global_id(0)] = sum;\n}\n");
	tool_compile("-Rpass-missed=work-items --platform u250 -t sw_emu k.cl -o k.elf");
	assert_non_null(strstr(tool_output, reason));
	assert_null(strstr(tool_output, "k.cl:8:"));
	assert_null(strstr(tool_output, "k.cl:10:"));
	tool_compile("--no-cache --platform u250 -t sw_emu k.cl -o k.elf");
	assert_null(strstr(tool_output, "remark"));
}

/*
 * Scalar built-in functions, whose library code uses short vectors, are vectorised across
 * work-items.
 */
static void test_vectors_of_items(void **state)
{
	static const char *const calls[] = {"pow(x, 2.5f)", "tanh(x)", "atan(x)", "tgamma(x)"};

	(void)state;
	if (!FCLC_LLVM)
		skip();
	for (size_t i = 0; i < sizeof(calls) / sizeof(calls[0]); i++) {
		char source[256];

		snprintf(source, sizeof(source),
			 "__kernel void k(__global float *a)\n{\n"
			 "\tfloat x = a[get_global_id(0)];\n\n"
			 "\ta[get_global_id(0)] = %s;\n}\n",
			 calls[i]);
		tool_write("k.cl", source);
		tool_compile("-Rpass=loop-vectorize -Rpass-missed=loop-vectorize "
			     "--platform u250 -t sw_emu k.cl -o k.elf");
		assert_non_null(strstr(tool_output, "vectorized loop"));
		assert_null(strstr(tool_output, "loop not vectorized"));
	}
}

/* Loops over a private array next to __local memory, which cannot alias, are vectorised. */
static void test_vectors_of_own_arrays(void **state)
{
	(void)state;
	if (!FCLC_LLVM)
		skip();
	tool_write("k.cl", "__kernel void k(__global const float *a, __global float *b,\n"
			   "\t\t__local float *l, int n)\n{\n\tfloat c[64] = {0};\n\n"
			   "\tl[get_local_id(0)] = a[get_global_id(0)];\n"
			   "\tbarrier(CLK_LOCAL_MEM_FENCE);\n"
			   "\tfor (int j = 0; j < n; j++)\n\t\tfor (int i = 0; i < 64; i++)\n"
			   "\t\t\tc[i] += a[j] * l[i];\n\tfor (int i = 0; i < 64; i++)\n"
			   "\t\tb[get_global_id(0) * 64 + i] = c[i];\n}\n");
	tool_compile("-Rpass=loop-vectorize --platform u250 -t sw_emu k.cl -o k.elf");
	assert_non_null(strstr(tool_output, "k.cl:9:3: remark: vectorized loop"));
	assert_non_null(strstr(tool_output, "k.cl:11:2: remark: vectorized loop"));
}

static void test_warnings(void **state)
{
	(void)state;
	tool_write("k.cl", "__kernel void k(__global int *x) { int unused; *x = 1; }\n");
	tool_compile(FLAGS "-Wall k.cl -o k.elf");
	assert_non_null(strstr(tool_output, "unused"));
	tool_compile(FLAGS "-Wall -w k.cl -o k.elf");
	assert_string_equal(tool_output, "");
	tool_refuse(FLAGS "-Wall -Werror k.cl -o k.elf", "unused");
	/* Like the vendors' compilers, treats a parameter without a type as int. */
	tool_write("int.cl", "uchar f(a) { return a + 1; }\n"
			     "__kernel void k(__global uchar *x) { *x = f(*x); }\n");
	tool_compile(FLAGS "int.cl -o k.elf");
	assert_non_null(strstr(tool_output, "warning: "));
	assert_non_null(strstr(tool_output, "int.cl:1"));
}

/* fpgaclc's own headers, which are included before each source, give no warnings. */
static void test_headers_without_warnings(void **state)
{
	const char *const versions[] = {"CL1.2", "CL2.0", "CL3.0"};

	(void)state;
	tool_write("k.cl", "__kernel void k(__global int *x) { *x = 1; }\n");
	for (size_t i = 0; i < 3; i++) {
		char line[200];

		snprintf(line, sizeof(line), FLAGS "-cl-std=%s -Wall -Wextra -Werror k.cl -o k.elf",
			 versions[i]);
		tool_compile(line);
		assert_string_equal(tool_output, "");
	}
}

/* A source may enable fpgaclc's own extensions, which clang does not know. */
static void test_own_extensions(void **state)
{
	(void)state;
	tool_write("ends.cl",
		   "#pragma OPENCL EXTENSION cl_intel_channels : enable\n"
		   "#pragma OPENCL EXTENSION cl_altera_channels : enable\n"
		   "channel int c;\n"
		   "__kernel void put(int x) { write_channel_altera(c, x); }\n"
		   "__kernel void get(__global int *x) { *x = read_channel_intel(c); }\n");
	tool_compile(FLAGS "-Werror ends.cl -o ends.elf");
	assert_string_equal(tool_output, "");
	tool_compile(FLAGS "-cl-std=CL2.0 -Werror ends.cl -o ends.elf");
	assert_string_equal(tool_output, "");
	tool_write("other.cl", "#pragma OPENCL EXTENSION cl_nobody_has : enable\n"
			       "__kernel void k(__global int *x) { *x = 1; }\n");
	tool_refuse(FLAGS "-Werror other.cl -o other.elf", "cl_nobody_has");
}

/* Before 1.2, a source has to enable doubles for itself, but not for fpgaclc's own headers. */
static void test_doubles_of_old_versions(void **state)
{
	const char *const versions[] = {"-cl-std=CL1.0", "-cl-std=CL1.1"};

	(void)state;
	tool_write("f.cl", "__kernel void k(__global float *x) { *x = tgamma(*x); }\n");
	tool_write("d.cl", "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n"
			   "__kernel void k(__global double *x) { *x = tgamma(*x) * 0.1; }\n");
	tool_write("cast.cl", "__kernel void k(__global float *x) { *x *= 0.1; }\n");
	for (size_t i = 0; i < 2; i++) {
		char line[200];

		snprintf(line, sizeof(line), FLAGS "%s -Werror f.cl -o f.elf", versions[i]);
		tool_compile(line);
		assert_string_equal(tool_output, "");
		snprintf(line, sizeof(line), FLAGS "%s -Werror d.cl -o d.elf", versions[i]);
		tool_compile(line);
		assert_string_equal(tool_output, "");
		snprintf(line, sizeof(line), FLAGS "%s cast.cl -o cast.elf", versions[i]);
		tool_compile(line);
		assert_non_null(strstr(tool_output, "cast.cl:1"));
		assert_null(strstr(tool_output, "fpgaclc_"));
	}
}

/* Program-scope variables need 2.0; functions that return a pointer do not. */
static void test_global_variables(void **state)
{
	const char *const needs = "#if __OPENCL_C_VERSION__ < 200\n#error old\n#endif\n";
	const char *const variables[] = {"__global int v = 3;", "global float v[2][3] = {{1.0f}};",
					 "__global __attribute__((aligned(16))) int v;"};
	char source[300];

	(void)state;
	for (size_t i = 0; i < 3; i++) {
		snprintf(source, sizeof(source),
			 "%s%s\n__kernel void k(__global int *x) { *x = sizeof(v); }\n", needs,
			 variables[i]);
		tool_write("k.cl", source);
		tool_compile(FLAGS "k.cl -o k.elf");
	}
	snprintf(source, sizeof(source), "%s%s", needs,
		 "__global int *f(__global int *x) { return x + 1; }\n"
		 "__kernel void k(__global int *x) { *f(x) = 1; }\n");
	tool_write("k.cl", source);
	tool_refuse(FLAGS "k.cl -o k.elf", "old");
}

/* -f is v++'s --platform, whose value may be attached. */
static void test_never_something_else(void **state)
{
	(void)state;
	tool_write("copy.cpp", copy_source);
	assert_false(same("-k copy copy.cpp", "-k copy -ffast-math copy.cpp"));
	assert_true(same("-k copy -fwrapv copy.cpp", "-k copy copy.cpp"));
	assert_false(same("-k copy copy.cpp", "-k copy -fsanitize=undefined copy.cpp"));
	tool_refuse(FLAGS "-std=fast -k copy copy.cpp -o c.elf", "unknown option '-std=fast'");
	tool_refuse(FLAGS "-std=c7x -k copy copy.cpp -o c.elf", "unknown option '-std=c7x'");
	tool_refuse(FLAGS "-std=gnu5 -k copy copy.cpp -o c.elf", "unknown option '-std=gnu5'");
	tool_compile(FLAGS "-std=c99 -k copy copy.cpp -o c.elf");
	tool_compile(FLAGS "-std=iso9899:2011 -k copy copy.cpp -o c.elf");
	tool_compile(FLAGS "-k copy -fno-exceptions -fno-rtti copy.cpp -o c.elf");
	tool_refuse(FLAGS "-fsanitize=address -k copy copy.cpp -o c.elf",
		    "-fsanitize=address: expected undefined, bounds or another check");
	tool_refuse(FLAGS "-fsanitize=bounds,thread -k copy copy.cpp -o c.elf",
		    "-fsanitize=thread: expected undefined");
	tool_refuse(FLAGS "-flto -k copy copy.cpp -o c.elf",
		    "-flto: not allowed: the compiler would no longer write objects");
	tool_compile("-t sw_emu -fu280 -k copy copy.cpp -o c.xclbin");
	tool_refuse(FLAGS "-kernel=copy copy.cpp -o c.elf", "did you mean '--kernel'?");
	tool_refuse(FLAGS "-output=c.elf -k copy copy.cpp", "did you mean '--output'?");
	assert_int_equal(tool_count_files(".", "utput"), 0);
}

static void test_language(void **state)
{
	(void)state;
	tool_write("copy.txt", copy_source);
	tool_write("mad.txt", mad_source);
	tool_compile(FLAGS "-x c++ copy.txt -k copy -o c.elf");
	tool_compile(FLAGS "-xcl mad.txt -o c.elf");
	tool_refuse(FLAGS "-x c copy.txt -k copy -o c.elf", "error");
	tool_refuse(FLAGS "-x c++ -x none copy.txt -k copy -o c.elf",
		    "expected the name of a C, C++ or OpenCL C source");
	tool_refuse(FLAGS "-x spir mad.txt -o c.elf", "-x 'spir': expected cl, c, c++ or none");
}

/*
 * Headers listed with sources are not compiled, whatever they contain; a header alone is an error.
 */
static void test_listed_headers(void **state)
{
	(void)state;
	tool_write("copy.cpp", copy_source);
	tool_write("sizes.hpp", "int sizes[] = {1, 2};\n");
	tool_write("old.h", "#error old\n");
	tool_compile(FLAGS "-k copy copy.cpp sizes.hpp old.h -o c.elf");
	tool_compile(FLAGS "-c -k copy old.h copy.cpp -o c.xo");
	tool_refuse(FLAGS "-k copy sizes.hpp -o c.elf",
		    "'sizes.hpp': expected the name of a C, C++ or OpenCL C source");
	tool_refuse(FLAGS "-k copy sizes.hpp old.h -o c.elf",
		    "'sizes.hpp': expected the name of a C, C++ or OpenCL C source");
	tool_refuse(FLAGS "-k copy copy.cpp -x c++ old.h -o c.elf", "old");
}

static void aoc(const char *arguments, const char *output)
{
	size_t size;
	char *bytes;

	if (tool_run("./aoc", arguments))
		fail_msg("aoc %s\n%s", arguments, tool_output);
	bytes = tool_read(output, &size);
	if (strstr(output, ".aocx"))
		assert_memory_equal(bytes, "\177ELF", 4);
	free(bytes);
	assert_int_equal(unlink(output), 0);
}

static void test_aoc(void **state)
{
	(void)state;
	assert_int_equal(symlink(FPGACLC, "aoc"), 0);
	assert_int_equal(mkdir("device", 0777), 0);
	tool_write("device/mad.cl", mad_source);
	aoc("-march=emulator device/mad.cl", "mad.aocx");
	tool_write("device/two.cl", "__kernel void two(__global int *out) { *out = 2; }\n");
	aoc("-march=emulator device/mad.cl device/two.cl", "two.aocx");
	aoc("-march=emulator -board=pac_a10 -I device -DN=1 -Wall device/mad.cl -o bin.aocx",
	    "bin.aocx");
	aoc("-march=simulator -board u280 device/mad.cl -o=s.aocx", "s.aocx");
	aoc("-march=emulator -rtl device/mad.cl", "mad.aocr");
	assert_int_equal(tool_run("./aoc", "-c -march=emulator device/mad.cl -o mad.aoco"), 0);
	aoc("-march=emulator mad.aoco -o linked.aocx", "linked.aocx");
	aoc("-march=emulator -report -seed=3 -no-interleaving default device/mad.cl -o n.aocx",
	    "n.aocx");
	assert_non_null(strstr(tool_output, "no effect on an emulated board: -report, -seed, "
					    "-no-interleaving"));
	assert_int_equal(tool_run("./aoc", "device/mad.cl"), 1);
	assert_non_null(strstr(tool_output, "expected -march=emulator or -march=simulator, found "
					    "neither"));
	assert_int_equal(tool_run("./aoc", "-march=emulator -sea=3 device/mad.cl"), 1);
	assert_non_null(strstr(tool_output, "unknown option '-sea=3' of aoc"));
	assert_int_equal(tool_run("./aoc", "-march=emulator -Ldevice -lrtl.aoclib device/mad.cl"),
			 1);
	assert_non_null(
		strstr(tool_output, "error: -l rtl.aoclib: expected a library in the working"));
	tool_write("device/rtl.aoclib", "no library");
	assert_int_equal(tool_run("./aoc", "-march=emulator -Ldevice -l rtl.aoclib device/mad.cl"),
			 1);
	assert_non_null(
		strstr(tool_output, "error: -l device/rtl.aoclib: expected a library that"));
	assert_int_equal(tool_run("./aoc", "-shared device/mad.cl"), 1);
	assert_non_null(strstr(tool_output, "aocl library create"));
	assert_int_equal(tool_run("./aoc", "-version"), 0);
}

/* Options of old and new versions, with one dash or two, and values in each of their forms. */
static void test_aoc_spellings(void **state)
{
	(void)state;
	aoc("--march=emulator --board a10gx --fp-relaxed -W device/mad.cl --o old", "old.aocx");
	assert_non_null(strstr(tool_output, "no effect on an emulated board: -fp-relaxed\n"));
	aoc("-march emulator -dont-error-if-large-area-est -ffp-reassociate -profile=all -incremental=aggressive "
	    "-time t.out device/mad.cl -o bin.d/new.aocx",
	    "bin.d/new.aocx");
	assert_null(strstr(tool_output, "warning"));
	assert_int_equal(tool_run("./aoc", "-march=emulator -fp-relax device/mad.cl"), 1);
	assert_int_equal(tool_run("./aoc", "-list-boards"), 0);
	/* Makefiles take the first one. */
	assert_non_null(strstr(tool_output, "Board list:\n  u250\n"));
}

/* The macros that Intel's compiler defines; definitions on the command line take precedence. */
static void test_aoc_macros(void **state)
{
	(void)state;
	tool_write("macros.cl",
		   "#if !defined(INTELFPGA_CL) || INTELFPGA_CL != WANT\n#error version\n#endif\n"
		   "#if !AOCL_BOARD_a10 || !ACL_BOARD_a10\n#error board\n#endif\n"
		   "__kernel void k(__global int *x) { *x = INTELFPGA_CL; }\n");
	aoc("-march=emulator -board=bsp:a10 -DWANT=203 -Werror macros.cl", "macros.aocx");
	aoc("-march=emulator -board=a10 -DWANT=191 -D INTELFPGA_CL=191 -DACL_BOARD_a10 -Werror macros.cl",
	    "macros.aocx");
	assert_int_equal(tool_run("./aoc", "-march=emulator -board=b10 -DWANT=203 macros.cl"), 1);
	assert_non_null(strstr(tool_output, "error: board"));
	tool_refuse(FLAGS "-DWANT=203 macros.cl -o macros.elf", "error: version");
}

/*
 * Mathematical functions take integers wherever their names come from: a header beside the source,
 * one that is searched for, a flag, or two words that a macro joins.
 */
static void test_aoc_math(void **state)
{
	(void)state;
	tool_write("beside.h", "#define POWER(n) pow(n, 2)\n");
	assert_int_equal(mkdir("elsewhere", 0777), 0);
	tool_write("elsewhere/far.h", "#define ROOT(n) sqrt(n)\n");
	tool_write("near.cl", "#include \"beside.h\"\n"
			      "__kernel void k(__global float *x, int n) { *x = POWER(n); }\n");
	tool_write("far.cl", "#include <far.h>\n"
			     "__kernel void k(__global float *x, int n) { *x = ROOT(n); }\n");
	tool_write("flag.cl", "__kernel void k(__global float *x, int n) { *x = F(n); }\n");
	tool_write("joined.cl",
		   "#define OF(A, B) A##B\n"
		   "__kernel void k(__global float *x, int n) { *x = OF(co, s)(n); }\n");
	aoc("-march=emulator -Werror near.cl", "near.aocx");
	aoc("-march=emulator -Werror -I elsewhere far.cl", "far.aocx");
	aoc("-march=emulator -Werror -DF=exp flag.cl", "flag.aocx");
	aoc("-march=emulator -Werror joined.cl", "joined.aocx");
}

#define INFO "--cl-device-info=info.txt"

/* The command line of OpenCL's conformance tests. */
static void test_conformance(void **state)
{
	struct fcl_image *image;

	(void)state;
	/* Neither name needs a certain suffix. */
	tool_write("mad.0a1b", mad_source);
	tool_write("info.txt", "# device\nCL_DEVICE_ADDRESS_BITS=64\n"
			       "CL_DEVICE_EXTENSIONS=\"cl_khr_icd CL_DEVICE_NAME=no\"\n"
			       "CL_DEVICE_NAME=\"xilinx_u280_gen3x16_xdma_1_202211_1\"\n");
	assert_int_equal(tool_run(NULL, "--mode=binary --source=mad.0a1b --output=mad.out " INFO),
			 0);
	image = tool_image("mad.out");
	assert_non_null(strstr(image->vbnv, "u280"));
	assert_int_equal(image->nkernels, 1);
	fcl_image_unref(image);
	tool_write("need.cl", "#if N != 2 || !defined(__FAST_RELAXED_MATH__)\n#error N\n#endif\n"
			      "__kernel void k(__global int *x) { *x = N; }\n");
	assert_int_equal(tool_run(NULL, "--mode=binary --source=need.cl --output=n.out " INFO
					" -- -cl-fast-relaxed-math -D N=2"),
			 0);
	tool_refuse("--mode=binary --source=need.cl --output=m.out " INFO, "error: N");
	assert_int_equal(tool_count_files(".", "m.out"), 0);
	tool_refuse("--mode=spir-v --source=need.cl --output=m.out " INFO,
		    "expected binary, found spir-v");
	tool_refuse("--mode=binary --output=m.out " INFO, "expected --source=FILE too");
	tool_refuse("--mode=binary --source=need.cl --output=m.out -DN=2 " INFO,
		    "build options follow --");
	tool_refuse("--mode=binary --source=need.cl --output=m.out --cl-device-info=need.cl",
		    "expected a line CL_DEVICE_NAME");
}

/* A shift register of thousands of elements: unrolled, it would be 300 KB of code that compiles for seconds. */
static void test_large_unrolled(void **state)
{
	size_t size;

	(void)state;
	tool_write("k.cl",
		   "__kernel void k(__global const float *in, __global float *out, int n)\n{\n"
		   "\tfloat shift[2048];\n\tfor (int j = 0; j < n; j++) {\n#pragma unroll\n"
		   "\t\tfor (int i = 2047; i > 0; i--)\n\t\t\tshift[i] = shift[i - 1];\n"
		   "\t\tshift[0] = in[j];\n\t\tout[j] = shift[511] + shift[2047];\n\t}\n}\n");
	tool_compile(FLAGS "k.cl -o k.elf");
	free(tool_read("k.elf", &size));
	assert_in_range(size, 1, 100000);
}

static void test_no_clang(void **state)
{
	char *path = strdup(getenv("PATH"));

	(void)state;
	assert_non_null(path);
	tool_write("k.cpp", "void k(int *a) {}\n");
	setenv("PATH", "/nonexistent", 1);
	tool_refuse(FLAGS "-k k k.cpp -o o.xclbin",
		    "no clang is on PATH: install the packages clang-");
	setenv("PATH", path, 1);
	free(path);
}

/* A compiler that only prints its version. */
static void fake_clang(const char *name, unsigned version)
{
	char text[100];

	snprintf(text, sizeof(text), "#!/bin/sh\necho \"clang version %u.0.1\"\n", version);
	tool_write(name, text);
	assert_int_equal(chmod(name, 0755), 0);
}

/* Runs --print-clang, which must print the clang in the directory, or fail with the message. */
static void expect_clang(bool found, const char *text)
{
	assert_int_equal(tool_run(NULL, "--print-clang"), found ? 0 : 1);
	if (!strstr(tool_output, text))
		fail_msg("expected %s: %s", text, tool_output);
}

/* The clang that the plugin was built for, under either name; no other. */
static void test_which_clang(void **state)
{
	char *path, folder[PATH_MAX], name[32], line[64];

	(void)state;
	if (!FCLC_LLVM)
		skip();
	path = strdup(getenv("PATH"));
	assert_non_null(path);
	assert_non_null(getcwd(folder, sizeof(folder)));
	assert_int_equal(mkdir("bin", 0777), 0);
	strcat(folder, "/bin");
	setenv("PATH", folder, 1);
	expect_clang(false, "no clang is on PATH");
	fake_clang("bin/clang-14", 14);
	expect_clang(false, "no clang is on PATH");
	fake_clang("bin/clang", 14);
	expect_clang(false, "bin/clang', which is clang 14: install the package clang-");
	fake_clang("bin/clang", FCLC_LLVM);
	expect_clang(true, "/bin/clang\n");
	snprintf(name, sizeof(name), "bin/clang-%d", FCLC_LLVM);
	snprintf(line, sizeof(line), "/%s\n", name);
	fake_clang(name, FCLC_LLVM);
	expect_clang(true, line);
	tool_write("bin/clang-x", "#!/bin/sh\necho gcc\n");
	assert_int_equal(chmod("bin/clang-x", 0755), 0);
	assert_int_equal(tool_run(NULL, "--clang clang-x --print-clang"), 1);
	assert_non_null(strstr(tool_output, "bin/clang-x', which is no clang: install"));
	setenv("PATH", path, 1);
	free(path);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_opencl_meanings),
		cmocka_unit_test(test_opencl_accepted),
		cmocka_unit_test(test_remarks),
		cmocka_unit_test(test_vectors_of_items),
		cmocka_unit_test(test_vectors_of_own_arrays),
		cmocka_unit_test(test_warnings),
		cmocka_unit_test(test_headers_without_warnings),
		cmocka_unit_test(test_global_variables),
		cmocka_unit_test(test_own_extensions),
		cmocka_unit_test(test_doubles_of_old_versions),
		cmocka_unit_test(test_never_something_else),
		cmocka_unit_test(test_language),
		cmocka_unit_test(test_listed_headers),
		cmocka_unit_test(test_aoc),
		cmocka_unit_test(test_aoc_spellings),
		cmocka_unit_test(test_aoc_macros),
		cmocka_unit_test(test_aoc_math),
		cmocka_unit_test(test_conformance),
		cmocka_unit_test(test_large_unrolled),
		cmocka_unit_test(test_no_clang),
		cmocka_unit_test(test_which_clang),
	};

	return cmocka_run_group_tests(tests, tool_setup, tool_teardown);
}
