/* SPDX-License-Identifier: Apache-2.0 */
#include "host_tests/xrt/board.h"

#include <string.h>

#include "host_tests/xrt/fake.h"
#include "runtime/devices/registry.h"

struct suite suite; /* used by image.c and work.c: the board that is open */

/* These boards accept any image. */
void need_images(void)
{
}

int open_board(const char *name, unsigned instance, struct fcl_err *err)
{
	int error = suite.hal->open(name, instance, &suite.device, err);

	if (!error)
		suite.info = suite.hal->info(suite.device);
	return error;
}

void close_board(void)
{
	suite.hal->close(suite.device);
	suite.device = NULL;
}

int board_setup(void **state)
{
	struct fcl_err err = {0};

	(void)state;
	fake("boards=3");
	suite.hal = fcl_backend_find("xrt");
	return suite.hal ? open_board("0000:10:00.1", 0, &err) : -1;
}

int board_teardown(void **state)
{
	(void)state;
	fake("boards=3");
	close_board();
	return 0;
}

void append_board(void *user, const char *board)
{
	strcat(user, board);
	strcat(user, " ");
}

int try_program(struct fcl_err *err)
{
	struct fcl_image *image = make_image(1, MODELS);
	struct fcl_hal_program *program = NULL;
	int error = suite.hal->program(suite.device, 0, image, &program, err);

	suite.hal->unprogram(suite.device, program);
	fcl_image_unref(image);
	return error;
}

void vadd_begin(struct vadd *vadd)
{
	uint32_t left[COUNT], right[COUNT];

	vadd->program = load_program();
	vadd->a = alloc_buffer(sizeof(left));
	vadd->b = alloc_buffer(sizeof(right) + 64);
	vadd->out = alloc_buffer(sizeof(left));
	vadd->n = COUNT;
	for (uint32_t i = 0; i < COUNT; i++) {
		left[i] = 3 * i;
		right[i] = 1000 + i;
	}
	put(vadd->a, 0, left, sizeof(left));
	put(vadd->b, 64, right, sizeof(right));
}

void vadd_end(struct vadd *vadd)
{
	free_buffer(vadd->a);
	free_buffer(vadd->b);
	free_buffer(vadd->out);
	suite.hal->unprogram(suite.device, vadd->program);
}

void vadd_work(struct vadd *vadd, struct work *work)
{
	work_launch(work, vadd->program, K_ADD, 2);
	work_buffer(work, 0, vadd->a, 0);
	work_buffer(work, 1, vadd->b, 64);
	work_buffer(work, 2, vadd->out, 0);
	work_bytes(work, 3, &vadd->n, sizeof(vadd->n));
}
