/* SPDX-License-Identifier: Apache-2.0 */
/* The image's description of kernels, compute units, memory and streams. */
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

static const struct fcl_image_arg *arg_of(const struct fcl_image *image, unsigned kernel,
					  const char *name)
{
	for (uint32_t i = 0; i < image->kernels[kernel].nargs; i++)
		if (!strcmp(image->kernels[kernel].args[i].name, name))
			return &image->kernels[kernel].args[i];
	fail_msg("no argument '%s'", name);
	return NULL;
}

static struct fcl_image *compile(const char *options, const char *source)
{
	char arguments[4096];

	snprintf(arguments, sizeof(arguments), "%s %s -o image.xclbin", options, source);
	tool_compile(arguments);
	return tool_image("image.xclbin");
}

/* The same offsets as v++ for vadd: 0x10, 0x1c, 0x28, 0x34. */
static void test_vadd(void **state)
{
	struct fcl_image *image = compile(FLAGS "-k vadd", tool_kernel("vadd.cpp"));
	const struct fcl_image_kernel *kernel = &image->kernels[0];
	static const uint64_t offsets[] = {0x10, 0x1c, 0x28, 0x34};
	static const char *const types[] = {"const int*", "const int*", "int*", "int"};
	static const char *const ports[] = {"M_AXI_GMEM0", "M_AXI_GMEM1", "M_AXI_GMEM0",
					    "S_AXI_CONTROL"};

	(void)state;
	assert_int_equal(image->container, FCL_IMAGE_XCLBIN);
	assert_int_equal(image->target, FCL_TARGET_SW_EMU);
	assert_string_equal(image->vbnv, "xilinx_u250_gen3x16_xdma_4_1_202210_1");
	assert_string_equal(image->isa, TOOL_DEFAULT_ISA);
	assert_int_equal(image->nkernels, 1);
	assert_string_equal(kernel->name, "vadd");
	assert_int_equal(kernel->nargs, 4);
	for (uint32_t i = 0; i < 4; i++) {
		assert_int_equal(kernel->args[i].id, i);
		assert_int_equal(kernel->args[i].offset, offsets[i]);
		assert_string_equal(kernel->args[i].type_name, types[i]);
		assert_string_equal(kernel->args[i].port, ports[i]);
		assert_int_equal(kernel->args[i].qualifier,
				 i < 3 ? FCL_ARG_GLOBAL : FCL_ARG_SCALAR);
		assert_int_equal(kernel->args[i].host_size, i < 3 ? 8 : 4);
	}
	assert_int_equal(image->ncus, 1);
	assert_string_equal(image->cus[0].name, "vadd_1");
	assert_int_equal(image->cus[0].control, FCL_CONTROL_HS);
	assert_true(image->cus[0].base != 0 && image->cus[0].base != UINT64_MAX);
	assert_int_equal(image->nconnections, 3);
	for (uint32_t i = 0; i < 3; i++)
		assert_string_equal(image->mems[image->connections[i].mem].tag, "DDR[0]");
	fcl_image_unref(image);
}

