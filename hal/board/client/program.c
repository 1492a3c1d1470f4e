/* SPDX-License-Identifier: Apache-2.0 */
#include "hal/board/client/program.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "hal/board/client/call.h"
#include "hal/board/wire/socket.h"

/* The checks that do not need the executor. */
static int check_here(const struct fcl_hal_device *device, const struct fcl_image *image,
		      struct fcl_err *err)
{
	bool emulated = device->info.caps & FCL_HAL_CAP_EMULATED;

	if (emulated && !fcl_image_is_emulation(image))
		return fcl_err_set(
			err, -EINVAL,
			"the image is for target %s; the board behind %s takes images for "
			"sw_emu and hw_emu",
			fcl_image_target_name(image->target), device->name);
	if (device->board && !fcl_board_is(device->board, image->vbnv))
		return fcl_err_set(err, -EINVAL, "the image is for platform %s, the board is %s",
				   image->vbnv, device->info.vbnv);
	return 0;
}

static int send_image(struct fcl_hal_device *device, enum fcl_bd_op op,
		      const struct fcl_image *image, uint64_t number, struct fcl_err *err)
{
	struct fcl_bd_packet *packet;
	int fd = -1, error;

	if (image->bytes_size > FCL_BD_IMAGE || !fcl_file_size_allowed(image->bytes_size))
		return fcl_err_set(
			err, -ENOMEM,
			"an image of %zu bytes is larger than %d bytes, or than the limit on "
			"file sizes",
			image->bytes_size, FCL_BD_IMAGE);
	error = fcl_file_in_memory("fpgacl-image", image->bytes, image->bytes_size, &fd);
	if (error)
		return fcl_err_set(err, -ENOMEM, "no memory to send an image of %zu bytes: %s",
				   image->bytes_size, strerror(-error));
	packet = fcl_bd_call_begin(device, op);
	packet->fds[0] = fd;
	packet->head.v[0] = image->bytes_size;
	packet->head.v[1] = number;
	error = fcl_bd_call_send(device, err);
	if (packet->fds[0] == fd)
		packet->fds[0] = -1;
	close(fd);
	fcl_bd_call_end(device);
	return error;
}

int fcl_bd_check(struct fcl_hal_device *device, const struct fcl_image *image, struct fcl_err *err)
{
	int error = check_here(device, image, err);

	return error ? error : send_image(device, FCL_BD_CHECK, image, 0, err);
}

/*
 * Tells the executor to drop the images to which only this list refers. With `all`, drops all of
 * them without telling it.
 */
static void program_forget(struct fcl_hal_device *device, bool all)
{
	for (unsigned i = 0; i < FCL_BD_KNOWN; i++) {
		struct fcl_bd_known *known = &device->known[i];

		if (!known->image || (!all && !fcl_image_is_last(known->image)))
			continue;
		if (!all)
			fcl_bd_call_simple(device, FCL_BD_FORGET, known->number, 0, 0, NULL, NULL);
		fcl_image_unref(known->image);
		known->image = NULL;
	}
}

/* Returns the image's number; 0: too many images. */
static uint64_t program_number_of(struct fcl_hal_device *device, struct fcl_image *image)
{
	struct fcl_bd_known *free = NULL;

	for (unsigned i = 0; i < FCL_BD_KNOWN; i++) {
		if (device->known[i].image == image)
			return device->known[i].number;
		if (!device->known[i].image)
			free = &device->known[i];
	}
	if (!free)
		return 0;
	free->image = fcl_image_ref(image);
	free->number = ++device->last_known;
	return free->number;
}

void fcl_bd_images_drop(struct fcl_hal_device *device)
{
	program_forget(device, true);
}

static void program_drop(struct fcl_hal_device *device)
{
	struct fcl_hal_program *program = device->program;

	pthread_mutex_lock(&device->list_lock);
	device->program = NULL;
	pthread_mutex_unlock(&device->list_lock);
	if (program)
		fcl_image_unref(program->image);
	free(program);
}

void fcl_bd_unprogram(struct fcl_hal_device *device, struct fcl_hal_program *program)
{
	if (!program)
		return;
	if (!program->lost && atomic_load(&device->health) == FCL_BD_GOOD)
		fcl_bd_call_simple(device, FCL_BD_UNPROGRAM, 0, 0, 0, NULL, NULL);
	program_drop(device);
}

static int program_check_slot(const struct fcl_hal_device *device, uint32_t slot,
			      struct fcl_err *err)
{
	return slot < device->info.nslots
		       ? 0
		       : fcl_err_set(err, -EINVAL, "slot %u was requested, but %s has %u", slot,
				     device->name, device->info.nslots);
}

int fcl_bd_program(struct fcl_hal_device *device, uint32_t slot, struct fcl_image *image,
		   struct fcl_hal_program **ret_program, struct fcl_err *err)
{
	struct fcl_hal_program *program;
	int error = program_check_slot(device, slot, err);

	if (error)
		return error;
	fcl_bd_unprogram(device, device->program);
	program_forget(device, false);
	error = check_here(device, image, err);
	if (!error)
		error = send_image(device, FCL_BD_PROGRAM, image, program_number_of(device, image),
				   err);
	if (error)
		return error;
	program = calloc(1, sizeof(*program));
	if (!program) {
		fcl_bd_call_simple(device, FCL_BD_UNPROGRAM, 0, 0, 0, NULL, NULL);
		return fcl_err_set(err, -ENOMEM, "no memory for a program");
	}
	program->image = fcl_image_ref(image);
	program->device = device;
	pthread_mutex_lock(&device->list_lock);
	device->program = program;
	pthread_mutex_unlock(&device->list_lock);
	*ret_program = program;
	return 0;
}

int fcl_bd_verify(struct fcl_hal_device *device, uint32_t slot, uint8_t ret_uuid[16],
		  struct fcl_err *err)
{
	int error = program_check_slot(device, slot, err);
	struct fcl_bd_packet *packet;

	if (error)
		return error;
	packet = fcl_bd_call_begin(device, FCL_BD_VERIFY);
	packet->head.v[0] = slot;
	error = fcl_bd_call_send(device, err);
	if (!error && packet->head.payload != 16)
		error = fcl_err_set(err, -EPROTO, "the executor sent no uuid");
	if (!error)
		memcpy(ret_uuid, packet->payload, 16);
	fcl_bd_call_end(device);
	return error;
}

int fcl_bd_program_restore(struct fcl_hal_device *device, struct fcl_err *err)
{
	struct fcl_hal_program *program = device->program;
	int error = program ? send_image(device, FCL_BD_PROGRAM, program->image,
					 program_number_of(device, program->image), err)
			    : 0;

	if (program && !error)
		program->lost = false;
	return error;
}
