/* SPDX-License-Identifier: Apache-2.0 */
/* v++'s command line: separate compile, link and package steps, all of config files, and errors. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "board.h"
#include "tool.h"

#define FLAGS "-t sw_emu --platform u250 "

/*
 * Both have a function helper() and a static variable of the same name, which must stay separate.
 */
static const char add_source[] = "static int calls;\nint helper(int x) { calls++; return x + 1; }\n"
				 "extern \"C\" void add(const int *in, int *out, int n)\n{\n"
				 "#pragma HLS INTERFACE m_axi port=in bundle=g0\n"
				 "\tfor (int i = 0; i < n; i++)\n\t\tout[i] = helper(in[i]);\n}\n";
static const char twice_source[] =
	"static int calls;\nint helper(int x) { calls++; return 2 * x; }\n"
	"void twice(const int *in, int *out, int n)\n{\n"
	"\tfor (int i = 0; i < n; i++)\n\t\tout[i] = helper(in[i]);\n}\n";

static int setup(void **state)
{
	if (tool_setup(state))
		return -1;
	tool_write("add.cpp", add_source);
	tool_write("twice.cpp", twice_source);
	tool_compile("-c " FLAGS "-k add add.cpp -o add.xo");
	tool_compile("-c " FLAGS "-ktwice -otwice.xo twice.cpp");
	return 0;
}

static int run(const struct board *board, const char *kernel, int value)
{
	int out = 0, one = 1;

	board_reset();
	board_pointer(0x10, &value);
	board_pointer(0x1c, &out);
	board_arg(0x28, &one, sizeof(one));
	assert_int_equal(board_start(board, kernel), 0);
	return out;
}

/* Without -t, a .xo file can be linked for any target. */
static void test_any_target(void **state)
{
	struct fcl_image *image;

	(void)state;
	tool_compile("-c --platform u250 -k add add.cpp -o any.xo");
	tool_compile("-l -t hw_emu --platform u250 any.xo -o any.xclbin");
	image = tool_image("any.xclbin");
	assert_int_equal(image->target, FCL_TARGET_HW_EMU);
	fcl_image_unref(image);
	tool_refuse("-l --platform u250 any.xo -o bad.xclbin", "no target: give -t sw_emu");
}

/* A step and an option that takes a value, combined after one dash. */
static void test_grouped(void **state)
{
	struct board board;

	(void)state;
	tool_compile(FLAGS "-k twice twice.cpp -co grouped.xo");
	tool_compile(FLAGS "-lo grouped.xclbin grouped.xo");
	board_load(&board, "grouped.xclbin");
	assert_int_equal(run(&board, "twice", 20), 40);
	board_unload(&board);
	tool_refuse(FLAGS "-lc add.xo", "unknown option '-lc'");
	tool_refuse(FLAGS "-lq add.xo", "unknown option '-lq'");
	tool_refuse(FLAGS "-config add.xo", "unknown option '-config'; did you mean '--config'?");
}

/* Kernels compiled separately keep their own functions, and can be linked in any order. */
static void test_link(void **state)
{
	struct fcl_image *image;
	struct board board;

	(void)state;
	tool_compile(
		"-l " FLAGS
		"twice.xo add.xo --connectivity.nk=add:2:left.right --connectivity.sp left.in:DDR[1] -o both.xclbin");
	board_load(&board, "both.xclbin");
	assert_int_equal(run(&board, "add", 20), 21);
	assert_int_equal(run(&board, "twice", 20), 40);
	board_unload(&board);
	image = tool_image("both.xclbin");
	assert_int_equal(image->ncus, 3);
	assert_int_equal(image->kernels[0].nargs, 3);
	assert_string_equal(image->kernels[fcl_image_find_kernel(image, "add")].args[0].type_name,
			    "const int*");
	assert_string_equal(image->kernels[fcl_image_find_kernel(image, "add")].ports[0].name,
			    "M_AXI_G0");
	fcl_image_unref(image);
	/* The .xo file records its target. */
	tool_compile("-l add.xo -o alone.xclbin");
}