/* Defaults, every spelling of pragmas, and macros in them. */
static void test_pragmas(void **state)
{
	struct fcl_image *image;

	(void)state;
	tool_write("p.cpp",
		   "#define WHERE gmem7\n"
		   "#define HOW m_axi offset=slave\n"
		   "#define PRAGMA(x) _Pragma(#x)\n"
		   "#define NAME named\n"
		   "static void other(int *a) {\n"
		   "#pragma HLS INTERFACE m_axi port=a bundle=not_a_kernel\n"
		   "  *a = 1; }\n"
		   "void bare(int *a, float *b, char c) { a[0] = b[0] + c; other(a); }\n"
		   "extern \"C\"\n"
		   "void NAME(\n"
		   "  int *a, int *b, int *c,\n"
		   "  int *d, int *e, unsigned short f) {\n"
		   "#pragma hls interface HOW port=a bundle=WHERE\n"
		   "#pragma HLS INTERFACE mode=m_axi \\\n"
		   "    port = b  \\\n"
		   "    bundle = second depth=4 * 16\n"
		   "PRAGMA(HLS INTERFACE m_axi port=c bundle=third max_read_burst_length=64)\n"
		   "#pragma HLS INTERFACE m_axi depth=(16 * 2) port=d // bundle=wrong\n"
		   "  const char *text = \"} #pragma HLS\"; char brace = '}';\n"
		   "  const char *raw = R\"x(\n"
		   "}\n"
		   "#pragma HLS INTERFACE m_axi port=e bundle=in_a_string\n"
		   ")x\";\n"
		   "  if (f) {\n"
		   "#pragma HLS pipeline II=1\n"
		   "    *a = *b + *c + *d + *e + text[0] + brace + raw[0]; }\n"
		   "#pragma HLS INTERFACE s_axilite port=f bundle=regs\n"
		   "#pragma HLS INTERFACE ap_ctrl_chain port=return\n"
		   "}\n");
	image = compile(FLAGS "-k named -k bare", "p.cpp");
	assert_string_equal(arg_of(image, 0, "a")->port, "M_AXI_GMEM7");
	assert_string_equal(arg_of(image, 0, "b")->port, "M_AXI_SECOND");
	assert_string_equal(arg_of(image, 0, "c")->port, "M_AXI_THIRD");
	assert_string_equal(arg_of(image, 0, "d")->port, "M_AXI_GMEM");
	assert_string_equal(arg_of(image, 0, "e")->port, "M_AXI_GMEM");
	assert_string_equal(arg_of(image, 0, "f")->port, "S_AXI_REGS");
	assert_string_equal(arg_of(image, 0, "f")->type_name, "ushort");
	assert_int_equal(image->cus[0].control, FCL_CONTROL_CHAIN);
	assert_string_equal(arg_of(image, 1, "a")->port, "M_AXI_GMEM");
	assert_string_equal(arg_of(image, 1, "b")->port, "M_AXI_GMEM");
	assert_string_equal(arg_of(image, 1, "c")->port, "S_AXI_CONTROL");
	assert_int_equal(image->cus[1].control, FCL_CONTROL_HS);
	fcl_image_unref(image);
}

/* A pragma may name several ports. */
static void test_pragmas_of_ports(void **state)
{
	struct fcl_image *image;
	const char *said;

	(void)state;
	tool_write("ports.cpp",
		   "#define BOTH c, d\n"
		   "void ports(int *a, int *b, int *c, int *d, int e) {\n"
		   "#pragma HLS INTERFACE m_axi port=a,b bundle=first\n"
		   "#pragma HLS INTERFACE mode=m_axi port = BOTH  bundle=second depth=4 * 16\n"
		   "#pragma HLS INTERFACE s_axilite port=a ,*b,  e bundle=regs\n"
		   "  *a = *b + *c + *d + e; }\n");
	image = compile(FLAGS "-k ports", "ports.cpp");
	assert_string_equal(arg_of(image, 0, "a")->port, "M_AXI_FIRST");
	assert_string_equal(arg_of(image, 0, "b")->port, "M_AXI_FIRST");
	assert_string_equal(arg_of(image, 0, "c")->port, "M_AXI_SECOND");
	assert_string_equal(arg_of(image, 0, "d")->port, "M_AXI_SECOND");
	assert_string_equal(arg_of(image, 0, "e")->port, "S_AXI_REGS");
	fcl_image_unref(image);
	tool_write("ports.cpp", "void ports(int *a, int *b) {\n"
				"#pragma HLS INTERFACE m_axi port=a,other bundle=first\n"
				"  *a = *b; }\n");
	image = compile(FLAGS "-k ports", "ports.cpp");
	assert_string_equal(arg_of(image, 0, "a")->port, "M_AXI_FIRST");
	said = strstr(tool_output,
		      "ports.cpp:2:36: warning: pragma INTERFACE: 'ports' has no argument 'other'");
	assert_non_null(said);
	assert_null(strstr(strstr(said, "'other'"), "warning: "));
	fcl_image_unref(image);
}

