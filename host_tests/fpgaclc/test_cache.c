/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The cache of compiled kernels: what it saves, what makes it compile again, and what happens if it
 * is damaged, full, shared or missing. Commands that run appear in the output of --verbose.
 */
#include <dirent.h>
#include <setjmp.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "tool.h"

#define FLAGS "--verbose -t sw_emu --platform u250 "

extern char **environ;

static const char source[] = "#include \"n.h\"\n"
			     "extern \"C\" void k(int *out) { *out = N; }\n";

static int cache_setup(void **state)
{
	int error = tool_setup(state);

	return error ? error : setenv("FPGACL_CACHE_DIR", "cache", 1);
}

static int cache_teardown(void **state)
{
	unsetenv("FPGACL_CACHE_MB");
	return tool_teardown(state);
}

/* File timestamps come from a clock that ticks only every few milliseconds. */
static void settle(void)
{
	nanosleep(&(struct timespec){0, 30000000}, NULL);
}

static void put(const char *name, const char *text)
{
	tool_write(name, text);
	settle();
}

static bool ran(const char *what)
{
	return strstr(tool_output, what) != NULL;
}

/* Whether the two files have the same contents. */
static bool same(const char *a, const char *b)
{
	size_t sizes[2];
	char *bytes[] = {tool_read(a, &sizes[0]), tool_read(b, &sizes[1])};
	bool equal = sizes[0] == sizes[1] && !memcmp(bytes[0], bytes[1], sizes[0]);

	free(bytes[0]);
	free(bytes[1]);
	return equal;
}

static void test_unchanged(void **state)
{
	(void)state;
	put("n.h", "#define N 1\n");
	put("k.cpp", source);
	tool_compile(FLAGS "-k k k.cpp -o first.elf");
	assert_true(ran("k.cpp"));
	tool_compile(FLAGS "-k k k.cpp -o second.elf");
	assert_string_equal(tool_output, "");
	assert_true(same("first.elf", "second.elf"));
	tool_compile(FLAGS "--no-cache -k k k.cpp -o third.elf");
	assert_true(ran("k.cpp"));
	assert_true(same("first.elf", "third.elf"));
}

/* --save-temps keeps the headers even if no compiler needed them. */
static void test_save_temps(void **state)
{
	unsigned kept;

	(void)state;
	put("n.h", "#define N 1\n");
	put("k.cpp", source);
	tool_compile(FLAGS "-k k k.cpp --save-temps -o first.elf");
	tool_compile(FLAGS "-k k k.cpp --save-temps -o second.elf");
	assert_false(ran("k.cpp"));
	assert_int_equal(tool_count_files("second.elf.temps/include", "ap_int.h"), 1);
	kept = tool_count_files("first.elf.temps/include", "");
	assert_int_equal(tool_count_files("second.elf.temps/include", ""), kept);
}

static void test_opencl(void **state)
{
	(void)state;
	put("k.cl", "__kernel void k(__global int *out, float x) { *out = (int)sin(x); }\n");
	tool_compile(FLAGS "k.cl -o first.elf");
	tool_compile(FLAGS "k.cl -o second.elf");
	assert_string_equal(tool_output, "");
	assert_true(same("first.elf", "second.elf"));
	tool_compile(FLAGS "-cl-std=CL2.0 k.cl -o third.elf");
	assert_true(ran("k.cl"));
	/* Options for which nothing has been prepared. */
	tool_compile(FLAGS "-cl-std=CL2.0 -cl-fast-relaxed-math k.cl -o fourth.elf");
	tool_compile(FLAGS "-cl-std=CL2.0 -cl-fast-relaxed-math k.cl -o fifth.elf");
	assert_string_equal(tool_output, "");
	assert_true(same("fourth.elf", "fifth.elf"));
}