/* In one step or in two, the result is the same. */
static void test_same_facts(void **state)
{
	struct fcl_image *one, *two;

	(void)state;
	tool_compile(FLAGS "-k add add.cpp -o one.xclbin");
	tool_compile("-l " FLAGS "add.xo -o two.xclbin");
	one = tool_image("one.xclbin");
	two = tool_image("two.xclbin");
	assert_int_equal(one->kernels[0].nports, two->kernels[0].nports);
	for (uint32_t i = 0; i < one->kernels[0].nports; i++) {
		assert_string_equal(one->kernels[0].ports[i].name, two->kernels[0].ports[i].name);
		assert_int_equal(one->kernels[0].ports[i].mode, two->kernels[0].ports[i].mode);
	}
	for (uint32_t i = 0; i < one->kernels[0].nargs; i++) {
		const struct fcl_image_arg *a = &one->kernels[0].args[i];
		const struct fcl_image_arg *b = &two->kernels[0].args[i];

		assert_string_equal(a->name, b->name);
		assert_string_equal(a->type_name, b->type_name);
		assert_string_equal(a->port, b->port);
		assert_int_equal(a->offset, b->offset);
		assert_int_equal(a->size, b->size);
		assert_int_equal(a->direction, b->direction);
	}
	fcl_image_unref(one);
	fcl_image_unref(two);
}

/* A stream's direction may only be known when it is connected. */
static void test_late_direction(void **state)
{
	struct fcl_image *image;

	(void)state;
	tool_write(
		"s.cpp",
		"#include <hls_stream.h>\n"
		"struct box { hls::stream<int> &s; };\n"
		"void from(const int *a, hls::stream<int> &out)\n"
		"{ box b{out}, *p = &b; p->s.write(*a); }\n"
		"void to(hls::stream<int> &in, int *a) { box b{in}, *p = &b; *a = p->s.read(); }\n");
	tool_compile("-c " FLAGS "-k from -k to s.cpp -o s.xo");
	tool_refuse("-l s.xo -o s.xclbin", "cannot tell whether the kernel reads or writes");
	tool_compile("-l s.xo --connectivity.sc from_1.out:to_1.in:7 -o s.xclbin");
	image = tool_image("s.xclbin");
	assert_int_equal(image->nstreams, 1);
	assert_int_equal(image->streams[0].depth, 7);
	assert_int_equal(image->kernels[fcl_image_find_kernel(image, "to")].args[0].direction,
			 FCL_DIR_IN);
	fcl_image_unref(image);
}

/* Two dots inside a file name do not lead out of its directory. */
static void test_dotted_hdl(void **state)
{
	char arguments[4096];
	size_t size;
	char *text;

	(void)state;
	text = tool_read(KERNELS "/../../apps/vitis/rtl_trouble/src/odd.sv", &size);
	tool_write("odd..2.sv", text);
	free(text);
	snprintf(arguments, sizeof(arguments), "-c -k odd %s odd..2.sv -o odd.xo",
		 KERNELS "/../../apps/vitis/rtl_trouble/src/kernel.xml");
	tool_compile(arguments);
	tool_compile("-l -t hw_emu --platform u250 odd.xo -o odd.xclbin");
}

/* Lists of options grow by doubling: the 8,000 directives take 256 KB, not a gigabyte of copies. */
static void test_many_directives(void **state)
{
	enum { LINES = 8000, MOST_KB = 512 * 1024 };
	FILE *file = fopen("many.cfg", "we");
	struct rusage usage;

	(void)state;
	assert_non_null(file);
	fputs("[connectivity]\n", file);
	for (int i = 0; i < LINES; i++)
		fputs("slr=none_1:SLR0\n", file);
	assert_int_equal(fclose(file), 0);
	tool_refuse(FLAGS "-k none none.cpp --config many.cfg -o many.xclbin", "'none.cpp'");
	assert_int_equal(getrusage(RUSAGE_CHILDREN, &usage), 0);
	assert_true(usage.ru_maxrss < MOST_KB);
}

