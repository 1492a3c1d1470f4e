/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TEST_EMULATOR_LOADED_H
#define FCL_TEST_EMULATOR_LOADED_H

#include "emulator/board.h"
#include "emulator/loader.h"
#include "emulator/state/board.h"
#include "emulator/state/program.h"
#include "host_tests/emulator/unit_test.h"

/* A u250 with an image in its slot. */
static struct fcl_emu_board *board;
static struct fcl_emu_program *program;

/* Opens the board and loads the payload of models.c, with the kernels, CUs and streams that `fill` adds. */
static inline void load_image(void (*fill)(struct fcl_image *image))
{
	struct fcl_image *image;
	struct fcl_err err = {0};

	assert_int_equal(fcl_image_new(&image, &err), 0);
	assert_int_equal(fcl_emu_open("u250", 0, &board, &err), 0);
	image->target = FCL_TARGET_SW_EMU;
	image->vbnv = board->desc->vbnv;
	image->isa = FCL_IMAGE_BASIC_ISA;
	read_payload(image);
	fill(image);
	if (fcl_emu_load(board, 0, image, &program, &err))
		fail_msg("%s", err.text);
	fcl_emu_slot_set(board, 0, program);
	fcl_image_unref(image);
}

/* Adds a kernel with these arguments. */
static inline void fill_kernel(struct fcl_image *image, uint32_t index, const char *name,
			       const struct fcl_image_arg *args, uint32_t nargs)
{
	struct fcl_image_kernel *kernel = &image->kernels[index];

	kernel->name = name;
	kernel->nargs = nargs;
	kernel->args = fcl_image_alloc(image, nargs, sizeof(*args));
	memcpy(kernel->args, args, nargs * sizeof(*args));
}

#endif