/* The declarations of OpenCL C are precompiled for each version that the sources need. */
static void test_declarations(void **state)
{
	(void)state;
	put("plain.cl", "__kernel void k(__global int *out) { *out = 1; }\n");
	put("global.cl", "__global int n = 1;\n__kernel void l(__global int *out) { *out = n; }\n");
	tool_compile(FLAGS "--save-temps plain.cl -o plain.elf");
	assert_int_equal(tool_count_files("plain.elf.temps", "opencl.pch"), 1);
	assert_int_equal(tool_count_files("plain.elf.temps", "opencl2.pch"), 0);
	tool_compile(FLAGS "--save-temps global.cl -o global.elf");
	assert_int_equal(tool_count_files("global.elf.temps", "opencl.pch"), 0);
	assert_int_equal(tool_count_files("global.elf.temps", "opencl2.pch"), 1);
	tool_compile(FLAGS "--save-temps plain.cl global.cl -o both.elf");
	assert_int_equal(tool_count_files("both.elf.temps", "opencl.pch"), 1);
	assert_int_equal(tool_count_files("both.elf.temps", "opencl2.pch"), 1);
}

/* Sources of aoc that share a channel are compiled as one, which lies in each run's own folder. */
static void test_joined(void **state)
{
	(void)state;
	assert_int_equal(symlink(FPGACLC, "aoc"), 0);
	put("ends.cl", "channel int c;\nvoid give(int n) { write_channel_intel(c, n); }\n"
		       "int take(void) { return read_channel_intel(c); }\n");
	put("kernels.cl", "void give(int n);\nint take(void);\n"
			  "__kernel void giver(int n) { give(n); }\n"
			  "__kernel void taker(__global int *out) { *out = take(); }\n");
	for (int i = 0; i < 2; i++) {
		int status = tool_run("./aoc", "-march=emulator ends.cl kernels.cl");

		if (status)
			fail_msg("run %d: %s", i, tool_output);
		assert_int_equal(rename("kernels.aocx", i ? "second.aocx" : "first.aocx"), 0);
	}
	assert_true(same("first.aocx", "second.aocx"));
}

/*
 * Sources that are rewritten before they are compiled: with channels, and with __local arrays in
 * functions.
 */
static void test_rewritten(void **state)
{
	static const char *const sources[] = {
		"channel int c;\n__kernel void w(void) { write_channel_intel(c, 1); }\n"
		"__kernel void k(__global int *out) { *out = %d; read_channel_intel(c); }\n",
		"int f(int x) { __local int t[4]; t[0] = x; return t[0]; }\n"
		"__kernel void k(__global int *out) { *out = f(%d); }\n",
	};
	char text[300];

	(void)state;
	if (!FCLC_LLVM)
		skip();
	for (int i = 0; i < 2; i++) {
		for (int value = 1; value <= 2; value++) {
			snprintf(text, sizeof(text), sources[i], value);
			put("k.cl", text);
			tool_compile(value == 1 ? FLAGS "k.cl -o 1.elf" : FLAGS "k.cl -o 2.elf");
		}
		assert_false(same("1.elf", "2.elf"));
		tool_compile(FLAGS "k.cl -o again.elf");
		assert_false(ran("unit0.cl")); /* only the preprocessor runs */
		assert_true(same("2.elf", "again.elf"));
	}
}

static void test_changes(void **state)
{
	(void)state;
	put("n.h", "#define N 1\n");
	put("k.cpp", source);
	tool_compile(FLAGS "-k k k.cpp -o one.elf");
	put("n.h", "#define N 2\n");
	tool_compile(FLAGS "-k k k.cpp -o two.elf");
	assert_true(ran("k.cpp"));
	assert_false(same("one.elf", "two.elf"));
	/* Earlier results are still in the cache. */
	put("n.h", "#define N 1\n");
	tool_compile(FLAGS "-k k k.cpp -o again.elf");
	assert_string_equal(tool_output, "");
	assert_true(same("one.elf", "again.elf"));
	tool_compile(FLAGS "-O0 -k k k.cpp -o unoptimized.elf");
	assert_true(ran("unit0.cpp"));
}

/* A new file that the compiler finds first, or for which the source tests. */
static void test_new_files(void **state)
{
	(void)state;
	assert_int_equal(mkdir("a", 0777), 0);
	assert_int_equal(mkdir("b", 0777), 0);
	put("b/n.h", "#define N 1\n");
	put("k.cpp", source);
	tool_compile(FLAGS "-I a -I b -k k k.cpp -o one.elf");
	put("a/n.h", "#define N 2\n");
	tool_compile(FLAGS "-I a -I b -k k k.cpp -o two.elf");
	assert_false(same("one.elf", "two.elf"));
	put("k.cpp", "#if __has_include(\"more.h\")\n#define N 3\n#else\n#define N 1\n#endif\n"
		     "extern \"C\" void k(int *out) { *out = N; }\n");
	tool_compile(FLAGS "-k k k.cpp -o one.elf");
	put("more.h", "");
	tool_compile(FLAGS "-k k k.cpp -o two.elf");
	assert_false(same("one.elf", "two.elf"));
}