static void test_package(void **state)
{
	size_t one_size, two_size;
	char *one, *two;

	(void)state;
	tool_compile("-l add.xo -o l.xclbin");
	tool_compile("-p l.xclbin " FLAGS "--package.out_dir out -o p.xclbin");
	one = tool_read("l.xclbin", &one_size);
	two = tool_read("p.xclbin", &two_size);
	assert_int_equal(one_size, two_size);
	assert_memory_equal(one, two, one_size);
	assert_int_equal(access("out", F_OK), 0);
	free(one);
	free(two);
	tool_refuse("-p l.xclbin -t hw_emu -f u250 -o p.xclbin", "'l.xclbin' is for sw_emu");
	tool_refuse("-p add.xo -t sw_emu -f u250 -o p.xclbin", "'add.xo'");
}

static void test_config(void **state)
{
	struct fcl_image *image;

	(void)state;
	tool_write("all.cfg", "# everything\nplatform=u280\ntarget=sw_emu\nsave-temps=0\ndebug=1\n"
			      "kernel_frequency=0:250|1:400\n\n"
			      "[connectivity]   # who is where\n"
			      "nk=add:3:x.y.z\r\n"
			      "sp = x.in:HBM[0:31].15.RAMA\n"
			      "sp=y.out:PLRAM[0] ; a small one\n"
			      "slr=x:SLR0\n"
			      "[clock]\nfreqHz=280000000:x.ap_clk,y\n"
			      "[hls]\njobs=4\nclock=300000000:add\n"
			      "[profile]\ndata=all:all:all:all\n"
			      "[advanced]\nparam=compiler.addOutputTypes=hw_export\n"
			      "[vivado]\nprop=run.impl_1.STRATEGY={a b}\n");
	tool_compile("-l add.xo --config all.cfg -o c.xclbin");
	assert_non_null(strstr(tool_output, "no effect on an emulated board: --hls.jobs, "));
	image = tool_image("c.xclbin");
	assert_non_null(strstr(image->vbnv, "u280"));
	assert_int_equal(image->ncus, 3);
	assert_int_equal(image->nconnections, 32 + 5);
	assert_int_equal(image->clocks[0].frequency_mhz, 250);
	assert_int_equal(image->clocks[1].frequency_mhz, 400);
	fcl_image_unref(image);
	/* Compiler flags can be a property of a kernel, and users' macro names are not reserved. */
	tool_write("flags.cfg", "[advanced]\nprop=kernel.f.kernel_flags=-DN=3 -std=c++17\n");
	tool_write("f.cpp", "static_assert(N == 3 && __cplusplus >= 201703L, \"\");\n"
			    "void f(int *a) { *a = N; }\n");
	tool_compile("-c " FLAGS "-k f f.cpp --config flags.cfg -o f.xo");
}

/* Flags with which the compiler would run code, or read or write other files. */
static const char *const refused_flags[] = {
	"-fplugin=x.so",
	"-fpass-plugin=x.so",
	"-Xclang -load",
	"-Xclang=-load",
	"-ftime-trace=hacked",
	"-ftime-report",
	"-serialize-diagnostics hacked",
	"--serialize-diagnostics=hacked",
	"-Wp,-MD,hacked",
	"-Wa,-o,hacked",
	"-Wl,-o,hacked",
	"-MD",
	"-MF hacked",
	"-o hacked",
	"-save-temps",
	"-fprofile-instr-generate=hacked",
	"-fcoverage-mapping",
	"-fsave-optimization-record=yaml",
	"-foptimization-record-file=hacked",
	"-fmodules-cache-path=hacked",
	"-fcrash-diagnostics-dir=hacked",
	"-fdebug-compilation-dir=hacked",
	"-mllvm -load=x.so",
	"-fuse-ld=x",
	"-B.",
	"-specs=x",
	"-wrapper x",
	"--config=x",
	"--config x",
	"@x",
	"-I @x",
	"-include-pch x",
	"-include -pch x",
	"-isystem-after x",
	"-D",
	"-D -fplugin=x.so",
	"other.c",
	"-dsym-dir x",
	"-gcc-toolchain=x",
	"--gcc-toolchain=x",
	"--clang=x",
	"--prepare x",
	"-x ir",
	"-E",
	"-flto",
	"-v",
};

