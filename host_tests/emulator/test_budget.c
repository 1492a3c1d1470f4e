/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Allocations beyond the memory left on the machine or in a cgroup, as described by a tree of
 * files.
 */
#include <errno.h>
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "emulator/board.h"
#include "emulator/memory/budget.h"
#include "emulator/memory/memory.h"
#include "emulator/memory/svm.h"

#define MIB (UINT64_C(1) << 20)

static struct fcl_emu_board *board;
static char root[] = "/tmp/fpgacl-budget-XXXXXX";
static char files[16][300];
static unsigned nfiles;

/* Writes a file of the tree, and creates its directories. */
static void put(const char *path, const char *format, ...)
{
	char full[300];
	va_list args;
	FILE *file;

	snprintf(full, sizeof(full), "%s%s", root, path);
	for (char *slash = full + sizeof(root); (slash = strchr(slash, '/')); slash++) {
		*slash = '\0';
		mkdir(full, 0700);
		*slash = '/';
	}
	file = fopen(full, "w");
	assert_non_null(file);
	va_start(args, format);
	vfprintf(file, format, args);
	va_end(args);
	assert_int_equal(fclose(file), 0);
	memcpy(files[nfiles++ % 16], full, sizeof(full));
}

static int open_with(const char *overcommit)
{
	struct fcl_err err = {0};

	setenv("FPGACL_EMU_OVERCOMMIT", overcommit, 1);
	return fcl_emu_open("u250", 0, &board, &err);
}

static int set_up(void **state)
{
	(void)state;
	strcpy(root + sizeof(root) - 7, "XXXXXX");
	if (!mkdtemp(root) || open_with("0"))
		return -1;
	fcl_emu_budget_set_root(root);
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	fcl_emu_close(board);
	fcl_emu_budget_set_root("");
	/* Directories are removed with their last file. */
	for (unsigned i = 0; i < nfiles && i < 16; i++) {
		unlink(files[i]);
		for (char *slash; (slash = strrchr(files[i], '/')) > files[i] + 4;) {
			*slash = '\0';
			rmdir(files[i]);
		}
	}
	rmdir(root);
	nfiles = 0;
	return 0;
}

static void put_machine(uint64_t available)
{
	put("/proc/meminfo",
	    "MemTotal:       99999999 kB\nMemFree:          10 kB\nMemAvailable:   %" PRIu64
	    " kB\nBuffers: 1 kB\n",
	    available >> 10);
}

static struct fcl_emu_buffer *take(uint64_t size)
{
	struct fcl_emu_buffer *buffer = NULL;
	struct fcl_err err = {0};

	assert_int_equal(fcl_emu_buffer_alloc(board, 0, size, &buffer, &err), 0);
	return buffer;
}

static void refuse(uint64_t size, const char *text)
{
	struct fcl_emu_buffer *none = NULL;
	struct fcl_err err = {0};

	assert_int_equal(fcl_emu_buffer_alloc(board, 0, size, &none, &err), -ENOMEM);
	assert_null(none);
	assert_non_null(strstr(err.text, text));
	assert_int_equal(fcl_emu_svm_alloc(board, size, &none, &err), -ENOMEM);
	assert_null(none);
}

static void machine(void **state)
{
	struct fcl_emu_buffer *first;

	(void)state;
	put_machine(1000 * MIB);
	refuse(1001 * MIB, "1049624576 bytes requested, but the machine has 1048576000 bytes");
	first = take(600 * MIB);
	/* Counts as promised, though none of its pages is used. */
	refuse(401 * MIB, "may still take 6291");
	fcl_emu_buffer_free(take(400 * MIB));
	/* Used memory is no longer part of what is left, so it is not counted twice. */
	memset(fcl_emu_buffer_host(first), 1, 200 * MIB);
	put_machine(800 * MIB);
	refuse(401 * MIB, "may still take 4194");
	fcl_emu_buffer_free(take(400 * MIB));
	fcl_emu_buffer_free(first);
	fcl_emu_buffer_free(take(800 * MIB));
}

/* Small requests are not checked individually, but they add up. */
static void small_ones(void **state)
{
	struct fcl_emu_buffer *buffers[400], *none = NULL;
	struct fcl_err err = {0};
	unsigned count = 0;

	(void)state;
	put_machine(200 * MIB);
	while (count < 400 && !fcl_emu_buffer_alloc(board, 0, MIB, &buffers[count], &err))
		count++;
	assert_in_range(count, 200 - 64, 200 + 64);
	assert_int_equal(fcl_emu_buffer_alloc(board, 0, 100 * MIB, &none, &err), -ENOMEM);
	while (count)
		fcl_emu_buffer_free(buffers[--count]);
}

/* The cgroup, or an enclosing one, may leave less than the machine. */
static void groups(void **state)
{
	(void)state;
	put_machine(100000 * MIB);
	put("/proc/self/cgroup", "1:name=systemd:/x\n0::/outer/inner\n");
	put("/sys/fs/cgroup/outer/inner/memory.max", "max\n");
	put("/sys/fs/cgroup/outer/inner/memory.current", "%" PRIu64 "\n", 50 * MIB);
	fcl_emu_buffer_free(take(2000 * MIB));
	put("/sys/fs/cgroup/outer/memory.max", "%" PRIu64 "\n", 1000 * MIB);
	put("/sys/fs/cgroup/outer/memory.current", "%" PRIu64 "\n", 300 * MIB);
	refuse(701 * MIB, "the machine has 734003200 bytes");
	fcl_emu_buffer_free(take(700 * MIB));
	put("/sys/fs/cgroup/outer/memory.stat",
	    "anon 1\ninactive_file %" PRIu64 "\nactive_file 5\n", 100 * MIB);
	fcl_emu_buffer_free(take(800 * MIB));
	put("/sys/fs/cgroup/outer/inner/memory.max", "%" PRIu64 "\n", 150 * MIB);
	refuse(101 * MIB, "the machine has 104857600 bytes");
}

static void old_groups(void **state)
{
	(void)state;
	put_machine(100000 * MIB);
	put("/proc/self/cgroup", "9:cpu:/y\n4:memory:/box\n0::/\n");
	put("/sys/fs/cgroup/memory/box/memory.limit_in_bytes", "%" PRIu64 "\n", 500 * MIB);
	put("/sys/fs/cgroup/memory/box/memory.usage_in_bytes", "%" PRIu64 "\n", 100 * MIB);
	put("/sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n");
	put("/sys/fs/cgroup/memory/memory.usage_in_bytes", "%" PRIu64 "\n", 900 * MIB);
	refuse(401 * MIB, "the machine has 419430400 bytes");
	fcl_emu_buffer_free(take(400 * MIB));
}

/* Without these files nothing is refused; nor if the host disables the check. */
static void unlimited(void **state)
{
	(void)state;
	fcl_emu_buffer_free(take(8000 * MIB));
	put_machine(10 * MIB);
	refuse(100 * MIB, "FPGACL_EMU_OVERCOMMIT=1");
	fcl_emu_close(board);
	assert_int_equal(open_with("1"), 0);
	fcl_emu_buffer_free(take(8000 * MIB));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(machine, set_up, tear_down),
		cmocka_unit_test_setup_teardown(small_ones, set_up, tear_down),
		cmocka_unit_test_setup_teardown(groups, set_up, tear_down),
		cmocka_unit_test_setup_teardown(old_groups, set_up, tear_down),
		cmocka_unit_test_setup_teardown(unlimited, set_up, tear_down),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
