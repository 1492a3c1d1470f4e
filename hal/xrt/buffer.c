/* SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include <xrt/xclbin.h>

#include "hal/xrt/xrt.h"

/* The board's bank that an image's memory stands for: by tag, else by address. -1: none. */
static int bank_of_mem(const struct fcl_hal_device *device, const struct fcl_image_mem *mem)
{
	int bank = fcl_board_find_bank(device->board, mem->tag);

	for (uint32_t i = 0; bank < 0 && mem->size && i < device->info.nbanks; i++)
		if (mem->base >= device->banks[i].base &&
		    mem->base - device->banks[i].base < device->banks[i].size)
			bank = (int)i;
	return bank;
}

int fcl_xrt_mem_of_bank(const struct fcl_hal_device *device, uint32_t bank)
{
	const struct fcl_image *image = device->loaded;

	for (uint32_t i = 0; image && i < image->nmems; i++)
		if (image->mems[i].used && bank_of_mem(device, &image->mems[i]) == (int)bank)
			return (int)i;
	return -1;
}

static int find_bank(const struct fcl_hal_device *device, const struct fcl_hal_program *program,
		     uint32_t index, uint32_t *ret_bank, struct fcl_err *err)
{
	uint32_t count = program ? program->image->nmems : device->info.nbanks;
	int bank;

	*ret_bank = device->info.default_bank;
	if (index == FCL_HAL_BANK_DEFAULT)
		return 0;
	if (index >= count)
		return fcl_err_set(err, -EINVAL, "bank %u asked for, the %s has %u", index,
				   program ? "image" : "board", count);
	bank = program ? bank_of_mem(device, &program->image->mems[index]) : (int)index;
	if (bank < 0)
		return fcl_err_set(err, -EINVAL, "the image's memory %s is none of board %s",
				   program->image->mems[index].tag, device->info.board);
	*ret_bank = (uint32_t)bank;
	return 0;
}

/* Takes the bytes from the bank's account: XRT's noop device has no end. */
static int charge(struct fcl_hal_device *device, uint32_t bank, uint64_t bytes, struct fcl_err *err)
{
	uint64_t size = device->banks[bank].size;
	uint64_t used = atomic_load_explicit(&device->used[bank], memory_order_relaxed);

	do {
		if (bytes > size - used)
			return fcl_err_set(err, -ENOMEM,
					   "%" PRIu64 " bytes do not fit bank %s: %" PRIu64
					   " of %" PRIu64 " bytes are in use",
					   bytes, device->banks[bank].tag, used, size);
	} while (!atomic_compare_exchange_weak_explicit(&device->used[bank], &used, used + bytes,
							memory_order_relaxed,
							memory_order_relaxed));
	return 0;
}

/* XRT wants whole pages for the host's side, and does not see to it. */
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

/* Takes memory of the board if the image there uses the buffer's bank. */
static int place(struct fcl_hal_device *device, struct fcl_hal_buffer *buffer, struct fcl_err *err)
{
	int mem;

	if (device->loaded) {
		mem = fcl_xrt_mem_of_bank(device, buffer->bank);
		return mem < 0 ? 0 : take_memory(device, buffer, (uint32_t)mem, err);
	}
	/* Somebody else's image: what it does not give can wait for ours. */
	mem = device->held[buffer->bank];
	if (mem >= 0)
		take_memory(device, buffer, (uint32_t)mem, NULL);
	return 0;
}

static int create(struct fcl_hal_device *device, const struct fcl_hal_buffer *facts,
		  struct fcl_hal_buffer **ret_buffer, struct fcl_err *err)
{
	struct fcl_hal_buffer *buffer = malloc(sizeof(*buffer));
	int error;

	if (!buffer)
		return fcl_err_set(err, -ENOMEM, "no memory for a buffer handle");
	*buffer = *facts;
	error = place(device, buffer, err);
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
	uint64_t mask = device->info.buffer_alignment - 1;
	int error = find_bank(device, program, bank, &buffer.bank, err);

	if (error)
		return error;
	if (!bytes)
		return fcl_err_set(err, -EINVAL, "a buffer needs at least one byte");
	/* What overflows when rounded up fits no bank either way. */
	buffer.charged = bytes > UINT64_MAX - mask ? bytes : (bytes + mask) & ~mask;
	error = charge(device, buffer.bank, buffer.charged, err);
	if (error)
		return error;
	error = create(device, &buffer, ret_buffer, err);
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
	/* All of the noop device's buffers have one and the same. */
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
