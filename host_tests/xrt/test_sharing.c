/* SPDX-License-Identifier: Apache-2.0 */
/* The backend xrt on the boards of fake_xrt.cpp: registers, and memory that others can access. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host_tests/xrt/board.h"
#include "host_tests/xrt/fake.h"

/* --- registers -------------------------------------------------------------------------------- */

static void expect_register(struct fcl_hal_program *program, uint32_t cu, uint32_t offset,
			    uint32_t expected)
{
	struct fcl_err err = {0};
	uint32_t found = 0;

	if (suite.hal->reg_read(suite.device, program, cu, offset, &found, &err))
		fail_msg("register %#x of unit %u: %s", offset, cu, err.text);
	assert_int_equal(found, expected);
}

/* A CU is shared until its registers are opened; it can be launched before and after. */
static void registers(void **state)
{
	uint32_t cu = first_cu(K_ADD), value = 0;
	struct fcl_err err = {0};
	struct vadd vadd;
	struct work work, behind;

	(void)state;
	vadd_begin(&vadd);
	vadd_work(&vadd, &work);
	work.request.u.launch.ncus = 1;
	fake("boards=3 hold");
	assert_int_equal(work_submit(&work), 0);
	assert_int_equal(suite.hal->reg_read(suite.device, vadd.program, cu, 0, &value, &err),
			 -EBUSY);
	fake("boards=3");
	assert_int_equal(work_wait(&work), 0);
	/* Another process uses the CU as well: it stays shared, and can be launched. */
	fake("boards=3 errno=exclusive:16");
	assert_int_equal(suite.hal->reg_read(suite.device, vadd.program, cu, 0, &value, &err),
			 -EBUSY);
	fake("boards=3");
	vadd_work(&vadd, &behind);
	behind.request.u.launch.ncus = 1;
	assert_int_equal(work_run(&behind), 0);
	expect_register(vadd.program, cu, 0, 4);
	assert_int_equal(suite.hal->reg_write(suite.device, vadd.program, cu, 0x10, 77, &err), 0);
	expect_register(vadd.program, cu, 0x10, 77);
	/* Now the CU is ours, and its registers are open while it runs. */
	fake("boards=3 hold");
	vadd_work(&vadd, &work);
	work.request.u.launch.ncus = 1;
	assert_int_equal(work_submit(&work), 0);
	expect_register(vadd.program, cu, 0x10, 77);
	fake("boards=3");
	assert_int_equal(work_wait(&work), 0);
	vadd_end(&vadd);
	assert_int_equal(try_program(&err), 0);
}

/* A free-running CU is never launched, but may have registers. */
static void registers_of_a_free_unit(void **state)
{
	struct fcl_image *image = make_image(1, MODELS);
	struct fcl_hal_program *program = NULL;
	uint32_t cu = first_cu(K_DOUBLER), value = 0;
	struct fcl_err err = {0};

	(void)state;
	assert_int_equal(suite.hal->program(suite.device, 0, image, &program, &err), 0);
	assert_int_equal(suite.hal->reg_read(suite.device, program, cu, 0, &value, &err), -EINVAL);
	assert_non_null(strstr(err.text, "no registers"));
	suite.hal->unprogram(suite.device, program);
	image->cus[cu].base = 0x1900000;
	assert_int_equal(suite.hal->program(suite.device, 0, image, &program, &err), 0);
	fake("boards=3 throw=ip");
	assert_int_equal(suite.hal->reg_read(suite.device, program, cu, 0, &value, &err), -EIO);
	fake("boards=3");
	assert_int_equal(suite.hal->reg_write(suite.device, program, cu, 0x20, 5, &err), 0);
	expect_register(program, cu, 0x20, 5);
	suite.hal->unprogram(suite.device, program);
	fcl_image_unref(image);
	assert_int_equal(try_program(&err), 0);
}

/* --- memory shared with others ---------------------------------------------------------------- */

/* The index of the image's host memory, which fake_xrt.cpp refuses to allocate as board memory. */
static uint32_t host_mem(void)
{
	uint32_t i = 0;

	while (i < suite.info->nbanks && strncmp(suite.info->banks[i].tag, "HOST", 4) != 0)
		i++;
	assert_true(i < suite.info->nbanks);
	return i;
}

static void the_hosts_memory(void **state)
{
	struct fcl_hal_buffer *buffer = NULL;
	struct fcl_err err = {0};
	char text[] = "in the host";
	struct vadd vadd;

	(void)state;
	vadd_begin(&vadd);
	if (suite.hal->buffer_alloc(suite.device, vadd.program, host_mem(), 4096, &buffer, &err))
		fail_msg("%s", err.text);
	assert_true(suite.hal->buffer_address(suite.device, buffer) != FCL_HAL_NO_ADDRESS);
	put(buffer, 0, text, sizeof(text));
	memset(text, 0, sizeof(text));
	get(buffer, 0, text, sizeof(text));
	assert_string_equal(text, "in the host");
	free_buffer(buffer);
	vadd_end(&vadd);
}

static void failing_exports(void **state)
{
	struct fcl_hal_buffer *other = NULL;
	struct fcl_err err = {0};
	struct vadd vadd;
	int fd = -1, good = -1;

	(void)state;
	vadd_begin(&vadd);
	fake("boards=3 errno=export:95");
	assert_int_equal(suite.hal->buffer_export(suite.device, vadd.a, &fd, &err), -EOPNOTSUPP);
	assert_int_equal(fd, -1);
	fake("boards=3");
	assert_int_equal(suite.hal->buffer_export(suite.device, vadd.a, &good, &err), 0);
	static const char *const words[] = {"throw=import", "throw=size", "throw=address",
					    "throw=map"};
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		fake(words[i]);
		assert_true(suite.hal->buffer_import(suite.device, good, 64, &other, &err) < 0);
		assert_null(other);
	}
	fake("boards=3");
	close(good);
	/* No object of the failed ones is left. */
	vadd_end(&vadd);
	assert_int_equal(try_program(&err), 0);
}

