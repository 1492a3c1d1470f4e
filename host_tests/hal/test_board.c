/* SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <string.h>

#include "host_tests/hal/suite.h"

static void facts(void **state)
{
	const struct fcl_hal_info *info = suite.info;

	(void)state;
	assert_true(info->name[0] && info->vbnv[0] && info->board[0] && info->vendor[0]);
	assert_non_null(info->bdf);
	assert_non_null(info->serial);
	assert_non_null(info->version);
	assert_true(info->nslots >= 1 && info->nbanks >= 1 && info->default_bank < info->nbanks);
	assert_true(info->buffer_alignment &&
		    !(info->buffer_alignment & (info->buffer_alignment - 1)));
	for (uint32_t i = 0; i < info->nbanks; i++)
		assert_true(info->banks[i].tag[0] && info->banks[i].size);
}

static void count_board(void *user, const char *board)
{
	(void)board;
	++*(unsigned *)user;
}

static void list_and_open(void **state)
{
	struct fcl_hal_device *other = NULL;
	struct fcl_err err = {0};
	bool layer = suite.board[0] == '(';
	unsigned boards = 0;
	int error;

	(void)state;
	assert_int_equal(suite.hal->list(count_board, &boards, &err), 0);
	assert_int_equal(boards > 0, !layer); /* layers have no boards of their own */
	assert_int_equal(
		suite.hal->open(layer ? "(emu:no-such-board)" : "no-such-board", 0, &other, &err),
		-ENOENT);
	assert_true(err.text[0] != '\0');
	error = suite.hal->open(layer ? suite.board : suite.info->board, 1, &other, &err);
	/* The number of real boards is not known. */
	assert_true(!error || (error == -ENOENT && suite.info->bdf[0] && !suite.computes));
	assert_ptr_not_equal(other, suite.device);
	suite.hal->close(other);
	suite.hal->close(NULL);
}

static void program_verify_unprogram(void **state)
{
	struct fcl_image *first = make_image(1, MODELS), *second = make_image(2, MODELS);
	struct fcl_hal_program *program = NULL;
	struct fcl_err err = {0};
	uint8_t uuid[16];

	(void)state;
	assert_int_equal(suite.hal->verify(suite.device, 0, uuid, &err), -ENOENT);
	assert_int_equal(suite.hal->check(suite.device, first, &err), 0);
	assert_int_equal(suite.hal->program(suite.device, 0, first, &program, &err), 0);
	assert_int_equal(suite.hal->verify(suite.device, 0, uuid, &err), 0);
	assert_memory_equal(uuid, first->uuid, 16);
	/* Programming again replaces the image. */
	assert_int_equal(suite.hal->program(suite.device, 0, second, &program, &err), 0);
	assert_int_equal(suite.hal->verify(suite.device, 0, uuid, &err), 0);
	assert_memory_equal(uuid, second->uuid, 16);
	suite.hal->unprogram(suite.device, program);
	suite.hal->unprogram(suite.device, NULL);
	assert_int_equal(suite.hal->verify(suite.device, 0, uuid, &err), -ENOENT);
	assert_true(suite.hal->verify(suite.device, suite.info->nslots, uuid, &err) < 0);
	assert_int_equal(
		suite.hal->program(suite.device, suite.info->nslots, first, &program, &err),
		-EINVAL);
	fcl_image_unref(first);
	fcl_image_unref(second);
}

static void refuse(struct fcl_image *image, const char *what)
{
	struct fcl_hal_program *program = NULL;
	struct fcl_err err = {0};

	if (suite.hal->program(suite.device, 0, image, &program, &err) != -EINVAL)
		fail_msg("%s was not refused", what);
	assert_true(err.text[0] != '\0');
	assert_null(program);
}