/* A config file runs no code and writes no files through the compiler. */
static void test_flags_of_files(void **state)
{
	static const char *const keys[] = {
		"[advanced]\nprop=kernel.f.kernel_flags=%s\n",
		"[hls]\nsyn.cflags=%s\n",
		"[hls]\nsyn.file_cflags=f.cpp,%s\n",
	};
	char text[256];

	(void)state;
	tool_write("f.cpp", "void f(int *a) { *a = 1; }\n");
	for (size_t i = 0; i < sizeof(refused_flags) / sizeof(refused_flags[0]); i++)
		for (size_t j = 0; j < sizeof(keys) / sizeof(keys[0]); j++) {
			snprintf(text, sizeof(text), keys[j], refused_flags[i]);
			tool_write("flags.cfg", text);
			/* "-I @x" is an include folder that does not exist. */
			if (!strcmp(refused_flags[i], "-I @x"))
				tool_compile("-c " FLAGS "-k f f.cpp --config flags.cfg -o f.xo");
			else
				tool_refuse("-c " FLAGS "-k f f.cpp --config flags.cfg -o f.xo",
					    "flags.cfg:2: error: ");
			assert_int_not_equal(access("hacked", F_OK), 0);
		}
	tool_write("flags.cfg", "clang=./x\n");
	tool_refuse("-c " FLAGS "-k f f.cpp --config flags.cfg -o f.xo",
		    "'clang' can be given on the command line only");
	tool_write("flags.cfg", "input_files=-fplugin=x.so\n");
	tool_refuse("-c " FLAGS "-k f f.cpp --config flags.cfg -o f.xo", "./-fplugin=x.so");
	/* What people have in such files. */
	tool_write(
		"flags.cfg",
		"\xef\xbb\xbf[hls]\ndebug=1\nsave-temps=0\nreport_level=2\n"
		"syn.cflags=-DA=1 -D B -I. -I include -Wall -Wno-unused -std=c++17 -O3 -fno-builtin "
		"-funroll-loops -ffast-math -g -fPIC -w -isystem . -UA\n");
	tool_compile("-c " FLAGS "-k f f.cpp --config flags.cfg -o f.xo");
}

/* One file may have the flags of several kernels that are compiled separately. */
static void test_kernel_flags(void **state)
{
	(void)state;
	tool_write("flags.cfg", "[advanced]\nprop=kernel.f.kernel_flags=-DN=3\n"
				"prop=kernel.g.kernel_flags=-DN=4 -DM\n");
	tool_write("f.cpp", "#ifdef M\n#error of another kernel\n#endif\n"
			    "static_assert(N == 3, \"\");\nvoid f(int *a) { *a = N; }\n");
	tool_compile("-c " FLAGS "-k f f.cpp --config flags.cfg -o f.xo");
	assert_null(strstr(tool_output, "warning"));
	tool_compile("-c " FLAGS "--config flags.cfg -k f f.cpp -o f.xo");
	tool_write("g.cpp", "static_assert(N == 4, \"\");\nvoid g(int *a) { *a = N; }\n"
			    "void h(int *a) { *a = 2; }\n");
	tool_compile("-c " FLAGS "-k g -k h g.cpp --config flags.cfg -o g.xo");
	assert_non_null(strstr(tool_output, "the flags of kernel 'g' apply to all kernels"));
}

