/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/core/device.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "runtime/core/fifo.h"
#include "runtime/core/holdings.h"
#include "runtime/core/swap.h"

/* NULL when memory is short. */
static struct fcl_slot *create_slots(uint32_t nslots)
{
	struct fcl_slot *slots = aligned_alloc(64, nslots * sizeof(*slots));

	if (slots)
		memset(slots, 0, nslots * sizeof(*slots));
	return slots;
}

/* Times of waiting are those of CLOCK_MONOTONIC. */
static void init_cond(pthread_cond_t *cond)
{
	pthread_condattr_t attributes;

	pthread_condattr_init(&attributes);
	pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
	pthread_cond_init(cond, &attributes);
	pthread_condattr_destroy(&attributes);
}

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
	device->slots = create_slots(device->info->nslots);
	if (!device->slots) {
		fcl_object_recycle(&device->whole.object);
		return NULL;
	}
	device->parked_last = &device->parked;
	device->worker.last = &device->worker.first;
	pthread_mutex_init(&device->swap_lock, NULL);
	pthread_mutex_init(&device->lock, NULL);
	pthread_mutex_init(&device->worker.lock, NULL);
	init_cond(&device->worker.some);
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

bool fcl_device_holds(struct fcl_device *device, const struct fcl_image *image)
{
	return find_held(device, image);
}

const struct fcl_image *fcl_device_held(struct fcl_device *device)
{
	struct fcl_image *image = fcl_device_image(device);

	if (image && find_held(device, image))
		return image;
	return device->held ? device->held->image : NULL;
}

struct fcl_image *fcl_device_image(const struct fcl_device *device)
{
	return device->slots[device->recent].loaded;
}

struct fcl_held *fcl_device_find_held(struct fcl_device *device, const struct fcl_image *image)
{
	return find_held(device, image);
}

/* What is on the board already is attached to, even if no program holds it any more. */
static struct fcl_image *on_board(const struct fcl_device *device, struct fcl_image *image)
{
	for (uint32_t i = 0; i < device->info->nslots; i++)
		if (device->slots[i].loaded && same_image(device->slots[i].loaded, image))
			return device->slots[i].loaded;
	return image;
}

/* Counts one more user and exchanges *image for the equal one that is held. The lock is held. */
static int hold(struct fcl_device *device, struct fcl_image **image)
{
	struct fcl_held *held = find_held(device, *image);

	if (!held) {
		held = aligned_alloc(64, sizeof(*held));
		if (!held)
			return -ENOMEM;
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

int fcl_device_load(struct fcl_device *device, struct fcl_image **image, struct fcl_err *err)
{
	struct fcl_load load = {.save.device = device};
	bool held;
	int error = device->hal->check(device->board, *image, err);

	if (error)
		return error;
	pthread_mutex_lock(&device->swap_lock);
	pthread_mutex_lock(&device->lock);
	error = hold(device, image);
	held = !error;
	pthread_mutex_unlock(&device->lock);
	if (held)
		error = fcl_swap_preload(device, *image, &load);
	pthread_mutex_unlock(&device->swap_lock);
	fcl_load_end(&load);
	if (held && error) {
		fcl_err_set(err, error, "%s", load.err.text);
		fcl_device_unload(device, *image);
	}
	return error;
}

void fcl_device_unload(struct fcl_device *device, struct fcl_image *image)
{
	struct fcl_held **link = &device->held, *held;

	pthread_mutex_lock(&device->lock);
	while (*link && (*link)->image != image)
		link = &(*link)->next;
	held = *link;
	if (held && --held->users == 0) {
		*link = held->next;
		atomic_fetch_sub(&device->nheld, 1);
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
