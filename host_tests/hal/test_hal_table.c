/* SPDX-License-Identifier: Apache-2.0 */
/* Code shared by all backends: completing the ops table, the registry, box helpers, and banks. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "hal/bank.h"
#include "hal/box.h"
#include "hal/include/fcl_hal.h"
#include "hal/null/backend.h"
#include "hal/ops.h"
#include "runtime/devices/module.h"
#include "runtime/devices/registry.h"

static void test_complete_fills_every_hole(void **state)
{
	struct fcl_hal_ops ops;
	struct fcl_err err;

	(void)state;
	assert_int_equal(fcl_hal_complete(&fcl_hal_null_backend, &ops, &err), 0);
	assert_ptr_equal(ops.submit, fcl_hal_null_backend.submit);
	assert_string_equal(ops.name, "null");
	assert_int_equal(ops.size, sizeof(ops));
	for (size_t at = offsetof(struct fcl_hal_ops, list); at < sizeof(ops);
	     at += sizeof(void (*)(void)))
		assert_memory_not_equal((char *)&ops + at, &(void (*)(void)){NULL},
					sizeof(void (*)(void)));
}

static void test_stubs_answer_unsupported(void **state)
{
	struct fcl_hal_ops ops;
	struct fcl_err err;
	uint32_t value = 7;
	int fd = 7;

	(void)state;
	assert_int_equal(fcl_hal_complete(&fcl_hal_null_backend, &ops, NULL), 0);
	assert_int_equal(ops.reset(NULL, &err), -EOPNOTSUPP);
	assert_non_null(strstr(err.text, "reset"));
	assert_int_equal(ops.reg_read(NULL, NULL, 0, 0, &value, NULL), -EOPNOTSUPP);
	assert_int_equal(value, 7);
	assert_int_equal(ops.buffer_export(NULL, NULL, &fd, NULL), -EOPNOTSUPP);
	assert_int_equal(fd, 7);
	assert_int_equal(ops.pipe_level(NULL, NULL, &value), -EOPNOTSUPP);
	assert_int_equal(ops.progress(NULL, NULL), -EOPNOTSUPP);
	assert_int_equal(ops.help(NULL, NULL), -EOPNOTSUPP);
	assert_int_equal(ops.svm_alloc(NULL, 1, NULL, NULL, &err), -EOPNOTSUPP);
	assert_non_null(strstr(err.text, "shared virtual memory"));
	assert_int_equal(ops.svm_attach(NULL, NULL, 1, NULL, NULL), -EOPNOTSUPP);
	assert_true(ops.buffer_address(NULL, NULL) == FCL_HAL_NO_ADDRESS);
	ops.pipe_close(NULL, NULL);
	ops.host_free(NULL, NULL, 0);
	ops.host_unregister(NULL, NULL, 0);
}

static void test_complete_names_what_is_missing(void **state)
{
	struct fcl_hal_ops broken = fcl_hal_null_backend, ops = {.size = 1};
	struct fcl_err err;

	(void)state;
	broken.submit = NULL;
	assert_int_equal(fcl_hal_complete(&broken, &ops, &err), -EINVAL);
	assert_non_null(strstr(err.text, "submit"));
	assert_non_null(strstr(err.text, "null"));
	broken = fcl_hal_null_backend;
	broken.version = FCL_HAL_VERSION + 1;
	assert_int_equal(fcl_hal_complete(&broken, &ops, &err), -EINVAL);
	broken = fcl_hal_null_backend;
	broken.size = sizeof(size_t);
	assert_int_equal(fcl_hal_complete(&broken, &ops, &err), -EINVAL);
	broken = fcl_hal_null_backend;
	broken.name = "";
	assert_int_equal(fcl_hal_complete(&broken, &ops, &err), -EINVAL);
	assert_int_equal(ops.size, 1);
}

/* A table from an older header ends before the last members; nothing beyond its end is read. */
static void test_complete_honours_the_size(void **state)
{
	struct fcl_hal_ops shorter = fcl_hal_null_backend, ops;
	uint32_t packets;

	(void)state;
	shorter.size = offsetof(struct fcl_hal_ops, pipe_push);
	memset((char *)&shorter + shorter.size, 0x5a, sizeof(shorter) - shorter.size);
	assert_int_equal(fcl_hal_complete(&shorter, &ops, NULL), 0);
	assert_int_equal(ops.pipe_push(NULL, NULL, NULL, 0, &packets), -EOPNOTSUPP);
	shorter.size = offsetof(struct fcl_hal_ops, submit);
	assert_int_equal(fcl_hal_complete(&shorter, &ops, NULL), -EINVAL);
}