/* Type names as in OpenCL, sizes, directions and register offsets for all widths. */
static void test_types(void **state)
{
	static const struct {
		const char *name, *type;
		uint64_t host_size, offset;
		enum fcl_image_direction direction;
	} expected[] = {
		{"c", "char", 1, 0x10, FCL_DIR_IN},
		{"ul", "ulong", 8, 0x18, FCL_DIR_IN},
		{"h", "half", 2, 0x24, FCL_DIR_IN},
		{"w", "wide", 16, 0x2c, FCL_DIR_IN},
		{"v", "float4", 16, 0x40, FCL_DIR_IN},
		{"k", "color", 4, 0x54, FCL_DIR_IN},
		{"in", "const anonymous*", 8, 0x5c, FCL_DIR_IN},
		{"out", "uchar*", 8, 0x68, FCL_DIR_UNKNOWN},
		{"raw", "void*", 8, 0x74, FCL_DIR_UNKNOWN},
		{"last", "bool", 1, 0x80, FCL_DIR_IN},
	};
	struct fcl_image *image;

	(void)state;
	tool_write("t.cpp",
		   "struct wide { int words[4]; };\n"
		   "typedef struct { int x; } anonymous;\n"
		   "typedef anonymous again;\n"
		   "typedef float float4 __attribute__((vector_size(16)));\n"
		   "enum color { RED };\n"
		   "typedef unsigned long ulong_t;\n"
		   "void t(const char c, ulong_t ul, _Float16 h, wide w, float4 v, color k,\n"
		   "       const again *in, unsigned char out[20], void *raw, bool last) {}\n");
	image = compile(FLAGS "-k t", "t.cpp");
	for (size_t i = 0; i < sizeof(expected) / sizeof(expected[0]); i++) {
		const struct fcl_image_arg *arg = &image->kernels[0].args[i];

		assert_string_equal(arg->name, expected[i].name);
		assert_string_equal(arg->type_name, expected[i].type);
		assert_int_equal(arg->host_size, expected[i].host_size);
		assert_int_equal(arg->offset, expected[i].offset);
		assert_int_equal(arg->direction, expected[i].direction);
	}
	fcl_image_unref(image);
}

/* A reference to an array is the same argument as the array; m_axi makes any reference memory. */
static void test_references(void **state)
{
	static const char *const names[] = {"a", "b", "c", "n"};
	struct fcl_image *image;

	(void)state;
	tool_write("r.cpp",
		   "#include <ap_int.h>\n"
		   "#define PRAGMAS _Pragma(\"HLS interface m_axi port=a bundle=wide\") \\\n"
		   "_Pragma(\"HLS interface s_axilite port=a bundle=regs\") \\\n"
		   "_Pragma(\"HLS interface ap_memory port=b\")\n"
		   "typedef short row[3];\n"
		   "void plain(const ap_uint<200> a[4], volatile row b[2], row c, int n)\n"
		   "{ PRAGMAS c[n] = b[1][2] + a[3]; }\n"
		   "void referred(const ap_uint<200> (&a)[4], volatile row (&b)[2], row &c,\n"
		   "              int n) { PRAGMAS c[n] = b[1][2] + a[3]; }\n"
		   "void one(int &x, const long &y, int &z) {\n"
		   "#pragma HLS interface m_axi port=x bundle=mine\n"
		   "#pragma HLS interface m_axi port=y\n"
		   "  x = y + z; }\n");
	image = compile(FLAGS "-k plain -k referred -k one", "r.cpp");
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		const struct fcl_image_arg *plain = arg_of(image, 0, names[i]);
		const struct fcl_image_arg *referred = arg_of(image, 1, names[i]);

		assert_string_equal(referred->type_name, plain->type_name);
		assert_string_equal(referred->port, plain->port);
		assert_int_equal(referred->qualifier, plain->qualifier);
		assert_int_equal(referred->host_size, plain->host_size);
		assert_int_equal(referred->offset, plain->offset);
	}
	for (uint32_t i = 0; i < image->kernels[0].nports; i++)
		assert_int_equal(image->kernels[1].ports[i].data_width,
				 image->kernels[0].ports[i].data_width);
	assert_string_equal(arg_of(image, 0, "a")->port, "M_AXI_WIDE");
	assert_string_equal(arg_of(image, 2, "x")->type_name, "int*");
	assert_string_equal(arg_of(image, 2, "x")->port, "M_AXI_MINE");
	assert_string_equal(arg_of(image, 2, "y")->type_name, "const long*");
	assert_int_equal(arg_of(image, 2, "z")->qualifier, FCL_ARG_SCALAR);
	fcl_image_unref(image);
}