static void test_config_errors(void **state)
{
	static const struct {
		const char *text, *message;
	} refusals[] = {
		{"[conectivity]\n",
		 "e.cfg:1: error: there is no section [conectivity]; did you mean [connectivity]?"},
		{"[connectivity]\n\nnkk=add:1\n",
		 "e.cfg:3: error: [connectivity] has no 'nkk'; did you mean 'nk'?"},
		{"platfrm=u250\n",
		 "e.cfg:1: error: the part before the first section has no 'platfrm'; did you mean 'platform'?"},
		{"config=other.cfg\n",
		 "e.cfg:1: error: 'config' can be given on the command line only"},
		{"[clock\n",
		 "e.cfg:1: error: expected [<section>], found '[clock' without a closing bracket"},
		{"[hls] jobs=1\n",
		 "e.cfg:1: error: expected nothing after [<section>], found 'jobs=1'"},
		{"debug=maybe\n", "e.cfg:1: error: debug: expected 1 or 0, found 'maybe'"},
		{"=1\n", "e.cfg:1: error: expected <key>=<value>, found no key before '=1'"},
		{"kernel_frequency=2:100\n", "e.cfg:1: error: kernel_frequency '2:100'"},
		{"[connectivity]\nslr=add_1:3\n", "e.cfg:2: error: slr=add_1:3: expected <cu>:SLR"},
		{"[connectivity]\nslr=b:SLR0\n", "e.cfg:2: error: slr=b:SLR0: there is no compute"},
		{"[clock]\nfreqHz=2000000000000:add_1\n",
		 "e.cfg:2: error: freqHz=2000000000000:add_1: expected Hz from 1000000 to 10000000000"},
		{"[clock]\nfreqHz=1000000:b\n", "e.cfg:2: error: freqHz=1000000:b: there is no"},
		{"[clock]\ndefaultFreqHz=9\n", "e.cfg:2: error: defaultFreqHz '9': expected Hz"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(refusals) / sizeof(refusals[0]); i++) {
		tool_write("e.cfg", refusals[i].text);
		tool_refuse("-l add.xo --config e.cfg -o e.xclbin", refusals[i].message);
	}
	assert_int_not_equal(access("e.xclbin", F_OK), 0);
}

/* Flags reach the compiler, both from a kernel's property and from the command line. */
static void test_flags(void **state)
{
	static const char source[] = "#if !defined GIVEN || !__FAST_MATH__\n"
				     "#error not passed\n"
				     "#endif\n"
				     "void f(int *a) { *a = 1; }\n";
	struct fcl_image *image;

	(void)state;
	tool_write("flags.c", source);
	tool_write("given.h", "#define GIVEN\n");
	tool_write("flags.cfg", "[advanced]\n"
				"prop=kernel.f.kernel_flags=-include given.h -ffast-math -O0 -g\n");
	tool_compile("-c " FLAGS "-k f flags.c --config flags.cfg -o flags.xo");
	assert_null(strstr(tool_output, "no effect"));
	tool_compile("-c " FLAGS "-k f flags.c -include given.h -ffast-math -O0 -g -o flags.xo");
	tool_write("flags.cfg", "[advanced]\nprop=kernel.f.kernel_flags=-fno-such-flag\n");
	tool_refuse("-c " FLAGS "-k f flags.c --config flags.cfg -o flags.xo",
		    "flags.cfg:2: error: kernel_flags: a config file cannot set '-fno-such-flag'");
	tool_refuse("-c " FLAGS "-k f flags.c -fno-such-flag -o flags.xo",
		    "unknown argument: '-fno-such-flag'");
	tool_refuse("-c " FLAGS "-k f flags.c -fsanitize=bounds,address -o flags.xo",
		    "-fsanitize=address: expected undefined, bounds or another check");
	tool_refuse("-c -t sw_emu -fu280 -k add add.xo --platform u250 -o flags.xo",
		    "platform: expected one, found 'u280' and 'u250'");
	tool_write("board.cfg", "platform=u280\n");
	tool_compile("-l -t sw_emu --config board.cfg -fu250 add.xo -o flags.xclbin");
	image = tool_image("flags.xclbin");
	assert_non_null(strstr(image->vbnv, "u250"));
	fcl_image_unref(image);
}

static bool vectorizes(const char *name, const char *flags)
{
	char arguments[256];

	snprintf(arguments, sizeof(arguments),
		 "-c " FLAGS "-k f %s -Rpass=loop-vectorize%s -o vectors.xo", name, flags);
	tool_compile(arguments);
	return strstr(tool_output, "vectorized loop") != NULL;
}

/* A flag that a later -O would override. */
static void test_vectorizer_flags(void **state)
{
	(void)state;
	tool_write("v.c", "void f(int *a) { for (int i = 0; i < 999; i++) a[i] *= 3; }\n");
	assert_true(vectorizes("v.c", ""));
	assert_false(vectorizes("v.c", " -fno-vectorize"));
	tool_write("v.cl", "kernel void f(global int *a) { a[get_global_id(0)] *= 3; }\n");
	assert_true(vectorizes("v.cl", ""));
	assert_false(vectorizes("v.cl", " -fno-vectorize"));
}

/* A script that edits the platform determines the sizes of on-chip banks. */
static void test_bank_sizes(void **state)
{
	static const struct {
		const char *text, *wanted;
	} bad[] = {
		{"update_plram_specification x PLRAM_MEM00", "bad.tcl:1: error: update_plram_"},
		{"\nx::update_plram_specification x PLRAM_MEM00 {SIZE much}",
		 "bad.tcl:2: error: update_plram_specification: expected a SIZE such as 128K or 2M"},
		{"update_plram_specification x PLRAM_MEM01 {SIZE 4M}",
		 "PLRAM[1]: expected a multiple of 4096 bytes, at most 2097152, found 4194304"},
		{"update_plram_specification x PLRAM_MEM09 {SIZE 1M}",
		 "u250 has no memory PLRAM[9]"},
	};
	struct fcl_image *image;
	const char *tag;

	(void)state;
	tool_write(
		"plram.tcl",
		"# update_plram_specification x PLRAM_MEM02 {SIZE 2M}\n"
		"sdx_memory_subsystem::update_plram_specification [get_bd_cells /m] PLRAM_MEM00 { "
		"SIZE 2M AXI_DATA_WIDTH 512\nSLR_ASSIGNMENT SLR0 }\n"
		"sdx::update_plram_specification x PLRAM_MEM01 {READ_LATENCY 1 SIZE 256K}\n");
	tool_write("plram.cfg", "[advanced]\nparam=compiler.userPreSysLinkOverlayTcl=plram.tcl\n");
	tool_compile("-l -t sw_emu -f u250 add.xo --config plram.cfg -o c.xclbin");
	image = tool_image("c.xclbin");
	for (uint32_t i = 0; i < image->nmems; i++) {
		tag = image->mems[i].tag;
		if (!strncmp(tag, "PLRAM", 5))
			assert_int_equal(image->mems[i].size, tag[6] == '0'   ? 2 << 20
							      : tag[6] == '1' ? 256 << 10
									      : 128 << 10);
	}
	fcl_image_unref(image);
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		tool_write("bad.tcl", bad[i].text);
		tool_refuse("-l -t sw_emu -f u250 add.xo -o c.xclbin --xp "
			    "param:compiler.userPostSysLinkTcl=bad.tcl",
			    bad[i].wanted);
	}
	tool_refuse("-l -t sw_emu -f u250 add.xo -o c.xclbin --advanced.param "
		    "compiler.userPreSysLinkTcl=none.tcl",
		    "none.tcl");
}