static void test_registry(void **state)
{
	const struct fcl_hal_ops *ops;
	unsigned count = 0;

	(void)state;
	while ((ops = fcl_backend_at(count))) {
		assert_ptr_equal(fcl_backend_find(ops->name), ops);
		count++;
	}
	assert_true(count >= 1);
	assert_non_null(fcl_backend_find("null"));
	assert_null(fcl_backend_find("nul"));
	assert_null(fcl_backend_find(""));
}

static void test_registry_loads_a_module_once(void **state)
{
	const struct fcl_hal_ops *ops;
	struct fcl_hal_device *device = NULL;

	(void)state;
	assert_int_equal(setenv("FPGACL_HAL_PATH", "/nowhere::" MODULES, 1), 0);
	ops = fcl_backend_find("module");
	assert_non_null(ops);
	assert_string_equal(ops->name, "module");
	assert_int_equal(ops->open("u250", 0, &device, NULL), 0);
	ops->close(device);
	assert_int_equal(unsetenv("FPGACL_HAL_PATH"), 0);
	assert_ptr_equal(fcl_backend_find("module"), ops);
}

/*
 * FPGACL_HAL_PATH is searched first, then the code's own directory, then its subdirectory fpgacl,
 * then the sibling directory fpgacl.
 */
static void test_modules_are_found_in_order(void **state)
{
	struct fcl_hal_ops ops;
	struct fcl_err err;

	(void)state;
	assert_int_equal(unsetenv("FPGACL_HAL_PATH"), 0);
	assert_int_equal(fcl_module_load("near", &ops, &err), 0);
	assert_int_equal(fcl_module_load("below", &ops, &err), 0);
	assert_int_equal(fcl_module_load("aside", &ops, &err), 0);
	/* The one in the code's directory is another backend's; the one in the path is right. */
	assert_int_equal(fcl_module_load("twice", &ops, &err), -EINVAL);
	assert_int_equal(setenv("FPGACL_HAL_PATH", MODULES, 1), 0);
	assert_int_equal(fcl_module_load("twice", &ops, &err), 0);
	assert_string_equal(ops.name, "twice");
	/* A path without it does not prevent finding it elsewhere. */
	assert_int_equal(fcl_module_load("below", &ops, &err), 0);
	assert_int_equal(unsetenv("FPGACL_HAL_PATH"), 0);
	assert_int_equal(fcl_module_load("module", &ops, &err), -ENOENT);
}

static void test_wrong_modules_are_refused(void **state)
{
	static const struct {
		const char *name;
		int error;
		const char *text;
	} cases[] = {
		{"misnamed", -EINVAL, "expected misnamed"},
		{"nameless", -EINVAL, FCL_HAL_MODULE_ENTRY},
		{"newer", -EINVAL, "version"},
		{"tableless", -EINVAL, "no ops table"},
		{"broken", -EINVAL, "does not load"},
		{"absent", -ENOENT, "libfpgacl_hal_absent.so"},
		{"../modules/module", -ENOENT, "name of a backend"},
		{"", -ENOENT, "name of a backend"},
	};
	struct fcl_hal_ops ops = {.size = 1};

	(void)state;
	assert_int_equal(setenv("FPGACL_HAL_PATH", MODULES, 1), 0);
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct fcl_err err = {0};

		assert_int_equal(fcl_module_load(cases[i].name, &ops, &err), cases[i].error);
		if (!strstr(err.text, cases[i].text))
			fail_msg("%s: %s", cases[i].name, err.text);
		assert_null(fcl_backend_find(cases[i].name));
	}
	assert_int_equal(ops.size, 1);
	assert_int_equal(unsetenv("FPGACL_HAL_PATH"), 0);
}

static void test_box_steps_through_rows_and_slices(void **state)
{
	const struct fcl_hal_box box = {{5, 2, 2}, 10, 100, 7, 50};
	const size_t expected[][2] = {{0, 0}, {10, 7}, {100, 50}, {110, 57}};
	size_t row = 0, offset, other;

	(void)state;
	for (size_t i = 0; i < 4; i++) {
		assert_true(fcl_hal_box_next(&box, &row, &offset, &other));
		assert_int_equal(offset, expected[i][0]);
		assert_int_equal(other, expected[i][1]);
	}
	assert_false(fcl_hal_box_next(&box, &row, &offset, &other));
}