/* Debug information has nothing but the name of a template that the source never instantiates. */
static void test_uninstantiated(void **state)
{
	struct fcl_image *image;

	(void)state;
	tool_write("u.cpp",
		   "#include <hls_stream.h>\n"
		   "template <class T, int N> struct lanes { T lane[N]; };\n"
		   "static void k(lanes<int, 3> *, float) {}\n"
		   "void k(lanes<short, 16> *a, const lanes<long, 2> &b, lanes<int, 4> (&c)[2],\n"
		   "       hls::stream<lanes<char, 6>> &s, int *out) {\n"
		   "#pragma HLS interface m_axi port=a bundle=first\n"
		   "  *out = 1; }\n"
		   "void reads(hls::stream<lanes<char, 6>> &t) { t.read(); }\n");
	image = compile(FLAGS "--connectivity.sc k_1.s:reads_1.t -k k -k reads", "u.cpp");
	assert_string_equal(arg_of(image, 0, "a")->type_name, "lanes<short, 16>*");
	assert_int_equal(arg_of(image, 0, "b")->host_size, 16);
	assert_string_equal(image->kernels[0].ports[0].name, "M_AXI_FIRST");
	assert_int_equal(image->kernels[0].ports[0].data_width, 256);
	assert_string_equal(image->kernels[0].ports[1].name, "M_AXI_GMEM");
	assert_int_equal(image->kernels[0].ports[1].data_width, 128);
	assert_string_equal(image->kernels[0].ports[2].name, "s");
	assert_int_equal(image->kernels[0].ports[2].data_width, 48);
	fcl_image_unref(image);
}

/* Time and memory for following pointers must not double with each of their updates. */
static void test_advancing_pointers(void **state)
{
	char text[4096] = "void walk(const int *in, int *out, int n) {\n"
			  "int sum = 0; const int *p = n ? in : out;\n";

	(void)state;
	for (int i = 0; i < 64; i++)
		strcat(text, "sum += *p++;\n");
	strcat(text, "*out = sum; }\n");
	tool_write("walk.c", text);
	fcl_image_unref(compile(FLAGS "-k walk", "walk.c"));
}

static unsigned count_banks(const struct fcl_image *image, const char *cu, const char *arg,
			    const char *first)
{
	unsigned count = 0;

	for (uint32_t i = 0; i < image->nconnections; i++) {
		const struct fcl_image_connection *c = &image->connections[i];
		const struct fcl_image_kernel *kernel = &image->kernels[image->cus[c->cu].kernel];

		if (strcmp(image->cus[c->cu].name, cu) != 0 ||
		    strcmp(kernel->args[c->arg].name, arg) != 0)
			continue;
		if (!count++)
			assert_string_equal(image->mems[c->mem].tag, first);
		assert_true(image->mems[c->mem].used);
	}
	return count;
}

static void test_connectivity(void **state)
{
	struct fcl_image *image;

	(void)state;
	tool_write("design.cfg", "# comments, blanks and other sections\n"
				 "platform = u280\n"
				 "debug=1\n"
				 "\n"
				 "[connectivity]\n"
				 "nk=vadd:3:left.right.middle   # three\n"
				 "sp = left.in1:HBM[0:3]\n"
				 "; a comment\n"
				 "sp=left.M_AXI_GMEM1:DDR[1]\n"
				 "sp=right.m_axi_gmem0:PLRAM[2]\n"
				 "sp=right.in2:bank1\r\n"
				 "slr=left:SLR0\n"
				 "[vivado]\n"
				 "prop=run.impl_1.strategy=x\n");
	image = compile("-t hw_emu -k vadd --config design.cfg", tool_kernel("vadd.cpp"));
	assert_int_equal(image->target, FCL_TARGET_HW_EMU);
	assert_non_null(strstr(image->vbnv, "u280"));
	assert_int_equal(image->ncus, 3);
	assert_int_equal(count_banks(image, "left", "in1", "HBM[0]"), 4);
	assert_int_equal(count_banks(image, "left", "in2", "DDR[1]"), 1);
	assert_int_equal(count_banks(image, "right", "in1", "PLRAM[2]"), 1);
	assert_int_equal(count_banks(image, "right", "out", "PLRAM[2]"), 1);
	assert_int_equal(count_banks(image, "right", "in2", "DDR[1]"), 1);
	assert_int_equal(count_banks(image, "middle", "in2", image->mems[0].tag), 1);
	assert_true(image->cus[0].base != image->cus[1].base);
	assert_true(image->cus[1].base != image->cus[2].base);
	fcl_image_unref(image);
	image = compile(FLAGS
			"-k vadd --connectivity.nk vadd:2 --connectivity.sp=vadd_2.out:DDR[3]",
			tool_kernel("vadd.cpp"));
	assert_int_equal(image->ncus, 2);
	assert_string_equal(image->cus[1].name, "vadd_2");
	assert_int_equal(count_banks(image, "vadd_2", "out", "DDR[3]"), 1);
	assert_int_equal(count_banks(image, "vadd_1", "out", "DDR[0]"), 1);
	fcl_image_unref(image);
}

