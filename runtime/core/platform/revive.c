/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/core/platform/revive.h"

#include <errno.h>

#include "base/clock.h"
#include "base/log.h"
#include "base/thread.h"
#include "hal/info.h"
#include "runtime/core/objects/pipe.h"
#include "runtime/devices/offer.h"

/* No launch can be inside, as every launch has a context. device->swap_lock is held. */
static void empty_slots(struct fcl_device *device)
{
	for (uint32_t i = 0; i < device->info->nslots; i++) {
		struct fcl_slot *slot = &device->slots[i];
		struct fcl_image *loaded = slot->loaded;

		device->hal->unprogram(device->board, slot->program);
		pthread_mutex_lock(&device->lock);
		atomic_store(&slot->active, NULL);
		atomic_store(&slot->closing, 0);
		slot->program = NULL;
		slot->loaded = NULL;
		slot->closed_ns = 0;
		if (loaded)
			fcl_pipes_forget(device, loaded);
		pthread_mutex_unlock(&device->lock);
		fcl_image_unref(loaded);
	}
	atomic_store(&device->no_peers, false);
}

/* Opens the current board, if it is the same one as far as hosts can tell. */
static int revive_open_again(struct fcl_device *device, struct fcl_err *err)
{
	const struct fcl_hal_ops *hal;
	struct fcl_hal_device *board;
	int error = device->name ? fcl_offer_open_again(device->name, device->instance, &hal,
							&board, err)
				 : -ENODEV;

	if (error)
		return error;
	if (!fcl_hal_info_same(device->info, hal->info(board))) {
		hal->close(board);
		return fcl_err_set(err, -ENODEV, "another board is in its place");
	}
	pthread_mutex_lock(&device->swap_lock);
	empty_slots(device);
	device->hal->close(device->board);
	device->board = board;
	pthread_mutex_unlock(&device->swap_lock);
	return 0;
}

static int revive_reset(struct fcl_device *device, struct fcl_err *err)
{
	int error;

	pthread_mutex_lock(&device->swap_lock);
	empty_slots(device);
	error = device->hal->reset(device->board, err);
	pthread_mutex_unlock(&device->swap_lock);
	return error;
}

/* presence.lock is held, and there is no context. */
static bool revive(struct fcl_device *device, int health)
{
	struct fcl_err err = {0};
	int error = health == -EIO ? revive_reset(device, &err) : revive_open_again(device, &err);

	if (!error)
		error = device->hal->health(device->board, &err);
	if (error)
		fcl_log(FCL_LOG_DEBUG, device->info->name, "the board is still unusable: %s",
			err.text);
	else
		fcl_log(FCL_LOG_WARN, device->info->name, "the board is back, %s",
			health == -EIO ? "after a reset" : "and was reopened");
	return !error;
}

/* presence.lock is held. */
static void wait_for_contexts(struct fcl_device *device, uint64_t patience_ns)
{
	uint64_t until = fcl_now_ns() + patience_ns;

	while (patience_ns && device->presence.contexts &&
	       fcl_cond_wait_until(&device->presence.left, &device->presence.lock, until))
		;
}

/*
 * Ends commands that wait for something on a board that is gone. presence.lock is held, but
 * released meanwhile, as the last of these commands frees its context, which takes the lock.
 */
static void end_commands(struct fcl_device *device)
{
	pthread_mutex_unlock(&device->presence.lock);
	if (!pthread_mutex_trylock(&device->swap_lock)) {
		if (device->hal->health(device->board, NULL) == -ENODEV)
			device->hal->reset(device->board, NULL);
		pthread_mutex_unlock(&device->swap_lock);
	}
	pthread_mutex_lock(&device->presence.lock);
}

bool fcl_device_is_available(struct fcl_device *device, uint64_t patience_ns)
{
	bool available = true;
	int health;

	pthread_mutex_lock(&device->presence.lock);
	health = device->hal->health(device->board, NULL);
	if (health == -ENODEV && device->presence.contexts)
		end_commands(device);
	if (health) {
		wait_for_contexts(device, patience_ns);
		health = device->hal->health(device->board, NULL);
		available = !health || (!device->presence.contexts && revive(device, health));
	}
	pthread_mutex_unlock(&device->presence.lock);
	return available;
}