/* --- two boards ------------------------------------------------------------------------------- */

enum { LONG = (9 << 20) + 100 };

struct pair {
	struct fcl_hal_device *devices[2];
	struct fcl_hal_program *programs[2];
	struct fcl_hal_buffer *buffers[2];
};

static void use(struct fcl_hal_device *device)
{
	suite.device = device;
	suite.info = suite.hal->info(device);
}

/* Both are u50, whose memory can copy without the host. */
static void pair_begin(struct pair *pair)
{
	static const char *const names[] = {"0000:11:00.1", "0000:13:00.1"};
	struct fcl_err err = {0};
	char list[256] = "";

	close_board();
	/* There is one more than before. */
	assert_int_equal(suite.hal->list(append_board, list, &err), 0);
	for (int i = 0; i < 2; i++) {
		assert_int_equal(open_board(names[i], 0, &err), 0);
		pair->devices[i] = suite.device;
		pair->programs[i] = load_program();
		pair->buffers[i] = alloc_buffer(LONG + 100);
	}
}

static void pair_end(struct pair *pair)
{
	struct fcl_err err = {0};
	char list[256] = "";

	for (int i = 0; i < 2; i++) {
		use(pair->devices[i]);
		free_buffer(pair->buffers[i]);
		suite.hal->unprogram(suite.device, pair->programs[i]);
		/* XRT loads no image while an object of the previous one is open. */
		assert_int_equal(try_program(&err), 0);
		close_board();
	}
	fake("boards=3");
	assert_int_equal(suite.hal->list(append_board, list, &err), 0);
	assert_int_equal(open_board("0000:10:00.1", 0, &err), 0);
}

static void work_send(struct pair *pair, struct work *work, uint64_t bytes)
{
	use(pair->devices[0]);
	work_transfer(work, FCL_HAL_COPY, NULL, 0, NULL, bytes);
	work->request.u.copy.source = pair->buffers[0];
	work->request.u.copy.target = pair->buffers[1];
	work->request.u.copy.source_offset = 10;
	work->request.u.copy.target_offset = 20;
	work->request.u.copy.box = (struct fcl_hal_box){{bytes, 1, 1}, bytes, bytes, bytes, bytes};
}

static int send(struct pair *pair, uint64_t bytes)
{
	struct work work;

	work_send(pair, &work, bytes);
	return work_run(&work);
}

/* From board to board without the host: nothing is synchronized with it. */
static void boards_send(void **state)
{
	unsigned char *sent = malloc(LONG + 100), *got = calloc(1, LONG + 100);
	struct pair pair;

	(void)state;
	assert_true(sent && got);
	for (size_t i = 0; i < LONG + 100; i++)
		sent[i] = (unsigned char)(i * 7 + (i >> 12));
	fake("boards=4 p2p");
	pair_begin(&pair);
	assert_int_equal(suite.hal->peer(pair.devices[0], pair.devices[1]), 0);
	use(pair.devices[1]);
	put(pair.buffers[1], 0, got, LONG + 100);
	use(pair.devices[0]);
	put(pair.buffers[0], 0, sent, LONG + 100);
	fake("boards=4 p2p throw=sync");
	assert_int_equal(send(&pair, LONG), 0);
	fake("boards=4 p2p");
	use(pair.devices[1]);
	get(pair.buffers[1], 0, got, LONG + 100);
	for (size_t i = 0; i < 20; i++)
		assert_int_equal(got[i], 0);
	assert_memory_equal(got + 20, sent + 10, LONG);
	for (size_t i = LONG + 20; i < LONG + 100; i++)
		assert_int_equal(got[i], 0);
	free(sent);
	free(got);
	pair_end(&pair);
}

static void boards_fail_to_send(void **state)
{
	static const char *const words[] = {"errno=bo:12", "throw=export", "throw=import",
					    "throw=p2p", "errno=copy:5"};
	struct pair pair;

	(void)state;
	fake("boards=4 p2p");
	pair_begin(&pair);
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		fake(words[i]);
		assert_true(send(&pair, 1000) < 0);
	}
	fake("boards=4 p2p");
	assert_int_equal(send(&pair, 1000), 0);
	pair_end(&pair);
}

/* Cards are delivered with P2P disabled. */
static void boards_that_do_not_send(void **state)
{
	struct fcl_hal_request *request;
	struct pair pair;
	struct work work;

	(void)state;
	fake("boards=4");
	pair_begin(&pair);
	assert_int_equal(suite.hal->peer(pair.devices[0], pair.devices[1]), -EOPNOTSUPP);
	work_send(&pair, &work, 64);
	request = &work.request;
	assert_int_equal(suite.hal->submit(pair.devices[0], &request, 1), -EINVAL);
	pair_end(&pair);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(registers),
		cmocka_unit_test(registers_of_a_free_unit),
		cmocka_unit_test(the_hosts_memory),
		cmocka_unit_test(failing_exports),
		cmocka_unit_test(boards_send),
		cmocka_unit_test(boards_fail_to_send),
		cmocka_unit_test(boards_that_do_not_send),
	};

	return cmocka_run_group_tests(tests, board_setup, board_teardown);
}