static void test_box_of_one_row_ignores_pitches(void **state)
{
	const struct fcl_hal_box box = {{8, 1, 1}, SIZE_MAX, SIZE_MAX, SIZE_MAX, SIZE_MAX};
	size_t row = 0, offset, other;

	(void)state;
	assert_true(fcl_hal_box_fits(&box, false, 8, 16));
	assert_false(fcl_hal_box_fits(&box, false, 9, 16));
	assert_true(fcl_hal_box_next(&box, &row, &offset, &other));
	assert_int_equal(offset, 0);
	assert_false(fcl_hal_box_next(&box, &row, &offset, &other));
}

static void test_box_fits_to_the_byte(void **state)
{
	/* Ends at 100 + 10 + 5 = 115 here and at 50 + 7 + 5 = 62 on the other side. */
	const struct fcl_hal_box box = {{5, 2, 2}, 10, 100, 7, 50};

	(void)state;
	assert_true(fcl_hal_box_fits(&box, false, 0, 115));
	assert_false(fcl_hal_box_fits(&box, false, 0, 114));
	assert_true(fcl_hal_box_fits(&box, true, 0, 62));
	assert_false(fcl_hal_box_fits(&box, true, 0, 61));
	assert_true(fcl_hal_box_fits(&box, false, 1000, 1115));
	assert_false(fcl_hal_box_fits(&box, false, 1001, 1115));
}

static void test_box_overflow_does_not_fit(void **state)
{
	const struct fcl_hal_box boxes[] = {
		{{SIZE_MAX, 1, 1}, 0, 0, 0, 0},
		{{1, SIZE_MAX, 1}, SIZE_MAX, 0, SIZE_MAX, 0},
		{{1, 3, 1}, SIZE_MAX / 2 + 1, 0, SIZE_MAX / 2 + 1, 0},
		{{1, 1, 3}, 0, SIZE_MAX / 2 + 1, 0, SIZE_MAX / 2 + 1},
		{{8, 2, 1}, SIZE_MAX - 7, 0, SIZE_MAX - 7, 0},
		{{0, 1, 1}, 0, 0, 0, 0},
		{{1, 0, 1}, 0, 0, 0, 0},
		{{1, 1, 0}, 0, 0, 0, 0},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(boxes) / sizeof(*boxes); i++) {
		assert_false(fcl_hal_box_fits(&boxes[i], false, 16, UINT64_MAX - 8));
		assert_false(fcl_hal_box_fits(&boxes[i], true, 16, UINT64_MAX - 8));
	}
	assert_false(fcl_hal_box_fits(&(struct fcl_hal_box){{1, 1, 1}, 0, 0, 0, 0}, false,
				      UINT64_MAX, UINT64_MAX));
}

/*
 * The runtime and the backends must agree on a memory's bank; otherwise buffers would never be in
 * the right place.
 */
static void test_bank_of_mem(void **state)
{
	static const struct fcl_hal_bank banks[] = {
		{.tag = "DDR[0]", .base = 0x1000, .size = 0x1000},
		{.tag = "DDR[1]", .base = 0x2000, .size = 0x1000}};
	static const struct fcl_hal_info info = {.banks = banks, .nbanks = 2};
	static const struct {
		struct fcl_image_mem mem;
		uint32_t bank;
	} cases[] = {
		{{.tag = "DDR[1]", .base = 0x2000, .size = 0x1000}, 1},
		{{.tag = "bank1", .base = 0x2800, .size = 0x800}, 1},
		{{.tag = "DDR[1]", .base = 0x1000, .size = 0x1000}, 1},
		{{.tag = "DDR[1]", .base = 0x9000, .size = 0x1000}, 1},
		{{.tag = "dc_0", .base = 0x1000, .size = 0}, FCL_HAL_BANK_DEFAULT},
		{{.tag = "bank9", .base = 0x9000, .size = 0x1000}, FCL_HAL_BANK_DEFAULT},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		assert_int_equal(fcl_hal_bank_of_mem(&info, &cases[i].mem), cases[i].bank);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_complete_fills_every_hole),
		cmocka_unit_test(test_stubs_answer_unsupported),
		cmocka_unit_test(test_complete_names_what_is_missing),
		cmocka_unit_test(test_complete_honours_the_size),
		cmocka_unit_test(test_registry),
		cmocka_unit_test(test_registry_loads_a_module_once),
		cmocka_unit_test(test_modules_are_found_in_order),
		cmocka_unit_test(test_wrong_modules_are_refused),
		cmocka_unit_test(test_box_steps_through_rows_and_slices),
		cmocka_unit_test(test_box_of_one_row_ignores_pitches),
		cmocka_unit_test(test_box_fits_to_the_byte),
		cmocka_unit_test(test_bank_of_mem),
		cmocka_unit_test(test_box_overflow_does_not_fit),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
