/* SPDX-License-Identifier: Apache-2.0 */
/* A memory port only reaches the banks that the image connects it to. */
#include "host_tests/emulator/unit_test.h"

#include <errno.h>
#include <stdio.h>
#include <time.h>

#include "emulator/board.h"
#include "emulator/execution/workers/submit.h"
#include "emulator/loader.h"
#include "emulator/memory/memory.h"
#include "emulator/state/board.h"
#include "emulator/state/buffer.h"
#include "emulator/state/program.h"

struct run {
	struct fcl_hal_request request; /* must be first, so that the pointers convert */
	_Atomic bool ended;
	int status;
	char text[512];
};

/* One unit of "peek"; `connected`: its argument is connected to the board's second bank. */
static struct fcl_image *make_image(const struct fcl_board *desc, bool connected)
{
	struct fcl_image *image;
	struct fcl_err err = {0};

	assert_int_equal(fcl_image_new(&image, &err), 0);
	image->target = FCL_TARGET_SW_EMU;
	image->vbnv = desc->vbnv;
	image->isa = FCL_IMAGE_BASIC_ISA;
	read_payload(image);
	image->nkernels = image->ncus = image->nmems = 1;
	image->kernels = fcl_image_alloc(image, 1, sizeof(*image->kernels));
	image->kernels[0].name = "peek";
	image->kernels[0].nargs = 1;
	image->kernels[0].args = fcl_image_alloc(image, 1, sizeof(*image->kernels[0].args));
	image->kernels[0].args[0] = (struct fcl_image_arg){.name = "where",
							   .port = "M_AXI_GMEM",
							   .qualifier = FCL_ARG_GLOBAL,
							   .offset = 0x10,
							   .size = 8};
	image->cus = fcl_image_alloc(image, 1, sizeof(*image->cus));
	image->cus[0].name = "peek_1";
	image->mems = fcl_image_alloc(image, 1, sizeof(*image->mems));
	image->mems[0] = (struct fcl_image_mem){.tag = desc->banks[1].tag,
						.used = true,
						.base = desc->banks[1].base,
						.size = desc->banks[1].size};
	image->connections = fcl_image_alloc(image, 1, sizeof(*image->connections));
	image->nconnections = connected;
	return image;
}

static void on_done(struct fcl_hal_request *request, int status, const char *text)
{
	struct run *run = (struct run *)request;

	run->status = status;
	snprintf(run->text, sizeof(run->text), "%s", text ? text : "");
	run->ended = true;
}

/* Launches with a buffer in that bank. */
static void launch(struct fcl_emu_board *board, struct fcl_emu_program *program, uint32_t bank,
		   struct run *run)
{
	static const uint32_t cu = 0;
	struct fcl_hal_request *request = &run->request;
	struct fcl_emu_buffer *buffer = NULL;
	struct fcl_err err = {0};
	struct fcl_hal_arg arg = {.kind = FCL_HAL_ARG_BUFFER};

	assert_int_equal(fcl_emu_buffer_alloc(board, bank, 4096, &buffer, &err), 0);
	arg.u.buffer = (struct fcl_hal_buffer *)buffer;
	memset(run, 0, sizeof(*run));
	request->op = FCL_HAL_LAUNCH;
	request->done = on_done;
	request->u.launch.program = (struct fcl_hal_program *)program;
	request->u.launch.cus = &cu;
	request->u.launch.ncus = 1;
	request->u.launch.args = &arg;
	request->u.launch.nargs = 1;
	request->u.launch.range = (struct fcl_hal_range){1, {0}, {1, 1, 1}, {1, 1, 1}};
	assert_int_equal(fcl_emu_submit(board, &request, 1), 0);
	fcl_emu_kick(board);
	while (!run->ended)
		nanosleep(&(struct timespec){.tv_nsec = 100000}, NULL);
	fcl_emu_buffer_free(buffer);
}

static void with_image(bool connected, struct run *ret_first, struct run *ret_second,
		       char ret_tags[2][64])
{
	struct fcl_emu_board *board;
	struct fcl_emu_program *program;
	struct fcl_image *image;
	struct fcl_err err = {0};

	assert_int_equal(fcl_emu_open("u250", 0, &board, &err), 0);
	image = make_image(board->desc, connected);
	if (fcl_emu_load(board, 0, image, &program, &err))
		fail_msg("%s", err.text);
	fcl_emu_slot_set(board, 0, program);
	fcl_image_unref(image);
	/* Again, since a unit caches where it last found memory. */
	launch(board, program, 0, ret_first);
	launch(board, program, 1, ret_second);
	launch(board, program, 0, ret_first);
	launch(board, program, 1, ret_second);
	for (int i = 0; i < 2; i++)
		snprintf(ret_tags[i], 64, "%s", board->desc->banks[i].tag);
	fcl_emu_close(board);
}

static void another_bank(void **state)
{
	static struct run first, second;
	char tags[2][64];

	(void)state;
	with_image(true, &first, &second, tags);
	assert_int_equal(second.status, 0);
	assert_int_equal(first.status, -EFAULT);
	assert_non_null(strstr(first.text, "peek:peek_1"));
	assert_non_null(strstr(first.text, "'where'"));
	assert_non_null(strstr(first.text, tags[0]));
	assert_non_null(strstr(first.text, tags[1]));
}

static void not_connected(void **state)
{
	static struct run first, second;
	char tags[2][64];

	(void)state;
	with_image(false, &first, &second, tags);
	assert_int_equal(first.status, 0);
	assert_int_equal(second.status, 0);
}

/* An image for another board is refused with a message that says how to get that board. */
static void another_board(void **state)
{
	struct fcl_emu_board *board;
	struct fcl_image *image;
	struct fcl_err err = {0};

	(void)state;
	assert_int_equal(fcl_emu_open("u250", 0, &board, &err), 0);
	image = make_image(board->desc, true);
	image->vbnv = "xilinx_u280_gen3x16_xdma_1_202211_1";
	assert_int_equal(fcl_emu_check_image(board, image, &err), -EINVAL);
	assert_non_null(strstr(
		err.text,
		"'emconfigutil --platform xilinx_u280_gen3x16_xdma_1_202211_1' or FPGACL_DEVICES=emu:u280 selects"));
	image->vbnv = "some:board:of:others";
	assert_int_equal(fcl_emu_check_image(board, image, &err), -EINVAL);
	assert_null(strstr(err.text, "emconfigutil"));
	fcl_image_unref(image);
	fcl_emu_close(board);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(another_bank),
		cmocka_unit_test(not_connected),
		cmocka_unit_test(another_board),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