/* Copies of a valid image with one property changed: the backend checks each of them. */
static void wrong_images(void **state)
{
	struct fcl_image *image, wrong;

	(void)state;
	image = make_image(1, MODELS);
	wrong = *image;
	wrong.vbnv = "xilinx_u999_gen3x16_xdma_1_202210_1";
	refuse(&wrong, "another platform's image");
	if (!suite.computes) {
		fcl_image_unref(image);
		need_results();
	}
	wrong = *image;
	wrong.target = FCL_TARGET_HW;
	refuse(&wrong, "a hardware image");
	fcl_image_unref(image);
	image = make_image(1, MODELS_OTHER_ABI);
	refuse(image, "a payload of another ABI");
	fcl_image_unref(image);
}

/* A buffer in the first bank whose contents survive programming, or do not; NULL: there is none. */
static struct fcl_hal_buffer *alloc_in_bank(bool kept)
{
	struct fcl_hal_buffer *buffer = NULL;
	struct fcl_err err = {0};
	uint32_t bank = 0;

	while (bank < suite.info->nbanks && fcl_hal_bank_kept(suite.info, bank) != kept)
		bank++;
	if (bank < suite.info->nbanks)
		assert_int_equal(
			suite.hal->buffer_alloc(suite.device, NULL, bank, 4096, &buffer, &err), 0);
	return buffer;
}

static void memory_survives(void **state)
{
	struct fcl_hal_buffer *buffer;
	char text[] = "still here";
	uint64_t address;

	(void)state;
	need_images();
	buffer = alloc_in_bank(true);
	if (!buffer)
		skip_test();
	address = suite.hal->buffer_address(suite.device, buffer);
	put(buffer, 77, text, sizeof(text));
	suite.hal->unprogram(suite.device, load_program());
	memset(text, 0, sizeof(text));
	get(buffer, 77, text, sizeof(text));
	if (suite.stores)
		assert_string_equal(text, "still here");
	assert_int_equal(suite.hal->buffer_address(suite.device, buffer), address);
	free_buffer(buffer);
}

/* A buffer that would be lost prevents programming while it exists. */
static void memory_is_lost(void **state)
{
	struct fcl_hal_program *program = NULL;
	struct fcl_hal_buffer *buffer;
	struct fcl_image *image;
	struct fcl_err err = {0};

	(void)state;
	need_images();
	buffer = alloc_in_bank(false);
	assert_int_equal(!buffer, !!(suite.info->caps & FCL_HAL_CAP_KEEPS_MEMORY));
	if (!buffer)
		return;
	image = make_image(1, MODELS);
	assert_int_equal(suite.hal->program(suite.device, 0, image, &program, &err), -EBUSY);
	assert_true(err.text[0] != '\0');
	assert_null(program);
	free_buffer(buffer);
	suite.hal->unprogram(suite.device, load_program());
	fcl_image_unref(image);
}

static void sensors(void **state)
{
	struct fcl_hal_sensor sensor;
	uint32_t count = 0;
	int error;

	(void)state;
	if (!(suite.info->caps & FCL_HAL_CAP_SENSORS))
		assert_int_equal(suite.hal->sensor(suite.device, 0, &sensor), -EOPNOTSUPP);
	need(FCL_HAL_CAP_SENSORS);
	while (!(error = suite.hal->sensor(suite.device, count, &sensor))) {
		assert_true(sensor.name[0] && sensor.unit[0]);
		assert_in_range(++count, 1, 1000);
	}
	assert_int_equal(error, -ENOENT);
	assert_true(count > 0);
}

static void healthy(void **state)
{
	struct fcl_err err = {0};

	(void)state;
	assert_int_equal(suite.hal->health(suite.device, &err), 0);
}

