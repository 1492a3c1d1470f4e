/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/xrt_emulation/image.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>

#include "base/file.h"
#include "tools/xrt_emulation/memory.h"
#include "tools/xrt_emulation/unit.h"

int fcl_xemu_image_unload(struct fcl_xemu_board *board, struct fcl_err *err)
{
	int error = 0;

	if (!board->image)
		return 0;
	if (fcl_xemu_units_busy(board))
		error = fcl_err_set(
			err, -EBUSY,
			"the host closes the board or loads another xclbin while a compute "
			"unit is running");
	if (!error)
		error = fcl_xemu_memory_vacate(board, err);
	if (error)
		return error;
	board->hal->unprogram(board->device, board->program);
	fcl_xemu_units_destroy(board);
	fcl_image_unref(board->image);
	board->program = NULL;
	board->image = NULL;
	return 0;
}

static int xrt_emulation_read_image(const char *file, struct fcl_image **ret_image,
				    struct fcl_err *err)
{
	char *bytes;
	size_t size;
	int error = fcl_file_read(file, SIZE_MAX, &bytes, &size, err);

	if (error)
		return error;
	error = fcl_image_read(bytes, size, ret_image, err);
	free(bytes);
	return error ? fcl_err_prefix(
			       err,
			       "BITSTREAM of the xclbin, which must have been written by fpgaclc or v++ of this version of fpgacl (link it again)")
		     : 0;
}

/* Takes over the reference to the image. */
static int image_program(struct fcl_xemu_board *board, struct fcl_image *image, struct fcl_err *err)
{
	int error = board->hal->check(board->device, image, err);

	if (!error)
		error = board->hal->program(board->device, 0, image, &board->program, err);
	if (error) {
		fcl_image_unref(image);
		return error;
	}
	board->image = image;
	return fcl_xemu_units_create(board, err);
}

int fcl_xemu_image_load(struct fcl_xemu_board *board, const char *file, struct fcl_err *err)
{
	struct fcl_image *image = NULL;
	int error = fcl_xemu_image_unload(board, err);

	if (!error)
		error = xrt_emulation_read_image(file, &image, err);
	return error ? error : image_program(board, image, err);
}

int fcl_xemu_image_launch(struct fcl_xemu_board *board, const char *file, unsigned number,
			  struct fcl_err *err)
{
	struct fcl_image *image = NULL;
	int error = xrt_emulation_read_image(file, &image, err);

	if (error)
		return error;
	error = fcl_xemu_board_open(board, image->vbnv, number, err);
	if (error) {
		fcl_image_unref(image);
		return error;
	}
	board->launched = true;
	return image_program(board, image, err);
}
