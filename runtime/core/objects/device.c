/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/core/objects/device.h"

#include <stdlib.h>
#include <string.h>

#include "base/thread.h"
#include "hal/bank.h"
#include "hal/info.h"

/* NULL: out of memory. */
static struct fcl_slot *device_create_slots(uint32_t nslots)
{
	struct fcl_slot *slots = aligned_alloc(64, nslots * sizeof(*slots));

	if (slots)
		memset(slots, 0, nslots * sizeof(*slots));
	return slots;
}

static void init_holdings(struct fcl_device *device)
{
	for (uint32_t i = 0; i < device->info->nbanks; i++)
		device->holdings.matter |= !fcl_hal_bank_kept(device->info, i);
	pthread_mutex_init(&device->holdings.lock, NULL);
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
	device->info = fcl_hal_info_copy(hal->info(board));
	device->slots = device->info ? device_create_slots(device->info->nslots) : NULL;
	device->booked = device->slots
				 ? calloc(device->info->nbanks + (size_t)1, sizeof(*device->booked))
				 : NULL;
	if (!device->booked) {
		free(device->slots);
		free((void *)device->info);
		fcl_object_recycle(&device->whole.object);
		return NULL;
	}
	fcl_hal_trace_name(device->info, device->trace_name);
	device->parked_last = &device->parked;
	device->worker.last = &device->worker.first;
	pthread_mutex_init(&device->swap_lock, NULL);
	pthread_mutex_init(&device->lock, NULL);
	pthread_mutex_init(&device->worker.lock, NULL);
	pthread_mutex_init(&device->rebank.lock, NULL);
	fcl_cond_init(&device->worker.some);
	pthread_mutex_init(&device->presence.lock, NULL);
	fcl_cond_init(&device->presence.left);
	init_holdings(device);
	fcl_object_publish(device);
	return device;
}

static struct fcl_held *device_find_held(struct fcl_device *device, const struct fcl_image *image)
{
	struct fcl_held *held = device->held;

	while (held && !fcl_image_same(held->image, image))
		held = held->next;
	return held;
}

bool fcl_device_holds(struct fcl_device *device, const struct fcl_image *image)
{
	return device_find_held(device, image);
}

const struct fcl_image *fcl_device_held(struct fcl_device *device)
{
	struct fcl_image *image = fcl_device_image(device);

	if (image && device_find_held(device, image))
		return image;
	return device->held ? device->held->image : NULL;
}

struct fcl_image *fcl_device_image(const struct fcl_device *device)
{
	return device->slots[device->recent].loaded;
}

struct fcl_held *fcl_device_find_held(struct fcl_device *device, const struct fcl_image *image)
{
	return device_find_held(device, image);
}

bool fcl_device_knows(const struct fcl_device *device, const struct fcl_image *image)
{
	const struct fcl_held *held = device->held;

	while (held && held->image != image)
		held = held->next;
	for (uint32_t i = 0; !held && i < device->info->nslots; i++)
		if (device->slots[i].loaded == image)
			return true;
	return held;
}

void fcl_device_enter(struct fcl_device *device)
{
	pthread_mutex_lock(&device->presence.lock);
	device->presence.contexts++;
	pthread_mutex_unlock(&device->presence.lock);
}

void fcl_device_leave(struct fcl_device *device)
{
	pthread_mutex_lock(&device->presence.lock);
	if (!--device->presence.contexts)
		pthread_cond_broadcast(&device->presence.left);
	pthread_mutex_unlock(&device->presence.lock);
}
