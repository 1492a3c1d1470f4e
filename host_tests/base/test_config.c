/* SPDX-License-Identifier: Apache-2.0 */
/* What the check of the environment reports, and that it is silent if everything is right. */
#include "host_tests/base/unit_test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/config.h"
#include "base/config_check.h"
#include "base/hang.h"

static char said[8192];

/* Checks one setting in a child, twice, and returns the child's standard error. */
static const char *check(const char *name, const char *value)
{
	size_t length = 0;
	ssize_t part;
	int ends[2], status = -1;
	pid_t child;

	assert_int_equal(pipe(ends), 0);
	child = fork();
	if (child == 0) {
		dup2(ends[1], STDERR_FILENO);
		clearenv();
		setenv(name, value, 1);
		fcl_config_check();
		fcl_config_check();
		_exit(0);
	}
	close(ends[1]);
	while ((part = read(ends[0], said + length, sizeof(said) - 1 - length)) > 0)
		length += (size_t)part;
	said[length] = '\0';
	close(ends[0]);
	waitpid(child, &status, 0);
	assert_int_equal(status, 0);
	return said;
}

static void test_choices(void **state)
{
	(void)state;
	assert_string_equal(check("FPGACL_LOG", "eror"),
			    "fpgacl: FPGACL_LOG=\"eror\" is ignored; allowed: none, error, warn, "
			    "info, debug\n");
	assert_string_equal(check("FPGACL_EMU_CHECK", "bounds"),
			    "fpgacl: FPGACL_EMU_CHECK=\"bounds\" is ignored (using bound); "
			    "allowed: off, bound, full, guard\n");
	assert_non_null(
		strstr(check("XCL_EMULATION_MODE", "foo"), "allowed: sw_emu, hw_emu, noop"));
	/* A choice must be a whole word of the list. */
	assert_non_null(strstr(check("FPGACL_LOG", "info, debug"), "allowed: "));
	assert_non_null(strstr(check("FPGACL_LOG", "inf"), "allowed: "));
	assert_string_equal(check("FPGACL_LOG", "none"), "");
	assert_string_equal(check("FPGACL_LOG", "debug"), "");
	assert_string_equal(check("XCL_EMULATION_MODE", "hw_emu"), "");
}

static void test_numbers(void **state)
{
	(void)state;
	assert_string_equal(check("FPGACL_EMU_THREADS", "-3"),
			    "fpgacl: FPGACL_EMU_THREADS=\"-3\" is ignored (using 0); allowed: an "
			    "integer from 0 to 256\n");
	assert_non_null(strstr(check("FPGACL_EMU_THREADS", "257"), "from 0 to 256"));
	assert_non_null(strstr(check("FPGACL_EMU_TIMEOUT_S", "abc"), "an integer from"));
	assert_non_null(strstr(check("FPGACL_EMU_TIMEOUT_S", "1.5"), "an integer from"));
	assert_non_null(strstr(check("FPGACL_CACHE_MB", "x"), "(using 1024)"));
	assert_string_equal(
		check("FPGACL_SUMMARY", "yes"),
		"fpgacl: FPGACL_SUMMARY=\"yes\" is ignored (using 0); allowed: 0 or 1\n");
	assert_string_equal(check("FPGACL_EMU_THREADS", "256"), "");
}

/* The former name counts where the present one is not set. */
static void test_timeout(void **state)
{
	(void)state;
	unsetenv("FPGACL_TIMEOUT_S");
	setenv("FPGACL_EMU_TIMEOUT_S", "7", 1);
	assert_int_equal(fcl_config_timeout_ns(), 7000000000u);
	setenv("FPGACL_TIMEOUT_S", "3", 1);
	assert_int_equal(fcl_config_timeout_ns(), 3000000000u);
	setenv("FPGACL_TIMEOUT_S", "0", 1);
	assert_int_equal(fcl_config_timeout_ns(), 0);
	unsetenv("FPGACL_TIMEOUT_S");
	unsetenv("FPGACL_EMU_TIMEOUT_S");
}