/* Another fpgaclc may have another plugin, with other rules for hardware semantics. */
static void test_another_program(void **state)
{
	(void)state;
	put("n.h", "#define N 1\n");
	put("k.cpp", source);
	tool_compile(FLAGS "-k k k.cpp -o first.elf");
	assert_int_equal(
		system("sed 's/reads the pragmas of HLS/Reads the pragmas of HLS/' " FPGACLC
		       " > other && chmod +x other && ! cmp -s other " FPGACLC),
		0);
	assert_int_equal(tool_run("./other", FLAGS "-k k k.cpp -o second.elf"), 0);
	assert_true(ran("unit0.cpp"));
	assert_true(same("first.elf", "second.elf"));
}

static void test_warnings(void **state)
{
	(void)state;
	put("k.cpp", "extern \"C\" void k(int *out) { int unused; *out = 1; }\n");
	tool_compile("-t sw_emu --platform u250 -Wall -k k k.cpp -o k.elf");
	assert_true(ran("unused variable"));
	tool_compile(FLAGS "-Wall -k k k.cpp -o k.elf");
	assert_true(ran("unused variable"));
	assert_false(ran("+ "));
}

static unsigned for_each_entry(void (*act)(const char *path), uint64_t *ret_total)
{
	DIR *folder = opendir("cache");
	const struct dirent *entry;
	struct stat facts;
	unsigned count = 0;

	*ret_total = 0;
	while (folder && (entry = readdir(folder))) {
		char path[512];

		if (entry->d_name[0] == '.')
			continue;
		snprintf(path, sizeof(path), "cache/%s", entry->d_name);
		assert_int_equal(stat(path, &facts), 0);
		*ret_total += (uint64_t)facts.st_size;
		count++;
		if (act)
			act(path);
	}
	if (folder)
		closedir(folder);
	return count;
}

static void cut(const char *path)
{
	struct stat facts;

	assert_int_equal(stat(path, &facts), 0);
	assert_int_equal(truncate(path, facts.st_size - 1), 0);
}

static void flip(const char *path)
{
	FILE *file = fopen(path, "r+e");
	int last;

	assert_non_null(file);
	assert_int_equal(fseek(file, -1, SEEK_END), 0);
	last = fgetc(file);
	assert_int_equal(fseek(file, -1, SEEK_END), 0);
	assert_int_equal(fputc(last ^ 1, file), last ^ 1);
	assert_int_equal(fclose(file), 0);
}

static void test_damage(void **state)
{
	uint64_t total;
	unsigned count;

	(void)state;
	put("n.h", "#define N 1\n");
	put("k.cpp", source);
	tool_compile(FLAGS "-k k k.cpp -o first.elf");
	count = for_each_entry(cut, &total);
	assert_true(count > 3);
	tool_compile(FLAGS "-k k k.cpp -o second.elf");
	assert_true(ran("k.cpp"));
	assert_true(same("first.elf", "second.elf"));
	for_each_entry(flip, &total);
	tool_compile(FLAGS "-k k k.cpp -o third.elf");
	assert_true(ran("k.cpp"));
	assert_true(same("first.elf", "third.elf"));
	/* All entries have been evicted. */
	tool_compile(FLAGS "-k k k.cpp -o fourth.elf");
	assert_string_equal(tool_output, "");
	assert_int_equal(for_each_entry(NULL, &total), count);
}

static char another[512]; /* an entry, to copy */

static void remember(const char *path)
{
	snprintf(another, sizeof(another), "%s", path);
}

static void copy_over(const char *path)
{
	size_t size;
	char *bytes;
	FILE *file;

	if (!strcmp(path, another))
		return;
	bytes = tool_read(another, &size);
	file = fopen(path, "w");
	assert_int_equal(fwrite(bytes, 1, size, file), size);
	assert_int_equal(fclose(file), 0);
	free(bytes);
}

