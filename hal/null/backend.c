/* SPDX-License-Identifier: Apache-2.0 */
#include "hal/null/backend.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "hal/bank.h"
#include "hal/null/buffer.h"
#include "hal/null/submit.h"

static int backend_list(fcl_hal_found *found, void *user, struct fcl_err *err)
{
	(void)err;
	fcl_board_list(found, user);
	return 0;
}

static void null_backend_close_board(struct fcl_hal_device *device)
{
	if (!device)
		return;
	free(device->banks);
	free(device->used);
	free(device->slots);
	fcl_board_free(device->board);
	free(device);
}

static void fill_info(struct fcl_hal_device *device)
{
	fcl_hal_describe(device->board, device->banks, &device->info);
	/* With no memory contents to lose, the runtime need not save any. */
	device->info.caps = FCL_HAL_CAP_COPY | FCL_HAL_CAP_FILL | FCL_HAL_CAP_KEEPS_MEMORY;
}

static int backend_make_tables(struct fcl_hal_device *device, struct fcl_err *err)
{
	const struct fcl_board *board = device->board;

	device->banks = calloc(board->nbanks, sizeof(*device->banks));
	device->used = calloc(board->nbanks, sizeof(*device->used));
	device->slots = calloc(board->slots, sizeof(struct fcl_hal_program *));
	if (!device->banks || !device->used || !device->slots)
		return fcl_err_set(err, -ENOMEM, "no memory for the tables of board %s",
				   board->name);
	return 0;
}

static int null_backend_open_board(const char *board, unsigned instance,
				   struct fcl_hal_device **ret_device, struct fcl_err *err)
{
	struct fcl_hal_device *device = calloc(1, sizeof(*device));
	int error;

	(void)instance;
	if (!device)
		return fcl_err_set(err, -ENOMEM, "no memory for a device");
	error = fcl_board_load(board, &device->board, err);
	if (!error)
		error = backend_make_tables(device, err);
	if (error) {
		null_backend_close_board(device);
		return error;
	}
	fill_info(device);
	*ret_device = device;
	return 0;
}

static const struct fcl_hal_info *null_backend_info(struct fcl_hal_device *device)
{
	return &device->info;
}

static int backend_check(struct fcl_hal_device *device, const struct fcl_image *image,
			 struct fcl_err *err)
{
	if (!fcl_board_is(device->board, image->vbnv))
		return fcl_err_set(err, -EINVAL,
				   "the image is for platform %s, but this board is %s",
				   image->vbnv, device->info.vbnv);
	return 0;
}

static void null_backend_unload_program(struct fcl_hal_device *device,
					struct fcl_hal_program *program)
{
	if (!program)
		return;
	device->slots[program->slot] = NULL;
	fcl_image_unref(program->image);
	free(program);
}

static int null_backend_load_program(struct fcl_hal_device *device, uint32_t slot,
				     struct fcl_image *image, struct fcl_hal_program **ret_program,
				     struct fcl_err *err)
{
	struct fcl_hal_program *program;
	int error;

	if (slot >= device->info.nslots)
		return fcl_err_set(err, -EINVAL, "slot %u was requested, but the board has %u",
				   slot, device->info.nslots);
	null_backend_unload_program(device, device->slots[slot]);
	error = backend_check(device, image, err);
	if (error)
		return error;
	program = malloc(sizeof(*program));
	if (!program)
		return fcl_err_set(err, -ENOMEM, "no memory for a program");
	program->image = fcl_image_ref(image);
	program->slot = slot;
	device->slots[slot] = program;
	*ret_program = program;
	return 0;
}

static int backend_verify(struct fcl_hal_device *device, uint32_t slot, uint8_t ret_uuid[16],
			  struct fcl_err *err)
{
	if (slot >= device->info.nslots || !device->slots[slot])
		return fcl_err_set(err, -ENOENT, "slot %u holds no image", slot);
	memcpy(ret_uuid, device->slots[slot]->image->uuid, 16);
	return 0;
}

static int null_backend_health(struct fcl_hal_device *device, struct fcl_err *err)
{
	(void)device, (void)err;
	return 0;
}

/* Nothing to do: no request is ever pending. */
static void null_backend_kick(struct fcl_hal_device *device)
{
	(void)device;
}

const struct fcl_hal_ops fcl_hal_null_backend = {
	.size = sizeof(struct fcl_hal_ops),
	.version = FCL_HAL_VERSION,
	.name = "null",
	.list = backend_list,
	.open = null_backend_open_board,
	.close = null_backend_close_board,
	.info = null_backend_info,
	.program = null_backend_load_program,
	.unprogram = null_backend_unload_program,
	.check = backend_check,
	.verify = backend_verify,
	.health = null_backend_health,
	.buffer_alloc = fcl_hal_null_buffer_alloc,
	.buffer_free = fcl_hal_null_buffer_free,
	.buffer_bank = fcl_hal_null_buffer_bank,
	.submit = fcl_hal_null_submit,
	.kick = null_backend_kick,
};