/* Arguments from a file, output to a directory that does not exist yet, and macros of a target. */
static void test_files(void **state)
{
	(void)state;
	tool_write("s.c", "#if defined __SYNTHESIS__ != WANTED\n#error target\n#endif\n"
			  "void s(int *a) { *a = sizeof TEXT; }\n");
	tool_write("inner.rsp", "-k 's'\ns.c\t");
	tool_write("all.rsp", "-c -f u250 '-DTEXT=\"a b\"' @inner.rsp --messageDb=a.mdb\n");
	tool_compile("@all.rsp -t sw_emu -DWANTED=0 -o deep/er/s.xo --freqhz=200000000");
	tool_compile("@all.rsp -t hw_emu -DWANTED=1 -o deep/s.xo");
	free(tool_read("deep/er/s.xo", &(size_t){0}));
	tool_write("loop.rsp", "@loop.rsp");
	tool_refuse("@loop.rsp", "'@loop.rsp': expected at most 16 files within each other");
	tool_refuse("@none.rsp", "none.rsp");
	tool_write("file", "");
	tool_refuse("@all.rsp -t sw_emu -DWANTED=0 -o file/s.xo", "cannot create 'file'");
}

/* Every byte of a .xo file is covered by its digest. */
static void test_damaged(void **state)
{
	size_t size;
	char *bytes;
	FILE *file;

	(void)state;
	for (size_t at = 0; at < 4; at++) {
		bytes = tool_read("add.xo", &size);
		bytes[at * (size - 1) / 3] ^= 4;
		file = fopen("bad.xo", "wbe");
		assert_non_null(file);
		assert_int_equal(fwrite(bytes, 1, size, file), size);
		fclose(file);
		free(bytes);
		tool_refuse("-l bad.xo -o bad.xclbin", "expected an intact .xo file of fpgaclc");
	}
	tool_write("bad.xo", "PK and so on");
	tool_refuse("-l bad.xo -o bad.xclbin", "this one is the vendor's");
	tool_refuse("-l add.xo add.xo -o bad.xclbin", "kernel 'add' is in 'add.xo' and in another");
	tool_refuse("-l add.xo -t hw_emu -o bad.xclbin",
		    "compiled for sw_emu, but the link is for");
	tool_refuse("-c " FLAGS "add.xo -k add -o bad.xo",
		    "found 'add.xo', which is compiled already");
}