static void replace_by_pipe(const char *path)
{
	assert_int_equal(unlink(path), 0);
	assert_int_equal(mkfifo(path, 0600), 0);
}

/* Entries that are copies of others, and pipes, from which a read would never return. */
static void test_misplaced(void **state)
{
	uint64_t total;

	(void)state;
	put("n.h", "#define N 1\n");
	put("k.cpp", source);
	tool_compile(FLAGS "-k k k.cpp -o first.elf");
	for_each_entry(remember, &total);
	for_each_entry(copy_over, &total);
	tool_compile(FLAGS "-k k k.cpp -o second.elf");
	assert_true(ran("k.cpp"));
	assert_true(same("first.elf", "second.elf"));
	for_each_entry(replace_by_pipe, &total);
	tool_compile(FLAGS "-k k k.cpp -o third.elf");
	assert_true(ran("k.cpp"));
	assert_true(same("first.elf", "third.elf"));
	tool_compile(FLAGS "-k k k.cpp -o fourth.elf");
	assert_string_equal(tool_output, "");
}

enum { STRANGER = 65533 };

static void give_away(const char *path)
{
	assert_int_equal(chown(path, STRANGER, (gid_t)-1), 0);
}

static void replace_by_link(const char *path)
{
	size_t size;
	char *bytes = tool_read(path, &size);
	FILE *file = fopen("elsewhere", "w");

	assert_int_equal(fwrite(bytes, 1, size, file), size);
	assert_int_equal(fclose(file), 0);
	free(bytes);
	assert_int_equal(unlink(path), 0);
	assert_int_equal(symlink("../elsewhere", path), 0);
}

/* Entries are code: those of others, or that others can replace, are not used. */
static void test_foreign(void **state)
{
	uint64_t total;

	(void)state;
	put("n.h", "#define N 1\n");
	put("k.cpp", source);
	tool_compile(FLAGS "-k k k.cpp -o k.elf");
	for_each_entry(replace_by_link, &total);
	tool_compile(FLAGS "-k k k.cpp -o k.elf");
	assert_true(ran("k.cpp"));
	if (!geteuid()) {
		for_each_entry(give_away, &total);
		tool_compile(FLAGS "-k k k.cpp -o k.elf");
		assert_true(ran("k.cpp"));
	}
	tool_compile(FLAGS "-k k k.cpp -o k.elf");
	assert_string_equal(tool_output, "");
	assert_int_equal(chmod("cache", 0777), 0);
	tool_compile(FLAGS "-k k k.cpp -o k.elf");
	assert_true(ran("nothing is cached: other users may write to the folder cache (mode 777)"));
	assert_int_equal(chmod("cache", 0700), 0);
	if (geteuid())
		return;
	give_away("cache");
	tool_compile(FLAGS "-k k k.cpp -o k.elf");
	assert_true(ran("nothing is cached: the folder cache belongs to user 65533"));
}

static void test_limit(void **state)
{
	uint64_t total;

	(void)state;
	put("n.h", "#define N 1\n");
	put("k.cpp", "#include <vector>\n#include <iostream>\n" /* megabytes of payload */
		     "#include \"n.h\"\nextern \"C\" void k(int *out) {\n"
		     "std::vector<int> v(N); std::cout << v[0]; *out = N; }\n");
	tool_compile(FLAGS "-k k k.cpp -o k.elf");
	put("n.h", "#define N 2\n");
	tool_compile(FLAGS "-k k k.cpp -o k.elf");
	for_each_entry(NULL, &total);
	assert_true(total > 1 << 20);
	setenv("FPGACL_CACHE_MB", "1", 1);
	put("n.h", "#define N 3\n");
	tool_compile(FLAGS "-k k k.cpp -o k.elf");
	for_each_entry(NULL, &total);
	assert_true(total <= 1 << 20);
	setenv("FPGACL_CACHE_MB", "0", 1);
	tool_compile(FLAGS "-k k k.cpp -o k.elf");
	assert_true(ran("k.cpp"));
}

