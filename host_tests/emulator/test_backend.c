/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Compiles the backend and its callers in one translation unit: writes through a `ret_` parameter
 * must have the parameter's own type. Otherwise the compiler may assume that the variable has not
 * changed, and does.
 */
#include "host_tests/emulator/unit_test.h"

#include "emulator/board.h"
#include "emulator/execution/fifos/fifo.h"
#include "emulator/memory/memory.h"
#include "emulator/memory/svm.h"

static struct fcl_emu_board board;
static struct fcl_emu_buffer buffer;

static int make_board(const char *name, unsigned instance, struct fcl_emu_board **ret_board,
		      struct fcl_err *err)
{
	(void)name, (void)instance, (void)err;
	*ret_board = &board;
	return 0;
}

static int make_import(struct fcl_emu_board *of, int fd, uint64_t bytes,
		       struct fcl_emu_buffer **ret_buffer, struct fcl_err *err)
{
	(void)of, (void)fd, (void)bytes, (void)err;
	*ret_buffer = &buffer;
	return 0;
}

static int make_svm(struct fcl_emu_board *of, uint64_t bytes, struct fcl_emu_buffer **ret_buffer,
		    struct fcl_err *err)
{
	(void)of, (void)bytes, (void)err;
	*ret_buffer = &buffer;
	return 0;
}

static int attach_svm(struct fcl_emu_board *of, void *pointer, uint64_t bytes,
		      struct fcl_emu_buffer **ret_buffer, struct fcl_err *err)
{
	(void)pointer;
	return make_svm(of, bytes, ret_buffer, err);
}

#define fcl_emu_open make_board
#define fcl_emu_buffer_import make_import
#define fcl_emu_svm_alloc make_svm
#define fcl_emu_svm_attach attach_svm
#include "emulator/backend.c"

/*
 * Two pointers to one variable, which the compiler cannot know to be the same: if their types
 * differ, it may assume that a write through the first does not affect a read through the second.
 */
#define PLACES(type)                                                                               \
	type *place = NULL, **volatile hidden = &place, **ret = hidden, **seen = hidden;           \
	*seen = NULL

static struct fcl_hal_device *const device = (struct fcl_hal_device *)&board;

static void opened(void **state)
{
	PLACES(struct fcl_hal_device);
	int error = backend_open_board("u250", 0, ret, NULL);

	(void)state;
	assert_ptr_equal(*seen, &board);
	assert_int_equal(error, 0);
}

static void imported(void **state)
{
	PLACES(struct fcl_hal_buffer);
	int error = backend_buffer_import(device, 0, 1, ret, NULL);

	(void)state;
	assert_ptr_equal(*seen, &buffer);
	assert_int_equal(error, 0);
}

static void shared(void **state)
{
	PLACES(struct fcl_hal_buffer);
	char bytes[1];
	void *pointer = NULL;
	int error;

	(void)state;
	buffer.svm = bytes;
	error = backend_svm_alloc(device, 1, &pointer, ret, NULL);
	assert_ptr_equal(*seen, &buffer);
	assert_int_equal(error, 0);
	assert_ptr_equal(pointer, bytes);
}

static void attached(void **state)
{
	PLACES(struct fcl_hal_buffer);
	char bytes[1];
	int error = backend_svm_attach(device, bytes, 1, ret, NULL);

	(void)state;
	assert_ptr_equal(*seen, &buffer);
	assert_int_equal(error, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(opened),
		cmocka_unit_test(imported),
		cmocka_unit_test(shared),
		cmocka_unit_test(attached),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
