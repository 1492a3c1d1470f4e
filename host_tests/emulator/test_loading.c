/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Functions of a payload that run at load and unload time may fail: then the image cannot be
 * loaded.
 */
#include "host_tests/emulator/unit_test.h"

#include <errno.h>

#include "emulator/board.h"
#include "emulator/dormant.h"
#include "emulator/loader.h"
#include "emulator/state/board.h"
#include "emulator/state/program.h"
#include "host_tests/emulator/loading.h"

static struct fcl_emu_board *board;
static struct fcl_image *image;

static int make(void **state)
{
	struct fcl_err err = {0};

	(void)state;
	assert_int_equal(fcl_emu_open("u250", 0, &board, &err), 0);
	assert_int_equal(fcl_image_new(&image, &err), 0);
	image->target = FCL_TARGET_SW_EMU;
	image->vbnv = board->desc->vbnv;
	image->isa = FCL_IMAGE_BASIC_ISA;
	read_payload(image);
	image->kernels = fcl_image_alloc(image, 1, sizeof(*image->kernels));
	image->kernels[0].name = "nothing";
	image->nkernels = 1;
	image->cus = fcl_image_alloc(image, 1, sizeof(*image->cus));
	image->cus[0].name = "nothing_1";
	image->ncus = 1;
	return 0;
}

static int end(void **state)
{
	(void)state;
	fcl_image_unref(image);
	fcl_emu_close(board);
	return 0;
}

/* Loads the payload, with the functions of these letters failing. */
static int load(const char *fails, struct fcl_emu_program **ret_program, struct fcl_err *err)
{
	setenv(LOADING_FAILS, fails, 1);
	setenv(LOADING_SEEN, "", 1);
	return fcl_emu_load(board, 0, image, ret_program, err);
}

static void assert_seen(const char *letters)
{
	assert_string_equal(getenv(LOADING_SEEN), letters);
}

/* In the dynamic linker's order. */
static void all_is_called(void **state)
{
	struct fcl_emu_program *program;
	struct fcl_err err = {0};

	(void)state;
	for (int i = 0; i < 2; i++) {
		if (load("", &program, &err))
			fail_msg("%s", err.text);
		assert_seen("abcdef");
		fcl_emu_unload(program);
		assert_seen("abcdefwxyz");
	}
}

/* Whatever was loaded is unloaded again, as far as possible. */
static void a_failed_load(void **state)
{
	static const struct {
		const char *fails, *text, *seen;
	} cases[] = {
		{"a", "a static constructor of the image failed: ", "axyz"},
		{"b", "a static constructor of the image failed: ", "abxyz"},
		{"c", "a static constructor of the image failed: ", "abcxyz"},
		{"d", "a static constructor of the image failed: ", "abcdxyz"},
		{"e", "the payload cannot be attached: ", "abcdexyz"},
		{"f", "compute unit nothing:nothing_1: its model's init failed: ", "abcdefwxyz"},
		{"fw", "compute unit nothing:nothing_1: its model's init failed: ", "abcdefwxyz"},
		{"bx", "a static constructor of the image failed: ", "abx"},
	};
	struct fcl_emu_program *program;

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct fcl_err err = {0};

		assert_int_equal(load(cases[i].fails, &program, &err), -ENOEXEC);
		assert_non_null(strstr(err.text, cases[i].text));
		assert_non_null(strstr(err.text, "bad memory access"));
		assert_seen(cases[i].seen);
	}
}

/* Its log output becomes the reason. */
static void a_refused_image(void **state)
{
	struct fcl_emu_program *program;
	struct fcl_err err = {0};

	(void)state;
	assert_int_equal(load("r", &program, &err), -EIO);
	assert_string_equal(err.text, "compute unit nothing:nothing_1: there is no table");
	assert_seen("abcdefwxyz");
	assert_int_equal(load("v", &program, &err), -ENOEXEC);
	assert_non_null(strstr(err.text, "its model's init failed: it blocks"));
	assert_seen("abcdefwxyz");
}

/* The image is still removed from the board. */
static void a_failed_unload(void **state)
{
	struct fcl_emu_program *program;
	struct fcl_err err = {0};

	(void)state;
	assert_int_equal(load("y", &program, &err), 0);
	fcl_emu_unload(program);
	assert_seen("abcdefwxy");
}

/*
 * A payload whose variables outlive its time on the board is kept, but not one that never became
 * ready.
 */
static void what_failed_is_not_kept(void **state)
{
	struct fcl_emu_program *program;
	struct fcl_err err = {0};

	(void)state;
	image->variables_size = 8;
	assert_int_equal(load("d", &program, &err), -ENOEXEC);
	assert_int_equal(load("", &program, &err), 0);
	assert_seen("abcdef");
	fcl_emu_unload(program);
	assert_seen("abcdefw");
	assert_int_equal(load("", &program, &err), 0);
	assert_seen("f");
	fcl_emu_unload(program);
	assert_seen("fw");
	/* Closing the board drops kept payloads, whose destructors may also fail. */
	setenv(LOADING_FAILS, "x", 1);
	fcl_emu_dormant_drop(board, true);
	assert_seen("fwx");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(all_is_called, make, end),
		cmocka_unit_test_setup_teardown(a_failed_load, make, end),
		cmocka_unit_test_setup_teardown(a_refused_image, make, end),
		cmocka_unit_test_setup_teardown(a_failed_unload, make, end),
		cmocka_unit_test_setup_teardown(what_failed_is_not_kept, make, end),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