static void test_off(void **state)
{
	uint64_t total;

	(void)state;
	put("n.h", "#define N 1\n");
	put("k.cpp", source);
	setenv("FPGACL_CACHE_DIR", "off", 1);
	tool_compile(FLAGS "-k k k.cpp -o k.elf");
	assert_int_equal(tool_count_files(".", "off"), 0);
	/* Results that do not depend on sources were installed with the program. */
	assert_false(ran("payload_support.c -o"));
	/* A directory that cannot be created is not an error, but is reported. */
	setenv("FPGACL_CACHE_DIR", "/proc/nowhere", 1);
	tool_compile(FLAGS "-k k k.cpp -o k.elf");
	assert_true(ran("FPGACL_CACHE_DIR=\"/proc/nowhere\" is not a writable folder"));
	setenv("FPGACL_CACHE_DIR", "k.cpp", 1);
	tool_compile(FLAGS "-k k k.cpp -o k.elf");
	assert_true(ran("FPGACL_CACHE_DIR=\"k.cpp\" is not a writable folder"));
	setenv("FPGACL_CACHE_DIR", "cache", 1);
	put("k.cpp", "extern \"C\" void k(int *out) { *out = wrong; }\n");
	tool_refuse("-t sw_emu --platform u250 -k k k.cpp -o k.elf", "wrong");
	tool_refuse("-t sw_emu --platform u250 -k k k.cpp -o k.elf", "wrong");
	assert_int_equal(for_each_entry(NULL, &total), 0);
}

static void test_at_once(void **state)
{
	pid_t pids[4];

	(void)state;
	put("n.h", "#define N 1\n");
	put("k.cpp", source);
	for (int i = 0; i < 4; i++) {
		char output[] = "0.elf";
		char *argv[] = {FPGACLC, "-t",    "sw_emu", "--platform", "u250", "-k",
				"k",     "k.cpp", "-o",     output,       NULL};

		output[0] = (char)('0' + i);
		assert_int_equal(posix_spawn(&pids[i], FPGACLC, NULL, NULL, argv, environ), 0);
	}
	for (int i = 0; i < 4; i++) {
		int status;

		assert_int_equal(waitpid(pids[i], &status, 0), pids[i]);
		assert_true(WIFEXITED(status) && !WEXITSTATUS(status));
	}
	for (int i = 1; i < 4; i++)
		assert_true(same("0.elf", (char[]){(char)('0' + i), '.', 'e', 'l', 'f', 0}));
}

/* Sources are compiled in parallel; the compiler's messages appear in their order. */
static void test_order(void **state)
{
	const char *a, *b;

	(void)state;
	/* The first takes longer. */
	put("a.cpp",
	    "#include <iostream>\nextern \"C\" void a(int *out) { int first; *out = 1; }\n");
	put("b.cpp", "extern \"C\" void b(int *out) { int second; *out = 1; }\n");
	tool_compile("-t sw_emu --platform u250 -j 2 -Wall -k a -k b a.cpp b.cpp -o ab.elf");
	a = strstr(tool_output, "'first'");
	b = strstr(tool_output, "'second'");
	assert_true(a && b && a < b);
	put("a.cpp", "#include <iostream>\nextern \"C\" void a(int *out) { *out = bad1; }\n");
	put("b.cpp", "extern \"C\" void b(int *out) { *out = bad2; }\n");
	tool_refuse("-t sw_emu --platform u250 -j 1 -k a -k b a.cpp b.cpp -o ab.elf", "bad1");
	assert_null(strstr(tool_output, "bad2"));
	tool_refuse("-t sw_emu --platform u250 -j 0 -k a -k b a.cpp b.cpp -o ab.elf",
		    "--jobs '0': expected a number from 1 to 1000");
}

int main(void)
{
#define CACHE_TEST(name) cmocka_unit_test_setup_teardown(name, cache_setup, cache_teardown)
	const struct CMUnitTest tests[] = {
		CACHE_TEST(test_unchanged),       CACHE_TEST(test_save_temps),
		CACHE_TEST(test_opencl),          CACHE_TEST(test_rewritten),
		CACHE_TEST(test_changes),         CACHE_TEST(test_new_files),
		CACHE_TEST(test_warnings),        CACHE_TEST(test_damage),
		CACHE_TEST(test_misplaced),       CACHE_TEST(test_foreign),
		CACHE_TEST(test_limit),           CACHE_TEST(test_off),
		CACHE_TEST(test_at_once),         CACHE_TEST(test_order),
		CACHE_TEST(test_another_program), CACHE_TEST(test_declarations),
		CACHE_TEST(test_joined),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
