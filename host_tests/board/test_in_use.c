/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A client frees objects that its kernels still use: test_in_use FPGACL. An honest client's kernels
 * run while a hostile one makes calls over the same socket.
 */
#include <errno.h>
#include <stdint.h>

#include "clients.h"
#include "hal/board/client/backend.h"
#include "hal/board/client/call.h"
#include "hal/board/client/device.h"
#include "process.h"

static int call(enum fcl_bd_op op, uint64_t number)
{
	struct fcl_err err = {0};

	return fcl_bd_call_simple(suite.device, op, number, 0, 0, NULL, &err);
}

/* The executor refuses, the kernel keeps what it uses, and afterwards everything can be freed. */
static void what_kernels_use_stays(void **state)
{
	static const uint32_t zeros[2] = {0};
	struct fcl_hal_device *device = open_on("t");
	struct fcl_err err = {0};
	struct fcl_hal_program *program = load_seed(1, 0, &err);
	struct fcl_hal_buffer *flags = alloc_buffer(4096), *other = alloc_buffer(4096);
	struct work first, second;
	uint32_t flag = 0;

	(void)state;
	put(flags, 0, zeros, sizeof(zeros));
	start_meeting(&first, program, flags, 0, 2, 0);
	wait_for_flag(flags, 0);
	assert_int_equal(call(FCL_BD_FREE, flags->number), -EBUSY);
	assert_int_equal(call(FCL_BD_UNPROGRAM, 0), -EBUSY);
	assert_int_equal(call(FCL_BD_FREE, other->number), 0);
	start_meeting(&second, program, flags, 1, 2, 1);
	assert_int_equal(work_wait(&first), 0);
	assert_int_equal(work_wait(&second), 0);
	get(flags, sizeof(flag), &flag, sizeof(flag));
	assert_int_equal(flag, 1);
	assert_int_equal(call(FCL_BD_FREE, flags->number), 0);
	assert_int_equal(call(FCL_BD_FREE, flags->number), -EINVAL);
	free_buffer(flags);
	free_buffer(other);
	done_with(device, program);
	wait_users("t", 0, 0);
}

/*
 * The executor may still be counting a launch's end when the client, which knows of it, changes the
 * image.
 */
static void images_change_after_each_launch(void **state)
{
	struct fcl_hal_device *device = open_on("t");
	struct fcl_err err = {0};

	(void)state;
	for (uint32_t i = 0; i < 60; i++) {
		struct fcl_hal_program *program = load_seed((uint8_t)(1 + i % 2), 0, &err);

		assert_int_equal(run_add(program, i), 0);
		suite.hal->unprogram(device, program);
	}
	suite.hal->close(device);
	wait_users("t", 0, 0);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_kernels_use_stays),
		cmocka_unit_test(images_change_after_each_launch),
	};

	if (argc < 2)
		return 2;
	process_tool = argv[1];
	return cmocka_run_group_tests(tests, clients_set_up, clients_take_down);
}
