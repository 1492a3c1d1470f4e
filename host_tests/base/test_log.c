/* SPDX-License-Identifier: Apache-2.0 */
/* The log level, as set by FPGACL_LOG and XCL_EMULATION_MODE. */
#include "host_tests/base/unit_test.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/log.h"

/* A process reads the level only once. */
static int level_of(const char *log, const char *mode)
{
	pid_t child = fork();
	int status = -1;

	if (child == 0) {
		int level = 0;

		setenv("FPGACL_LOG", log, 1);
		setenv("XCL_EMULATION_MODE", mode, 1);
		while (level < FCL_LOG_DEBUG && fcl_log_enabled((enum fcl_log_level)(level + 1)))
			level++;
		_exit(level);
	}
	waitpid(child, &status, 0);
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void test_levels(void **state)
{
	(void)state;
	assert_int_equal(level_of("", ""), 0);
	assert_int_equal(level_of("", "noop"), 0);
	/* Hosts for the vendor's emulation expect to see why a kernel failed, or may be wrong. */
	assert_int_equal(level_of("", "sw_emu"), FCL_LOG_WARN);
	assert_int_equal(level_of("", "hw_emu"), FCL_LOG_WARN);
	assert_int_equal(level_of("none", "sw_emu"), 0);
	assert_int_equal(level_of("info", "sw_emu"), FCL_LOG_INFO);
	assert_int_equal(level_of("warn", ""), FCL_LOG_WARN);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(test_levels)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
