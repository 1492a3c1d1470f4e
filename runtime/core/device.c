/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/core/device.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/base/log.h"
#include "runtime/core/gate.h"
#include "runtime/core/holdings.h"

struct fcl_device *fcl_device_create(struct fcl_platform *platform, const struct fcl_hal_ops *hal,
				     struct fcl_hal_device *board)
{
	struct fcl_device *device = fcl_object_create(FCL_TYPE_DEVICE);

	if (!device)
		return NULL;
	device->whole.device = device;
	device->platform = platform;
	device->hal = hal;
	device->board = board;
	device->info = hal->info(board);
	device->parked_last = &device->parked;
	device->worker.last = &device->worker.first;
	pthread_mutex_init(&device->swap_lock, NULL);
	pthread_mutex_init(&device->lock, NULL);
	pthread_mutex_init(&device->worker.lock, NULL);
	pthread_cond_init(&device->worker.some, NULL);
	fcl_holdings_init(device);
	fcl_object_publish(device);
	return device;
}

static bool same_image(const struct fcl_image *a, const struct fcl_image *b)
{
	return a == b ||
	       (!memcmp(a->uuid, b->uuid, sizeof(a->uuid)) && a->bytes_size == b->bytes_size &&
		!memcmp(a->bytes, b->bytes, a->bytes_size));
}

static struct fcl_held *find_held(struct fcl_device *device, const struct fcl_image *image)
{
	struct fcl_held *held = device->held;

	while (held && !same_image(held->image, image))
		held = held->next;
	return held;
}

const struct fcl_image *fcl_device_held(struct fcl_device *device)
{
	if (device->loaded && find_held(device, device->loaded))
		return device->loaded;
	return device->held ? device->held->image : NULL;
}

/* Counts one more user and exchanges *image for the equal one that is held. The lock is held. */
static int hold(struct fcl_device *device, struct fcl_image **image)
{
	struct fcl_held *held = find_held(device, *image);

	if (!held) {
		held = calloc(1, sizeof(*held));
		if (!held)
			return -ENOMEM;
		/* What is on the board already is attached to, even if no program holds it any
		 * more. */
		held->image = fcl_image_ref(device->loaded && same_image(device->loaded, *image)
						    ? device->loaded
						    : *image);
		held->next = device->held;
		device->held = held;
	}
	held->users++;
	if (held->image != *image) {
		fcl_image_unref(*image);
		*image = fcl_image_ref(held->image);
	}
	return 0;
}

/* Whether the board may be programmed with `image` now: nobody holds what is there. */
static bool board_is_free(struct fcl_device *device, const struct fcl_image *image)
{
	return device->loaded != image && (!device->loaded || !find_held(device, device->loaded)) &&
	       !device->parked && atomic_load(&device->inflight) == 0;
}

int fcl_device_load(struct fcl_device *device, struct fcl_image **image, struct fcl_err *err)
{
	struct fcl_save save = {.device = device};
	bool now;
	int error = device->hal->check(device->board, *image, err);

	if (error)
		return error;
	pthread_mutex_lock(&device->swap_lock);
	pthread_mutex_lock(&device->lock);
	error = hold(device, image);
	now = !error && board_is_free(device, *image);
	pthread_mutex_unlock(&device->lock);
	if (now)
		error = fcl_gate_program(device, fcl_image_ref(*image), &save, err);
	pthread_mutex_unlock(&device->swap_lock);
	fcl_save_end(&save);
	if (now && error)
		fcl_device_unload(device, *image);
	return error;
}

void fcl_device_unload(struct fcl_device *device, struct fcl_image *image)
{
	struct fcl_held **link = &device->held, *held;

	pthread_mutex_lock(&device->lock);
	while (*link && (*link)->image != image)
		link = &(*link)->next;
	held = *link;
	if (held && --held->users == 0)
		*link = held->next;
	else
		held = NULL;
	pthread_mutex_unlock(&device->lock);
	if (held)
		fcl_image_unref(held->image);
	free(held);
}
