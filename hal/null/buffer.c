/* SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "hal/null/null.h"

/*
 * The board's bank that an image's memory stands for: by tag, else by address. -1: none. An entry
 * without bytes is a stream connection: its address says nothing.
 */
static int bank_of_mem(const struct fcl_hal_device *device, const struct fcl_image_mem *mem)
{
	int bank = fcl_board_find_bank(device->board, mem->tag);

	for (uint32_t i = 0; bank < 0 && mem->size && i < device->info.nbanks; i++)
		if (mem->base >= device->banks[i].base &&
		    mem->base - device->banks[i].base < device->banks[i].size)
			bank = (int)i;
	return bank;
}

static int find_bank(const struct fcl_hal_device *device, const struct fcl_hal_program *program,
		     uint32_t index, uint32_t *ret_bank, struct fcl_err *err)
{
	uint32_t count = program ? program->image->nmems : device->info.nbanks;
	int bank;

	if (index == FCL_HAL_BANK_DEFAULT) {
		*ret_bank = device->info.default_bank;
		return 0;
	}
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

/* Takes the bytes from the bank's account, or leaves it as it was. */
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

int fcl_hal_null_buffer_alloc(struct fcl_hal_device *device, struct fcl_hal_program *program,
			      uint32_t bank, uint64_t bytes, struct fcl_hal_buffer **ret_buffer,
			      struct fcl_err *err)
{
	struct fcl_hal_buffer buffer = {.bytes = bytes}, *copy;
	uint64_t mask = device->info.buffer_alignment - 1;
	int ret = find_bank(device, program, bank, &buffer.bank, err);

	if (ret)
		return ret;
	if (!bytes)
		return fcl_err_set(err, -EINVAL, "a buffer needs at least one byte");
	/* What overflows when rounded up fits no bank either way. */
	buffer.charged = bytes > UINT64_MAX - mask ? bytes : (bytes + mask) & ~mask;
	ret = charge(device, buffer.bank, buffer.charged, err);
	if (ret)
		return ret;
	copy = malloc(sizeof(*copy));
	if (!copy) {
		atomic_fetch_sub_explicit(&device->used[buffer.bank], buffer.charged,
					  memory_order_relaxed);
		return fcl_err_set(err, -ENOMEM, "no memory for a buffer handle");
	}
	*copy = buffer;
	*ret_buffer = copy;
	return 0;
}

void fcl_hal_null_buffer_free(struct fcl_hal_device *device, struct fcl_hal_buffer *buffer)
{
	if (!buffer)
		return;
	atomic_fetch_sub_explicit(&device->used[buffer->bank], buffer->charged,
				  memory_order_relaxed);
	free(buffer);
}

uint32_t fcl_hal_null_buffer_bank(struct fcl_hal_device *device, struct fcl_hal_buffer *buffer)
{
	(void)device;
	return buffer->bank;
}
