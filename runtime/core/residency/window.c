/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/core/residency/window.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/log.h"
#include "hal/bank.h"
#include "runtime/core/objects/host_side.h"
#include "runtime/core/objects/span.h"
#include "runtime/core/residency/claim.h"
#include "runtime/core/residency/residency.h"
#include "runtime/core/residency/share.h"

/* For a buffer without a bank: one that the image on the board uses. */
static uint32_t first_bank(struct fcl_device *device, struct fcl_mem *root)
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

/* The descriptor's file position is the start of the buffer: FCL_HAL_CAP_WINDOW. */
static void *map_side(const struct fcl_mem *root, uint32_t side, struct fcl_err *err)
{
	struct fcl_device *device = fcl_side_device(root, side);
	void *window = MAP_FAILED;
	off_t start;
	int fd;

	if (device->hal->buffer_export(device->board, fcl_device_side(root, side)->buffer, &fd,
				       err))
		return NULL;
	start = lseek(fd, 0, SEEK_CUR);
	if (start >= 0)
		window = mmap(NULL, root->size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, start);
	if (window == MAP_FAILED)
		fcl_err_set(err, -errno, "a buffer's memory cannot be mapped: %s", strerror(errno));
	close(fd);
	return window == MAP_FAILED ? NULL : window;
}

/* Whether all current contents are on the host or on the side. The lock is held. */
static bool is_near(struct fcl_mem *root, uint64_t same)
{
	for (uint32_t i = 0; i < root->nspans; i++)
		if (!(root->spans[i].valid & same))
			return false;
	return true;
}

/* Copies data that only the host has. The lock is held. */
static void copy_from_host(struct fcl_mem *root, uint32_t side, char *window)
{
	uint64_t at = 0, end;
	struct fcl_span span;

	while (fcl_span_next(root, &at, root->size, &span, &end))
		if (!(span.valid >> side & 1))
			memcpy(window + span.start, (char *)root->host + span.start,
			       end - span.start);
}

/*
 * Installs a mapping as the host side, at its present address if it has one. The lock is held.
 * False: not possible.
 */
static bool replace_host(struct fcl_mem *root, void *mapping)
{
	if (root->host_mapped)
		return mremap(mapping, root->size, root->size, MREMAP_MAYMOVE | MREMAP_FIXED,
			      root->host) != MAP_FAILED;
	/* The host may know addresses there. */
	if (root->host && (!root->host_owned || atomic_load(&root->mapped)))
		return false;
	free(root->host);
	root->host = mapping;
	root->host_owned = false;
	root->host_mapped = true;
	return true;
}

/*
 * Makes the mapped memory of the side the host side. The lock is held; no data is being moved.
 * False: not possible.
 */
static bool install(struct fcl_mem *root, uint32_t side, void *window)
{
	uint64_t same = UINT64_C(1) << FCL_SIDE_HOST | UINT64_C(1) << side;

	if (!is_near(root, same))
		return false;
	copy_from_host(root, side, window);
	if (!replace_host(root, window))
		return false;
	for (uint32_t i = 0; i < root->nspans; i++)
		root->spans[i].valid |= same;
	atomic_store(&root->window, side);
	fcl_span_publish(root);
	return true;
}

/* Opens the window on a claimed side. Without `waits`, not while bytes of the buffer are being moved. */
static void window_open_on(struct fcl_mem *root, uint32_t side, bool waits, struct fcl_err *err)
{
	void *window = map_side(root, side, err);
	bool installed = false;

	if (!window)
		return;
	pthread_mutex_lock(&root->lock);
	if (waits)
		fcl_residency_wait(root);
	if (root->busy) {
		fcl_err_set(err, -EBUSY, "its bytes are being moved");
	} else if (atomic_load(&root->window) == FCL_SIDE_HOST) {
		installed = install(root, side, window);
		if (!installed)
			fcl_err_set(err, -EBUSY,
				    "it was mapped before, or its data is on another board");
	}
	pthread_mutex_unlock(&root->lock);
	if (!installed)
		munmap(window, root->size);
}

static void window_warn(const struct fcl_mem *root, const struct fcl_err *err)
{
	if (*err->text)
		fcl_log(FCL_LOG_WARN, "P2P",
			"writes through the mapping of a buffer of %" PRIu64
			" bytes reach the board only when it is unmapped: %s",
			root->size, err->text);
}

static bool window_suits(const struct fcl_mem *root, const struct fcl_device *device)
{
	return root->p2p && device->info->caps & FCL_HAL_CAP_WINDOW &&
	       !(root->flags & CL_MEM_USE_HOST_PTR) && atomic_load(&root->window) == FCL_SIDE_HOST;
}

void fcl_window_open(struct fcl_mem *root, struct fcl_device *device)
{
	int index = fcl_context_device(root->context, device);
	struct fcl_err err = {0};
	uint32_t side;

	if (index < 0 || !window_suits(root, device))
		return;
	side = FCL_SIDE_DEVICE((uint32_t)index);
	if (!fcl_mem_claim_side(root, side, first_bank(device, root), &err)) {
		window_open_on(root, side, true, &err);
		fcl_residency_release(root, side);
	}
	window_warn(root, &err);
}

void fcl_window_follow(struct fcl_mem *root, uint32_t side)
{
	struct fcl_err err = {0};

	if (!window_suits(root, fcl_side_device(root, side)) || !atomic_load(&root->mapped))
		return;
	window_open_on(root, side, false, &err);
	window_warn(root, &err);
}

int fcl_window_close(struct fcl_mem *root, uint32_t side, struct fcl_err *err)
{
	void *own;

	if (side == FCL_SIDE_HOST || atomic_load(&root->window) != side)
		return 0;
	own = fcl_mem_map_host(root->size);
	if (own)
		memcpy(own, root->host, root->size);
	if (!own || !replace_host(root, own)) {
		if (own)
			munmap(own, root->size);
		return fcl_err_set(err, -ENOMEM,
				   "no host memory for a P2P buffer of %" PRIu64 " bytes",
				   root->size);
	}
	atomic_store(&root->window, FCL_SIDE_HOST);
	fcl_span_publish(root);
	return 0;
}
