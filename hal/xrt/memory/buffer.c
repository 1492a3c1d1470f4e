/* SPDX-License-Identifier: Apache-2.0 */
#include "hal/xrt/memory/buffer.h"

#include <errno.h>
#include <stdlib.h>

#include <xrt/xclbin.h>

#include "hal/bank.h"
#include "hal/xrt/xrt.h"

int fcl_xrt_mem_of_bank(const struct fcl_hal_device *device, uint32_t bank)
{
	const struct fcl_image *image = device->loaded;

	for (uint32_t i = 0; image && i < image->nmems; i++)
		if (image->mems[i].used &&
		    fcl_hal_bank_of_mem(&device->info, &image->mems[i]) == bank)
			return (int)i;
	return -1;
}

/* XRT needs whole pages on the host side, but does not round up itself. */
static uint64_t whole_pages(uint64_t bytes)
{
	return (bytes + 4095) / 4096 * 4096;
}

static int take_memory(struct fcl_hal_device *device, struct fcl_hal_buffer *buffer, uint32_t mem,
		       struct fcl_err *err)
{
	const struct fcl_xrt_calls *calls = device->calls;
	struct fcl_xrt_bo *bo = NULL;
	uint64_t address = 0;
	void *map = NULL;
	int error;

	error = calls->bo_create(device->xrt, whole_pages(buffer->bytes),
				 device->banks[buffer->bank].type == MEM_HOST ? FCL_XRT_HOST_ONLY
									      : FCL_XRT_TWO_SIDES,
				 mem, &bo, err);
	if (!error)
		error = calls->bo_map(bo, &map, err);
	if (!error)
		error = calls->bo_address(bo, &address, err);
	if (error) {
		calls->bo_destroy(bo);
		return error;
	}
	buffer->bo = bo;
	buffer->map = map;
	buffer->address = address;
	return 0;
}

/* Allocates board memory if the image on the board uses the buffer's bank. */
static int buffer_place(struct fcl_hal_device *device, struct fcl_hal_buffer *buffer,
			struct fcl_err *err)
{
	int mem;

	if (device->loaded) {
		mem = fcl_xrt_mem_of_bank(device, buffer->bank);
		return mem < 0 ? 0 : take_memory(device, buffer, (uint32_t)mem, err);
	}
	/*
	 * The image is another process's. If it offers no memory, the buffer stays in host memory
	 * until our image is loaded.
	 */
	mem = device->held[buffer->bank];
	if (mem >= 0)
		take_memory(device, buffer, (uint32_t)mem, NULL);
	return 0;
}

static int buffer_create(struct fcl_hal_device *device, const struct fcl_hal_buffer *facts,
			 struct fcl_hal_buffer **ret_buffer, struct fcl_err *err)
{
	struct fcl_hal_buffer *buffer = malloc(sizeof(*buffer));
	int error;

	if (!buffer)
		return fcl_err_set(err, -ENOMEM, "no memory for a buffer handle");
	*buffer = *facts;
	error = buffer_place(device, buffer, err);
	if (error) {
		free(buffer);
		return error;
	}
	atomic_fetch_add_explicit(&device->nbuffers, 1, memory_order_relaxed);
	*ret_buffer = buffer;
	return 0;
}

int fcl_xrt_buffer_alloc(struct fcl_hal_device *device, struct fcl_hal_program *program,
			 uint32_t bank, uint64_t bytes, struct fcl_hal_buffer **ret_buffer,
			 struct fcl_err *err)
{
	struct fcl_hal_buffer buffer = {.device = device, .bytes = bytes};
	int error = fcl_hal_bank_find(&device->info, program ? program->image : NULL, bank,
				      &buffer.bank, err);

	if (!error)
		error = fcl_hal_bank_charge(&device->info, buffer.bank, bytes,
					    &device->used[buffer.bank], &buffer.charged, err);
	if (error)
		return error;
	error = buffer_create(device, &buffer, ret_buffer, err);
	if (error)
		atomic_fetch_sub_explicit(&device->used[buffer.bank], buffer.charged,
					  memory_order_relaxed);
	return error;
}

void fcl_xrt_buffer_free(struct fcl_hal_device *device, struct fcl_hal_buffer *buffer)
{
	if (!buffer)
		return;
	device->calls->bo_destroy(buffer->bo);
	free(atomic_load(&buffer->shadow));
	atomic_fetch_sub_explicit(&device->used[buffer->bank], buffer->charged,
				  memory_order_relaxed);
	free(buffer);
	atomic_fetch_sub_explicit(&device->nbuffers, 1, memory_order_release);
}

uint32_t fcl_xrt_buffer_bank(struct fcl_hal_device *device, struct fcl_hal_buffer *buffer)
{
	(void)device;
	return buffer->bank;
}

uint64_t fcl_xrt_buffer_address(struct fcl_hal_device *device, struct fcl_hal_buffer *buffer)
{
	/* All buffers of the noop device have the same address. */
	return device->noop || !buffer->bo ? FCL_HAL_NO_ADDRESS : buffer->address;
}

unsigned char *fcl_xrt_buffer_host(struct fcl_hal_buffer *buffer)
{
	void *shadow = NULL, *mine;

	if (buffer->bo)
		return buffer->map;
	shadow = atomic_load(&buffer->shadow);
	if (shadow)
		return shadow;
	mine = calloc(1, buffer->bytes);
	if (mine && !atomic_compare_exchange_strong(&buffer->shadow, &shadow, mine)) {
		free(mine);
		mine = shadow;
	}
	return mine;
}