/* Without the capability, each operation reports that and writes nothing. */
static void undeclared_ops(void **state)
{
	uint32_t caps = suite.info->caps, number = 77, data[4] = {0};
	struct fcl_hal_buffer *other = NULL;
	struct fcl_hal_stream_info info;
	struct fcl_hal_pipe *pipe = NULL;
	struct fcl_err err = {0};

	(void)state;
	if (!(caps & FCL_HAL_CAP_REGISTERS)) {
		assert_int_equal(suite.hal->reg_read(suite.device, NULL, 0, 0, &number, &err),
				 -EOPNOTSUPP);
		assert_int_equal(suite.hal->reg_write(suite.device, NULL, 0, 0, 0, &err),
				 -EOPNOTSUPP);
	}
	if (!(caps & FCL_HAL_CAP_STREAMS)) {
		assert_int_equal(suite.hal->stream_info(suite.device, NULL, 0, &info), -EOPNOTSUPP);
		assert_int_equal(suite.hal->stream_open(suite.device, NULL, 0, &pipe, &err),
				 -EOPNOTSUPP);
	}
	if (!(caps & (FCL_HAL_CAP_STREAMS | FCL_HAL_CAP_PIPES))) {
		assert_int_equal(suite.hal->pipe_level(suite.device, NULL, &number), -EOPNOTSUPP);
		assert_int_equal(suite.hal->pipe_drain(suite.device, NULL, data, 1, &number),
				 -EOPNOTSUPP);
		suite.hal->pipe_close(suite.device, NULL);
	}
	if (!(caps & FCL_HAL_CAP_HOST_STREAM))
		assert_int_equal(suite.hal->pipe_pop(suite.device, NULL, data, 1, &number),
				 -EOPNOTSUPP);
	if (!(caps & FCL_HAL_CAP_HOST_MEMORY))
		assert_int_equal(suite.hal->host_register(suite.device, data, sizeof(data), &err),
				 -EOPNOTSUPP);
	if (!(caps & FCL_HAL_CAP_EXPORT))
		assert_int_equal(suite.hal->buffer_import(suite.device, 0, 64, &other, &err),
				 -EOPNOTSUPP);
	assert_int_equal(number, 77);
	assert_true(!other && !pipe);
}

/* A reset ends a kernel that waits forever, and the board works afterwards. */
static void reset_ends_requests(void **state)
{
	uint32_t mine = 0, count = 2, zeros[2] = {0}, one = 1;
	struct fcl_hal_program *program;
	struct fcl_hal_buffer *flags;
	struct fcl_err err = {0};
	struct work work;

	(void)state;
	if (!(suite.info->caps & FCL_HAL_CAP_RESET))
		assert_int_equal(suite.hal->reset(suite.device, &err), -EOPNOTSUPP);
	need(FCL_HAL_CAP_RESET);
	need_results(); /* if no kernels run, none wait */
	program = load_program();
	flags = alloc_buffer(4096);
	put(flags, 0, zeros, sizeof(zeros));
	work_launch(&work, program, K_RENDEZVOUS, 1);
	work_buffer(&work, 0, flags, 0);
	work_bytes(&work, 1, &mine, sizeof(mine));
	work_bytes(&work, 2, &count, sizeof(count));
	assert_int_equal(work_submit(&work), 0);
	suite.hal->kick(suite.device);
	assert_int_equal(suite.hal->reset(suite.device, &err), 0);
	assert_int_equal(work_wait(&work), -EIO);
	assert_true(work.text[0] != '\0');
	work_launch(&work, program, K_RENDEZVOUS, 1);
	work_buffer(&work, 0, flags, 0);
	work_bytes(&work, 1, &mine, sizeof(mine));
	work_bytes(&work, 2, &one, sizeof(one));
	assert_int_equal(work_run(&work), 0);
	free_buffer(flags);
	suite.hal->unprogram(suite.device, program);
}

const struct CMUnitTest board_tests[] = {
	cmocka_unit_test(facts),
	cmocka_unit_test(list_and_open),
	cmocka_unit_test(program_verify_unprogram),
	cmocka_unit_test(wrong_images),
	cmocka_unit_test(memory_survives),
	cmocka_unit_test(memory_is_lost),
	cmocka_unit_test(sensors),
	cmocka_unit_test(healthy),
	cmocka_unit_test(undeclared_ops),
	cmocka_unit_test(reset_ends_requests),
};
const size_t nboard_tests = sizeof(board_tests) / sizeof(board_tests[0]);
