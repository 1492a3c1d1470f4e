/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/core/images/held.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "runtime/core/images/swap.h"
#include "runtime/core/objects/kept_fifo.h"
#include "runtime/core/objects/pipe.h"

/*
 * Returns the equal image that is on the board, even if no program holds it any more. Returns
 * `image` if there is none, or if its variables would have values that an earlier program left.
 */
static struct fcl_image *on_board(const struct fcl_device *device, struct fcl_image *image)
{
	for (uint32_t i = 0; !image->variables_size && i < device->info->nslots; i++)
		if (device->slots[i].loaded && fcl_image_same(device->slots[i].loaded, image))
			return device->slots[i].loaded;
	return image;
}

/* Adds a user, and replaces *image with the equal image that is held. The lock is held. */
static int held_hold(struct fcl_device *device, struct fcl_image **image, struct fcl_err *err)
{
	struct fcl_held *held = fcl_device_find_held(device, *image);

	if (!held) {
		held = aligned_alloc(64, sizeof(*held));
		if (!held)
			return fcl_err_set(err, -ENOMEM, "no memory to hold an image");
		*held = (struct fcl_held){.next = device->held,
					  .image = fcl_image_ref(on_board(device, *image))};
		device->held = held;
		atomic_fetch_add(&device->nheld, 1);
	}
	held->users++;
	if (held->image != *image) {
		fcl_image_unref(*image);
		*image = fcl_image_ref(held->image);
	}
	return 0;
}

int fcl_held_load(struct fcl_device *device, struct fcl_image **image, struct fcl_err *err)
{
	struct fcl_load load = {.save.device = device};
	bool held;
	int error = device->hal->check(device->board, *image, err);

	if (error)
		return error;
	pthread_mutex_lock(&device->swap_lock);
	pthread_mutex_lock(&device->lock);
	error = held_hold(device, image, err);
	held = !error;
	pthread_mutex_unlock(&device->lock);
	if (held)
		error = fcl_swap_preload(device, *image, &load);
	pthread_mutex_unlock(&device->swap_lock);
	fcl_load_end(&load);
	if (held && error) {
		fcl_err_set(err, error, "%s", load.err.text);
		fcl_held_unload(device, *image);
	}
	return error;
}

void fcl_held_unload(struct fcl_device *device, struct fcl_image *image)
{
	struct fcl_held **link = &device->held, *held;

	pthread_mutex_lock(&device->lock);
	while (*link && (*link)->image != image)
		link = &(*link)->next;
	held = *link;
	if (held && --held->users == 0) {
		*link = held->next;
		atomic_fetch_sub(&device->nheld, 1);
		fcl_pipes_forget(device, held->image);
	} else {
		held = NULL;
	}
	pthread_mutex_unlock(&device->lock);
	if (held) {
		fcl_fifos_free(held->fifos);
		fcl_image_unref(held->image);
	}
	free(held);
}

static void fail_build(struct fcl_build *build, const struct fcl_err *err)
{
	build->status = CL_BUILD_ERROR;
	free(build->log);
	build->log = strdup(err->text);
	fcl_log(FCL_LOG_ERROR, build->device->info->name, "the binary is refused: %s", err->text);
}

int fcl_held_attach(struct fcl_build *build, struct fcl_image *image, struct fcl_err *err)
{
	int error = fcl_held_load(build->device, &image, err);

	if (error) {
		fcl_image_unref(image);
		return error;
	}
	build->image = image;
	build->unload = fcl_held_unload;
	build->status = CL_BUILD_SUCCESS;
	return 0;
}

int fcl_held_load_build(struct fcl_build *build, const void *data, size_t size, struct fcl_err *err)
{
	struct fcl_image *image = NULL;
	int error = fcl_image_read(data, size, &image, err);

	if (!error)
		error = fcl_held_attach(build, image, err);
	if (error)
		fail_build(build, err);
	return error;
}