static void test_paths(void **state)
{
	char folder[] = "/tmp/fcl_config_XXXXXX", path[64];

	(void)state;
	assert_non_null(mkdtemp(folder));
	snprintf(path, sizeof(path), "%s/trace.json", folder);
	assert_string_equal(check("FPGACL_TRACE", path), "");
	assert_int_not_equal(access(path, F_OK), 0); /* the check does not create the file */
	assert_non_null(strstr(check("FPGACL_TRACE", folder), "Is a directory"));
	assert_string_equal(check("FPGACL_TRACE", "trace.json"), "");
	assert_string_equal(check("FPGACL_BOARD_PATH", folder), "");
	snprintf(path, sizeof(path), "%s/none/log", folder);
	assert_non_null(strstr(check("FPGACL_LOG_FILE", path), "No such file or directory"));
	snprintf(path, sizeof(path), "%s:%s/none", folder, folder);
	assert_non_null(strstr(check("FPGACL_BOARD_PATH", path), "/none\", which is not a folder"));
	assert_null(strstr(said + 8, "fpgacl: ")); /* only one line, for the missing one */
	/*
	 * Makefiles set it for tools that run before the directory exists; a host that reads it
	 * checks it.
	 */
	assert_string_equal(check("EMCONFIG_PATH", path), "");
	snprintf(path, sizeof(path), "%s/none", folder);
	assert_non_null(strstr(check("XILINX_XRT", path), "is not a folder"));
	rmdir(folder);
}

static void test_names(void **state)
{
	char name[200] = "FPGACL_";

	(void)state;
	assert_string_equal(check("FPGACL_LGO", "debug"),
			    "fpgacl: unknown variable FPGACL_LGO; did you mean FPGACL_LOG? "
			    "\"fpgacl env\" lists all variables\n");
	assert_non_null(strstr(check("FPGACL_EMU_TIMEOUT", "1"), "FPGACL_EMU_TIMEOUT_S?"));
	memset(name + 7, 'X', sizeof(name) - 8);
	assert_non_null(strstr(check(name, ""), "unknown variable FPGACL_XXX"));
	assert_string_equal(check("FPGA", "debug"), "");
	assert_string_equal(check("FPGACL_LOG", ""), "");
	/* Prefixes of known names are unknown names. */
	assert_non_null(strstr(check("FPGACL_EMU", "1"), "unknown variable FPGACL_EMU;"));
}

/* Each default is an allowed value, because an invalid value is replaced by it. */
static void test_defaults(void **state)
{
	(void)state;
	for (int key = 0; key < FCL_CONFIG_COUNT; key++) {
		const struct fcl_config_entry *entry = &fcl_config_table[key];

		assert_true(!*entry->fallback ||
			    fcl_config_accepts((enum fcl_config_key)key, entry->fallback));
		if (*entry->fallback)
			assert_string_equal(check(entry->name, entry->fallback), "");
	}
}

/* 0 or 1, or as XCL_EMULATION_MODE says. */
static void test_emulation(void **state)
{
	(void)state;
	assert_false(fcl_config_as_emulation(FCL_CONFIG_REPORT_FAILURES));
	setenv("FPGACL_REPORT_FAILURES", "1", 1);
	assert_true(fcl_config_as_emulation(FCL_CONFIG_REPORT_FAILURES));
	setenv("XCL_EMULATION_MODE", "hw_emu", 1);
	setenv("FPGACL_REPORT_FAILURES", "0", 1);
	assert_false(fcl_config_as_emulation(FCL_CONFIG_REPORT_FAILURES));
	unsetenv("FPGACL_REPORT_FAILURES");
	assert_true(fcl_config_as_emulation(FCL_CONFIG_REPORT_FAILURES));
	unsetenv("XCL_EMULATION_MODE");
}

static void test_hang_limit(void **state)
{
	(void)state;
	assert_true(fcl_hang_limit_ns() == UINT64_C(5000000000));
	setenv("FPGACL_HANG_NOTICE_S", "0", 1);
	assert_true(fcl_hang_limit_ns() == UINT64_MAX);
	unsetenv("FPGACL_HANG_NOTICE_S");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_choices),  cmocka_unit_test(test_numbers),
		cmocka_unit_test(test_paths),    cmocka_unit_test(test_names),
		cmocka_unit_test(test_defaults), cmocka_unit_test(test_emulation),
		cmocka_unit_test(test_timeout),  cmocka_unit_test(test_hang_limit),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
