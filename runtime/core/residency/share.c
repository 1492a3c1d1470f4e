/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/core/residency/share.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/log.h"
#include "hal/bank.h"
#include "runtime/core/objects/holdings.h"
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

static bool can_export(const struct fcl_device *device)
{
	return device->info->caps & FCL_HAL_CAP_EXPORT;
}

/* The device to export from, or -1. The root's lock is held. */
static int pick_device(const struct fcl_mem *root)
{
	const struct fcl_context *context = root->context;
	int first = -1;

	for (uint32_t i = 0; i < context->ndevices; i++) {
		if (!can_export(context->devices[i]))
			continue;
		if (root->sides[i].buffer)
			return (int)i;
		if (first < 0)
			first = (int)i;
	}
	return first;
}

/*
 * Waits until the side has memory and the root is not busy; another thread may use the root while
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

static uint32_t first_bank(struct fcl_mem *root, uint32_t index)
{
	return fcl_residency_first_bank(root->context->devices[index], root);
}

/*
 * Claims the side, so that its memory stays while it is exported, and pins it permanently. The
 * root's lock is held.
 */
static int claim(struct fcl_mem *root, uint32_t index, uint32_t bank, struct fcl_err *err)
{
	struct fcl_use use = {.mem = root, .side = FCL_SIDE_DEVICE(index), .bank = bank};
	int error = make_side(root, &use, err);

	if (error)
		return error;
	root->sides[index].pinned = true;
	atomic_store(&root->shared, true);
	atomic_fetch_add(&root->sides[index].users, 1);
	return 0;
}

int fcl_mem_export(struct fcl_mem *root, int *ret_fd, struct fcl_err *err)
{
	struct fcl_device *device;
	int index, error = -EOPNOTSUPP;

	if (root->one)
		return fcl_err_set(err, error, "shared virtual memory cannot be exported");
	pthread_mutex_lock(&root->lock);
	index = pick_device(root);
	if (index >= 0)
		error = claim(root, (uint32_t)index, first_bank(root, (uint32_t)index), err);
	pthread_mutex_unlock(&root->lock);
	if (error)
		return error;
	device = root->context->devices[index];
	error = device->hal->buffer_export(device->board, root->sides[index].buffer, ret_fd, err);
	fcl_residency_release(root, FCL_SIDE_DEVICE((uint32_t)index));
	return error;
}

/* Without a bank of its own: one that the image on the board uses. */
static uint32_t window_bank(struct fcl_device *device, struct fcl_mem *root)
{
	uint32_t bank = fcl_residency_first_bank(device, root);
	const struct fcl_image *image;

	if (bank != FCL_HAL_BANK_DEFAULT)
		return bank;
	pthread_mutex_lock(&device->lock);
	image = fcl_device_image(device);
	for (uint32_t i = 0; image && bank == FCL_HAL_BANK_DEFAULT && i < image->nconnections; i++)
		bank = fcl_hal_bank_of_mem(device->info, &image->mems[image->connections[i].mem]);
	pthread_mutex_unlock(&device->lock);
	return bank;
}

/* The descriptor's file position is where the buffer starts: FCL_HAL_CAP_WINDOW. */
static void *map_window(const struct fcl_mem *root, uint32_t index, struct fcl_err *err)
{
	struct fcl_device *device = root->context->devices[index];
	void *window = MAP_FAILED;
	off_t start;
	int fd;

	if (device->hal->buffer_export(device->board, root->sides[index].buffer, &fd, err))
		return NULL;
	start = lseek(fd, 0, SEEK_CUR);
	if (start >= 0)
		window = mmap(NULL, root->size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, start);
	if (window == MAP_FAILED)
		fcl_err_set(err, -errno, "cannot map an exported buffer: %s", strerror(errno));
	close(fd);
	return window == MAP_FAILED ? NULL : window;
}

static void open_window(struct fcl_mem *root, uint32_t index, struct fcl_err *err)
{
	void *window = map_window(root, index, err);

	pthread_mutex_lock(&root->lock);
	if (window && !root->host) {
		root->host = window;
		root->window = FCL_SIDE_DEVICE(index);
		window = NULL;
	}
	pthread_mutex_unlock(&root->lock);
	if (window)
		munmap(window, root->size);
	fcl_residency_release(root, FCL_SIDE_DEVICE(index));
}

void fcl_mem_open_window(struct fcl_mem *root, struct fcl_device *device)
{
	int index = fcl_context_device(root->context, device);
	struct fcl_err err = {0};
	bool claimed = false;

	if (!root->p2p || index < 0 || !(device->info->caps & FCL_HAL_CAP_WINDOW))
		return;
	pthread_mutex_lock(&root->lock);
	if (!root->host)
		claimed = !claim(root, (uint32_t)index, window_bank(device, root), &err);
	pthread_mutex_unlock(&root->lock);
	if (claimed)
		open_window(root, (uint32_t)index, &err);
	if (*err.text)
		fcl_log(FCL_LOG_INFO, "P2P", "a buffer is mapped as a copy: %s", err.text);
}

int fcl_mem_address(struct fcl_mem *mem, uint32_t index, uint64_t *ret_address, struct fcl_err *err)
{
	struct fcl_mem *root = mem->root;
	struct fcl_device *device = root->context->devices[index];
	uint64_t address;
	int error;

	pthread_mutex_lock(&root->lock);
	error = claim(root, index, first_bank(root, index), err);
	pthread_mutex_unlock(&root->lock);
	if (error)
		return error;
	address = device->hal->buffer_address(device->board, root->sides[index].buffer);
	fcl_residency_release(root, FCL_SIDE_DEVICE(index));
	if (address == FCL_HAL_NO_ADDRESS)
		return fcl_err_set(err, -EOPNOTSUPP, "board %s reports no addresses",
				   device->info->board);
	*ret_address = address + mem->origin;
	return 0;
}
