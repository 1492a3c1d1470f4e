/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Sources with faults that chance makes: each compiles, or is refused with a sentence; neither
 * fpgaclc nor the plugin inside clang crashes. An argument is the seed of the first one.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "tool.h"

enum { MUTANTS = 20, MOST = 6, LONGEST = 8192 };

static const char *const cxx[] = {
	"#include <ap_int.h>",
	"#include <hls_stream.h>",
	"#define DEPTH 4",
	"typedef hls::stream<ap_uint<12>> wire;",
	"struct ends { wire &in; wire &out; };",
	"template <int N> static void scale(wire &a, wire &b) {",
	"  for (int i = 0; i < 8; i++) {",
	"#pragma HLS PIPELINE II=1",
	"    b.write(a.read() * N);",
	"  }",
	"}",
	"static void split(wire &a, wire b[2]) {",
	"  for (int i = 0; i < 8; i++)",
	"    b[i & 1] << a.read();",
	"}",
	"static void merge(wire b[2], int *out) {",
	"  for (int i = 0; i < 8; i++) out[i] = b[i & 1].read();",
	"}",
	"extern \"C\" void k(wire &in, int *out, float x, const int (&t)[8]) {",
	"#pragma HLS INTERFACE m_axi port=out bundle=gmem0",
	"#pragma HLS DATAFLOW",
	"  wire a, b[2];",
	"#pragma HLS STREAM variable=a depth=DEPTH",
	"#pragma HLS ARRAY_PARTITION variable=b complete dim=1",
	"  ends e = {in, a};",
	"  scale<3>(e.in, e.out);",
	"  split(a, b);",
	"  merge(b, out);",
	"}",
};

static const char *const opencl[] = {
	"#pragma OPENCL EXTENSION cl_intel_channels : enable",
	"#define N 3",
	"channel int c[N + 1] __attribute__((depth(8)));",
	"pipe float p __attribute__((xcl_reqd_pipe_depth(32)));",
	"__constant int table[4] = {1, 2, 3, 4};",
	"static int sum(__global const int *a, int n) {",
	"  __local int part[16];",
	"  int s = 0;",
	"#pragma unroll 4",
	"  for (int i = 0; i < n; i++) s += a[i] + table[i & 3];",
	"  part[n & 15] = s;",
	"  return part[n & 15];",
	"}",
	"__attribute__((max_global_work_dim(0))) __attribute__((autorun))",
	"__attribute__((num_compute_units(N)))",
	"__kernel void pass() {",
	"  const int id = get_compute_id(0);",
	"  if (id < N) write_channel_intel(c[id + 1], read_channel_intel(c[id]));",
	"}",
	"__kernel void first(__global const int *a, int n) {",
	"  write_channel_intel(c[0], sum(a, n));",
	"}",
	"__kernel __attribute__((reqd_work_group_size(1, 1, 1)))",
	"void last(__global int *out, __local int *l) {",
	"  barrier(CLK_LOCAL_MEM_FENCE);",
	"  out[get_global_id(0)] = read_channel_intel(c[N]);",
	"  printf(\"%d\", out[0]);",
	"}",
};

static const char *const words[] = {
	"#pragma HLS",
	"DATAFLOW",
	"UNROLL",
	"STREAM variable=",
	"depth=",
	"-1",
	"99999999999999999999",
	"__local",
	"__global",
	"channel int d;",
	"pipe",
	"__attribute__((",
	"))",
	"autorun",
	"(",
	")",
	"{",
	"}",
	"[",
	"]",
	";",
	",",
	"<",
	">",
	"&",
	"*",
	"0",
	"template <",
	"struct",
	"return",
	"for (;;)",
	"if (0)",
	"goto l;",
	"l:",
	"switch (1)",
	"_Pragma(\"HLS UNROLL\")",
	"_Pragma(\"unroll\")",
	"#if 0",
	"#endif",
	"#define X",
	"\"",
	"'",
	"\\",
	"/*",
	"//",
	"\xff",
	"\1",
	"hls::stream<int>",
	"float16",
	"get_compute_id(0)",
	"read_channel_intel(c)",
	"num_compute_units(",
	"this",
	"auto",
	"void",
	"wire",
	"sizeof",
	"[&]() {",
	"extern",
	"static",
	"const",
	"::",
	"\t",
};

static unsigned seed;
static uint32_t state;

static uint32_t draw(uint32_t below)
{
	state = state * 1664525u + 1013904223u;
	return (uint32_t)(((uint64_t)state * below) >> 32);
}

/* Replaces part of a line by a word, or puts it there. */
static void change_line(const char *line, char *text, size_t size)
{
	size_t length = strlen(line), from = draw((uint32_t)length + 1);
	size_t to = from + draw((uint32_t)(length - from) + 1);

	if (draw(2))
		to = from;
	snprintf(text, size, "%.*s %s %s", (int)from, line,
		 words[draw(sizeof(words) / sizeof(words[0]))], line + to);
}

static void write_mutant(const char *name, const char *const *lines, uint32_t count)
{
	char text[LONGEST] = "", changed[512];
	uint32_t changes = 1 + draw(MOST), at[MOST];

	for (uint32_t i = 0; i < changes; i++)
		at[i] = draw(count);
	for (uint32_t i = 0; i < count; i++) {
		const char *line = lines[i];

		for (uint32_t j = 0; j < changes; j++) {
			if (at[j] != i)
				continue;
			change_line(line, changed, sizeof(changed));
			line = draw(4) ? changed : lines[draw(count)];
			break;
		}
		snprintf(text + strlen(text), sizeof(text) - strlen(text), "%s\n", line);
	}
	tool_write(name, text);
}

static void compile_mutants(const char *name, const char *const *lines, uint32_t count,
			    const char *flags)
{
	static const char *const crashes[] = {"Stack dump", "LLVM ERROR", "signal", "Sanitizer",
					      "runtime error"};
	char arguments[512];

	for (unsigned i = 0; i < MUTANTS; i++) {
		int status;

		state = seed + i;
		write_mutant(name, lines, count);
		snprintf(arguments, sizeof(arguments),
			 "--platform u250 -t %s -O%u %s %s -o m.xo -c",
			 draw(2) ? "sw_emu" : "hw_emu", draw(2), flags, name);
		status = tool_run(NULL, arguments);
		if (status != 0 && status != 1)
			fail_msg("seed %u: status %d: %s", seed + i, status, tool_output);
		for (size_t j = 0; j < sizeof(crashes) / sizeof(crashes[0]); j++)
			if (strstr(tool_output, crashes[j]))
				fail_msg("seed %u: %s", seed + i, tool_output);
		if (status && !strstr(tool_output, "error"))
			fail_msg("seed %u: no error: %s", seed + i, tool_output);
		assert_int_equal(access("m.xo", F_OK), status ? -1 : 0);
		unlink("m.xo");
	}
}

static void test_cxx(void **ignored)
{
	(void)ignored;
	compile_mutants("m.cpp", cxx, sizeof(cxx) / sizeof(cxx[0]), "-k k");
}

static void test_opencl(void **ignored)
{
	(void)ignored;
	compile_mutants("m.cl", opencl, sizeof(opencl) / sizeof(opencl[0]), "");
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(test_cxx),
					   cmocka_unit_test(test_opencl)};

	seed = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : 1;
	return cmocka_run_group_tests(tests, tool_setup, tool_teardown);
}