/* The same input gives the same bytes in any directory; a different one gives another UUID. */
static void test_reproducible(void **state)
{
	const char *source =
		"#include <assert.h>\n"
		"#ifndef EXTRA\n#define EXTRA 0\n#endif\n"
		"void k(int *a) { assert(*a); *a = sizeof(__FILE__ __DATE__) + EXTRA; }\n";
	size_t sizes[2];
	void *bytes[2];
	struct fcl_image *one, *two;

	(void)state;
	tool_write("k.cpp", source);
	assert_int_equal(mkdir("elsewhere", 0700), 0);
	tool_write("elsewhere/k.cpp", source);
	tool_compile(FLAGS "-k k k.cpp -g -o one.xclbin");
	sleep(1); /* nor may it contain a time stamp */
	assert_int_equal(chdir("elsewhere"), 0);
	tool_compile(FLAGS "-k k k.cpp -g -o ../two.xclbin");
	assert_int_equal(chdir(".."), 0);
	bytes[0] = tool_read("one.xclbin", &sizes[0]);
	bytes[1] = tool_read("two.xclbin", &sizes[1]);
	assert_int_equal(sizes[0], sizes[1]);
	assert_memory_equal(bytes[0], bytes[1], sizes[0]);
	assert_null(memmem(bytes[0], sizes[0], "fpgaclc-test-", 13));
	free(bytes[0]);
	free(bytes[1]);
	tool_compile(FLAGS "-k k k.cpp -DEXTRA=1 -g -o two.xclbin");
	one = tool_image("one.xclbin");
	two = tool_image("two.xclbin");
	assert_memory_not_equal(one->uuid, two->uuid, sizeof(one->uuid));
	fcl_image_unref(one);
	fcl_image_unref(two);
}

/* Only the output is left behind, and the program does not need its build directory. */
static void test_copied(void **state)
{
	size_t size;
	char *bytes = tool_read(FPGACLC, &size);
	FILE *copy = fopen("copied", "we");
	char arguments[4096];

	(void)state;
	assert_non_null(copy);
	assert_int_equal(fwrite(bytes, 1, size, copy), size);
	assert_int_equal(fclose(copy), 0);
	free(bytes);
	assert_int_equal(chmod("copied", 0700), 0);
	assert_int_equal(mkdir("tmp", 0700), 0);
	assert_int_equal(mkdir("out", 0700), 0);
	setenv("TMPDIR", "tmp", 1);
	snprintf(arguments, sizeof(arguments), FLAGS "-k vadd %s -o out/vadd.xclbin",
		 tool_kernel("vadd.cpp"));
	assert_int_equal(tool_run("./copied", arguments), 0);
	assert_string_equal(tool_output, "");
	tool_refuse(FLAGS "-k nothing p.cpp -o out/other.xclbin", "'nothing'");
	unsetenv("TMPDIR");
	assert_int_equal(tool_count_files("out", ""), 1);
	assert_int_equal(tool_count_files("tmp", ""), 0);
	assert_int_equal(tool_run("./copied", "--help"), 0);
	assert_non_null(strstr(tool_output, "fpgaclc -t sw_emu --platform u250 -k vadd"));
}

static void test_save_temps(void **state)
{
	char arguments[4096];

	(void)state;
	snprintf(arguments, sizeof(arguments), FLAGS "-k vadd --save-temps %s -o kept.xclbin",
		 tool_kernel("vadd.cpp"));
	tool_compile(arguments);
	assert_int_equal(tool_count_files("kept.xclbin.temps", "payload.so"), 1);
}

