/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/core/residency/share.h"

#include <errno.h>

#include "base/clock.h"
#include "runtime/core/objects/holdings.h"
#include "runtime/core/residency/claim.h"
#include "runtime/core/residency/residency.h"

enum { POLL_US = 50 };

static int import_side(struct fcl_mem *root, uint32_t index, int fd, struct fcl_err *err)
{
	struct fcl_device *device = root->context->devices[index];
	struct fcl_hal_buffer *buffer;
	int error;

	fcl_holdings_enter_waiting(device);
	error = device->hal->buffer_import(device->board, fd, root->size, &buffer, err);
	if (!error) {
		fcl_holdings_add(device, &root->sides[index], buffer);
		root->sides[index].pinned = true;
	}
	fcl_holdings_leave(device);
	return error;
}

int fcl_mem_import(struct fcl_mem *root, uint64_t sides, int fd, struct fcl_err *err)
{
	int error = 0;

	for (uint32_t i = 0; !error && i < root->context->ndevices; i++)
		if (sides >> FCL_SIDE_DEVICE(i) & 1)
			error = import_side(root, i, fd, err);
	if (error)
		return error;
	root->spans[0].valid = sides;
	root->imported = sides;
	atomic_store(&root->shared, true);
	return 0;
}

static bool share_can_export(const struct fcl_device *device)
{
	return device->info->caps & FCL_HAL_CAP_EXPORT;
}

/* The device to export from, or -1. The root's lock is held. */
static int pick_device(const struct fcl_mem *root)
{
	const struct fcl_context *context = root->context;
	int first = -1;

	for (uint32_t i = 0; i < context->ndevices; i++) {
		if (!share_can_export(context->devices[i]))
			continue;
		if (root->sides[i].buffer)
			return (int)i;
		if (first < 0)
			first = (int)i;
	}
	return first;
}

/*
 * Waits until the side has memory and the root is not busy; other threads may use the root while
 * the HAL allocates. The root's lock is held before and after.
 */
static int make_side(struct fcl_mem *root, const struct fcl_use *use, struct fcl_err *err)
{
	for (;;) {
		enum fcl_side_memory memory = FCL_MEMORY_CLOSED;
		int error = 0;

		if (!root->busy)
			memory = fcl_residency_make_side(root, use, &error, err);
		if (memory == FCL_MEMORY_FAILED)
			return error;
		if (memory == FCL_MEMORY_THERE && !root->busy &&
		    fcl_device_side(root, use->side)->buffer)
			return 0;
		pthread_mutex_unlock(&root->lock);
		fcl_pause_us(POLL_US);
		pthread_mutex_lock(&root->lock);
	}
}

int fcl_mem_claim_side(struct fcl_mem *root, uint32_t side, uint32_t bank, struct fcl_err *err)
{
	struct fcl_use use = {.mem = root, .side = side, .bank = bank};
	int error;

	pthread_mutex_lock(&root->lock);
	error = make_side(root, &use, err);
	if (!error)
		atomic_fetch_add(&fcl_device_side(root, side)->users, 1);
	pthread_mutex_unlock(&root->lock);
	return error;
}

/* Claims the side, so that its memory is not freed while it is being exported. */
static int share_claim(struct fcl_mem *root, uint32_t index, struct fcl_err *err)
{
	uint32_t bank = fcl_residency_first_bank(root->context->devices[index], root);

	return fcl_mem_claim_side(root, FCL_SIDE_DEVICE(index), bank, err);
}

/* From now on the memory is known to others, and must never move; it is still claimed. */
static void pin(struct fcl_mem *root, uint32_t index)
{
	pthread_mutex_lock(&root->lock);
	root->sides[index].pinned = true;
	atomic_store(&root->shared, true);
	pthread_mutex_unlock(&root->lock);
}

int fcl_mem_export(struct fcl_mem *root, int *ret_fd, struct fcl_err *err)
{
	struct fcl_device *device;
	int index, error = -EOPNOTSUPP;

	if (root->one)
		return fcl_err_set(err, error, "shared virtual memory cannot be exported");
	pthread_mutex_lock(&root->lock);
	index = pick_device(root);
	pthread_mutex_unlock(&root->lock);
	if (index >= 0)
		error = share_claim(root, (uint32_t)index, err);
	if (error)
		return error;
	device = root->context->devices[index];
	error = device->hal->buffer_export(device->board, root->sides[index].buffer, ret_fd, err);
	if (!error)
		pin(root, (uint32_t)index);
	fcl_residency_release(root, FCL_SIDE_DEVICE((uint32_t)index));
	return error;
}

int fcl_mem_address(struct fcl_mem *mem, uint32_t index, uint64_t *ret_address, struct fcl_err *err)
{
	struct fcl_mem *root = mem->root;
	struct fcl_device *device = root->context->devices[index];
	uint64_t address;
	int error = share_claim(root, index, err);

	if (error)
		return error;
	address = device->hal->buffer_address(device->board, root->sides[index].buffer);
	if (address != FCL_HAL_NO_ADDRESS)
		pin(root, index);
	fcl_residency_release(root, FCL_SIDE_DEVICE(index));
	if (address == FCL_HAL_NO_ADDRESS)
		return fcl_err_set(err, -EOPNOTSUPP, "board %s reports no addresses",
				   device->info->board);
	*ret_address = address + mem->origin;
	return 0;
}