/* -t hw runs the vendor's v++, if there is one, with all arguments. */
static void test_hardware(void **state)
{
	char *path = strdup(getenv("PATH")), *longer = NULL, cwd[2048];

	(void)state;
	tool_refuse("-l -t hw add.xo", "and there is none on PATH");
	assert_int_equal(mkdir("vendor", 0700), 0);
	tool_write("vendor/v++", "#!/bin/sh\necho \"vendor: $*\"\nexit 5\n");
	assert_int_equal(chmod("vendor/v++", 0700), 0);
	assert_non_null(getcwd(cwd, sizeof(cwd)));
	assert_true(asprintf(&longer, "%s/vendor:%s", cwd, path) > 0);
	setenv("PATH", longer, 1);
	assert_int_equal(tool_run(NULL, "-l -t hw add.xo --vendors.own x"), 1);
	assert_int_equal(tool_run(NULL, "-l -t hw add.xo --advanced.param x"), 5);
	assert_non_null(strstr(tool_output, "vendor: -l -t hw add.xo --advanced.param x"));
	setenv("PATH", path, 1);
	free(path);
	free(longer);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_link),
		cmocka_unit_test(test_grouped),
		cmocka_unit_test(test_any_target),
		cmocka_unit_test(test_same_facts),
		cmocka_unit_test(test_late_direction),
		cmocka_unit_test(test_package),
		cmocka_unit_test(test_many_directives),
		cmocka_unit_test(test_dotted_hdl),
		cmocka_unit_test(test_config),
		cmocka_unit_test(test_flags_of_files),
		cmocka_unit_test(test_kernel_flags),
		cmocka_unit_test(test_config_errors),
		cmocka_unit_test(test_damaged),
		cmocka_unit_test(test_hardware),
		cmocka_unit_test(test_flags),
		cmocka_unit_test(test_vectorizer_flags),
		cmocka_unit_test(test_bank_sizes),
		cmocka_unit_test(test_files),
	};

	return cmocka_run_group_tests(tests, setup, tool_teardown);
}