/* Names of directories and files do not affect how fpgaclc treats them. */
static void test_misleading_paths(void **state)
{
	static const char *const words[] = {"verilated", "rtl", "payload.cl", "dynamic"};
	char name[64], arguments[4096];

	(void)state;
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		snprintf(name, sizeof(name), "%s-x", words[i]);
		assert_int_equal(mkdir(name, 0700), 0);
		setenv("TMPDIR", name, 1);
		snprintf(arguments, sizeof(arguments), FLAGS "-k vadd %s -o %s/vadd.xclbin",
			 tool_kernel("vadd.cpp"), name);
		tool_compile(arguments);
		unsetenv("TMPDIR");
		snprintf(arguments, sizeof(arguments),
			 FLAGS "-k vadd --save-temps %s -o %s_vadd.xclbin", tool_kernel("vadd.cpp"),
			 words[i]);
		tool_compile(arguments);
	}
}

/* A compiler that crashes leaves nothing behind. */
static void test_crash(void **state)
{
	(void)state;
	assert_int_equal(mkdir("crashed", 0700), 0);
	setenv("TMPDIR", "crashed", 1);
	tool_write("crash.cpp", "#pragma clang __debug parser_crash\n"
				"extern \"C\" void k(int *a) { *a = 1; }\n");
	tool_refuse(FLAGS "-k k crash.cpp -o out.xclbin", "clang");
	unsetenv("TMPDIR");
	assert_int_equal(tool_count_files("crashed", ""), 0);
}

/* Sources without any common name can be in one image. */
static void test_strangers(void **state)
{
	struct fcl_image *image;

	(void)state;
	tool_write("one.c", "void one(int *a) { *a = 1; }\n");
	tool_write("two.c", "void two(int *a) { *a = 2; }\n");
	image = compile(FLAGS "-k one -k two", "one.c two.c");
	assert_int_equal(image->nkernels, 2);
	fcl_image_unref(image);
}

/* A source may define no function, such as a table, or nothing under the macros of synthesis. */
static void test_without_functions(void **state)
{
	struct fcl_image *image;

	(void)state;
	tool_write("table.c", "const int table[] = {7, 8};\n");
	tool_write("user.c", "extern const int table[];\nvoid user(int *a) { *a = table[1]; }\n");
	tool_write("nothing.c", "");
	image = compile(FLAGS "-k user", "table.c user.c nothing.c");
	assert_int_equal(image->nkernels, 1);
	fcl_image_unref(image);
}

/* "kernel:cu" has 63 characters at most; longer default names are replaced. */
static void test_long_names(void **state)
{
	struct fcl_image *image;

	(void)state;
	tool_write("long.c", "void a_kernel_whose_name_takes_more_than_half(int *a) { *a = 1; }\n"
			     "void a_kernel_whose_name_takes_more_than_hulf(int *a) { *a = 2; }\n");
	image = compile(
		FLAGS
		"-k a_kernel_whose_name_takes_more_than_half -k a_kernel_whose_name_takes_more_than_hulf",
		"long.c");
	assert_int_equal(image->ncus, 2);
	assert_string_equal(image->cus[0].name, "k1_1");
	assert_string_equal(image->cus[1].name, "k2_1");
	fcl_image_unref(image);
}

/*
 * IP_LAYOUT only has room for the CU's name, not its kernel's; OpenCL requires 64 characters for
 * kernel names.
 */
static void test_names_beyond_the_field(void **state)
{
	char source[600], name[201];
	struct fcl_image *image;

	(void)state;
	memset(name, 'n', sizeof(name) - 1);
	name[sizeof(name) - 1] = 0;
	snprintf(source, sizeof(source),
		 "__kernel void k%.63s(__global int *a) { *a = 1; }\n"
		 "__kernel void m%.63s(__global int *a) { *a = 2; }\n"
		 "__kernel void %s(__global int *a) { *a = 3; }\n",
		 name, name, name);
	tool_write("names.cl", source);
	for (int elf = 0; elf < 2; elf++) {
		tool_compile(elf ? FLAGS "names.cl -o image.elf"
				 : FLAGS "names.cl -o image.xclbin");
		image = tool_image(elf ? "image.elf" : "image.xclbin");
		assert_int_equal(image->ncus, 3);
		for (uint32_t i = 0; i < 3; i++) {
			const char *kernel = image->kernels[image->cus[i].kernel].name;

			assert_int_equal(strlen(kernel), kernel[1] == kernel[0] ? 200 : 64);
			assert_int_equal(image->cus[i].name[1],
					 "kmn"[image->cus[i].kernel] == kernel[0]
						 ? '1' + (int)image->cus[i].kernel
						 : 0);
		}
		fcl_image_unref(image);
	}
}

