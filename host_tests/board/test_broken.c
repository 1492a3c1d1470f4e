/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A board process whose board breaks: test_broken, next to a board process "sick" on
 * fault(emu:u50)?board=broken@2. Its clients must notice, and get the board back by a reset.
 */
#include <errno.h>
#include <string.h>

#include "clients.h"
#include "runtime/devices/registry.h"

static void breaks_and_is_reset(void **state)
{
	struct fcl_err err = {0};
	struct fcl_hal_program *program;

	(void)state;
	suite.hal = fcl_backend_of("board:sick", &suite.board, &err);
	assert_non_null(suite.hal);
	suite.device = open_on("sick");
	suite.info = suite.hal->info(suite.device);
	program = load_seed(1, 0, &err);
	assert_int_equal(suite.hal->health(suite.device, &err), 0);
	assert_int_equal(run_add(program, 1), 0);
	assert_int_equal(suite.hal->health(suite.device, &err), 0);
	/* The health must be known as soon as the failure is. */
	assert_int_equal(run_add(program, 1), -EIO);
	assert_int_equal(suite.hal->health(suite.device, &err), -EIO);
	assert_non_null(strstr(err.text, "needs a reset"));
	/* This only resets this client; another client's executor has opened the board again. */
	assert_int_equal(suite.hal->reset(suite.device, &err), 0);
	assert_int_equal(suite.hal->health(suite.device, &err), 0);
	assert_int_equal(run_add(program, 1), 0);
	done_with(suite.device, program);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(breaks_and_is_reset)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