static unsigned count_of(const char *text, const char *part)
{
	unsigned count = 0;

	while ((text = strstr(text, part))) {
		text += strlen(part);
		count++;
	}
	return count;
}

/* The compiler reads a source once, also if something in it makes it complain. */
static void test_once(void **state)
{
	(void)state;
	tool_write("once.cpp", "static int unused() { return 1; }\n"
			       "void k(int *a) {\n"
			       "#pragma HLS PIPELIN\n"
			       "  a[0] = 1; }\n");
	tool_compile("--no-cache -v -Wall -c " FLAGS "-k k once.cpp -o once.xo");
	assert_int_equal(count_of(tool_output, " once.cpp "), 1);
	assert_int_equal(count_of(tool_output, "did you mean 'PIPELINE'"), 1);
	assert_int_equal(count_of(tool_output, "unused function 'unused'"), 1);
	tool_compile("-Wall -c " FLAGS "-k k once.cpp -o once.xo");
	assert_int_equal(count_of(tool_output, "unused function 'unused'"), 1);
}

/* More sources than compilers may wait for their wrappers at a time. */
static void test_many_sources(void **state)
{
	char name[32], text[128], arguments[2048] = "--no-cache -c " FLAGS "-o many.xo";

	(void)state;
	for (unsigned i = 0; i < 20; i++) {
		snprintf(name, sizeof(name), "many%u.c", i);
		snprintf(text, sizeof(text), "void k%u(int *a) { a[0] = %u; }\n", i, i);
		tool_write(name, text);
		snprintf(text, sizeof(text), " -k k%u %s", i, name);
		strcat(arguments, text);
	}
	tool_compile(arguments);
}

/* What follows a source is no part of its last line or block. */
static void test_ends(void **state)
{
	(void)state;
	tool_write("end.cpp", "void k(int *a) { *a = 1; } // \\");
	tool_compile("-c " FLAGS "-k k end.cpp -o end.xo");
	tool_write("end.c", "void k(int *a) { *a = 1; }\n#define LAST 1 +");
	tool_compile("-c -Wall -Wextra -Werror " FLAGS "-k k end.c -o end.xo");
	tool_write("end.cpp", "void k(int *a) { *a = 1;");
	tool_refuse("-c " FLAGS "-k k end.cpp -o end.xo", "expected '}'");
	tool_write("end.cpp", "void k(int *a) { *a = 1; }\n#if 1\n");
	tool_refuse("-c " FLAGS "-k k end.cpp -o end.xo", "unterminated conditional");
	tool_write("end.cpp", "void k(int *a) { *a = 1; }\n/*\n");
	tool_refuse("-c " FLAGS "-k k end.cpp -o end.xo", "unterminated /* comment");
	tool_write("end.cpp",
		   "void k(int *a) { *a = 1; }\nstatic int f(); int g() { return f(); }\n");
	tool_compile("-c -w " FLAGS "-k k end.cpp -o end.xo");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_vadd),
		cmocka_unit_test(test_pragmas),
		cmocka_unit_test(test_pragmas_of_ports),
		cmocka_unit_test(test_types),
		cmocka_unit_test(test_references),
		cmocka_unit_test(test_uninstantiated),
		cmocka_unit_test(test_advancing_pointers),
		cmocka_unit_test(test_connectivity),
		cmocka_unit_test(test_reproducible),
		cmocka_unit_test(test_copied),
		cmocka_unit_test(test_save_temps),
		cmocka_unit_test(test_crash),
		cmocka_unit_test(test_misleading_paths),
		cmocka_unit_test(test_strangers),
		cmocka_unit_test(test_without_functions),
		cmocka_unit_test(test_long_names),
		cmocka_unit_test(test_names_beyond_the_field),
		cmocka_unit_test(test_once),
		cmocka_unit_test(test_many_sources),
		cmocka_unit_test(test_ends),
	};

	return cmocka_run_group_tests(tests, tool_setup, tool_teardown);
}
