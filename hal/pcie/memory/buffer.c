/* SPDX-License-Identifier: Apache-2.0 */
#include "hal/pcie/memory/buffer.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <xrt/xclbin.h>

#include "hal/bank.h"
#include "hal/pcie/memory/move.h"

/*
 * The card has no allocator, so this process, which is its only user, has one for each bank. What
 * other processes left in the card's memory is cleared when that memory is first allocated here.
 */

/* No buffer may be at address 0, which is a null pointer to kernels. */
static uint64_t first_of(const struct fcl_hal_device *device, uint32_t bank)
{
	return device->bank_facts[bank].base ? 0 : device->info.buffer_alignment;
}

int fcl_pcie_banks_init(struct fcl_hal_device *device, struct fcl_err *err)
{
	for (uint32_t i = 0; i < device->info.nbanks; i++) {
		const struct fcl_hal_bank *facts = &device->bank_facts[i];
		uint64_t first = first_of(device, i);
		int error = facts->size <= first ? -EINVAL
						 : fcl_hal_alloc_init(&device->banks[i].free, first,
								      facts->size - first);

		if (error)
			return fcl_err_set(err, error, "bank %s of %" PRIu64 " bytes is too small",
					   facts->tag, facts->size);
		device->banks[i].clean = first;
	}
	return 0;
}

void fcl_pcie_banks_forget(struct fcl_hal_device *device)
{
	for (uint32_t i = 0; i < device->info.nbanks; i++) {
		pthread_mutex_lock(&device->banks[i].lock);
		device->banks[i].clean = first_of(device, i);
		pthread_mutex_unlock(&device->banks[i].lock);
	}
}

void fcl_pcie_banks_fini(struct fcl_hal_device *device)
{
	for (uint32_t i = 0; device->banks && i < device->board->nbanks; i++) {
		fcl_hal_alloc_fini(&device->banks[i].free);
		pthread_mutex_destroy(&device->banks[i].lock);
	}
}

static int full(struct fcl_hal_device *device, uint32_t bank, uint64_t bytes, struct fcl_err *err)
{
	const struct fcl_hal_bank *facts = &device->bank_facts[bank];

	return fcl_err_set(err, -ENOMEM,
			   "%" PRIu64 " bytes do not fit in bank %s: %" PRIu64 " of %" PRIu64
			   " bytes are free",
			   bytes, facts->tag, device->banks[bank].free.free, facts->size);
}

/* Takes memory in the bank; *ret_dirty is how many bytes at its end have to be cleared. */
static int buffer_take(struct fcl_hal_device *device, struct fcl_hal_buffer *buffer,
		       uint64_t *ret_dirty, struct fcl_err *err)
{
	struct fcl_pcie_bank *bank = &device->banks[buffer->bank];
	uint64_t offset, end;
	int error;

	pthread_mutex_lock(&bank->lock);
	error = fcl_hal_alloc_take(&bank->free, buffer->taken, &offset);
	if (error)
		full(device, buffer->bank, buffer->bytes, err);
	if (!error) {
		end = offset + buffer->taken;
		*ret_dirty = end <= bank->clean ? 0 : end - bank->clean;
		if (*ret_dirty > buffer->taken)
			*ret_dirty = buffer->taken;
		buffer->address = device->bank_facts[buffer->bank].base + offset;
	}
	pthread_mutex_unlock(&bank->lock);
	return error;
}

static void give(struct fcl_hal_device *device, const struct fcl_hal_buffer *buffer)
{
	struct fcl_pcie_bank *bank = &device->banks[buffer->bank];

	pthread_mutex_lock(&bank->lock);
	fcl_hal_alloc_give(&bank->free, buffer->address - device->bank_facts[buffer->bank].base,
			   buffer->taken);
	pthread_mutex_unlock(&bank->lock);
}

/*
 * Clears what this process allocates for the first time: all from the bank's mark `clean` on, which
 * moves only over cleared memory. If threads overtake each other, the mark stays behind, and some
 * memory is cleared twice.
 */
static int clear(struct fcl_hal_device *device, const struct fcl_hal_buffer *buffer, uint64_t dirty,
		 struct fcl_err *err)
{
	struct fcl_pcie_bank *bank = &device->banks[buffer->bank];
	uint64_t offset = buffer->address - device->bank_facts[buffer->bank].base;
	int error;

	if (!dirty)
		return 0;
	error = fcl_pcie_move_zeros(device, buffer->address + buffer->taken - dirty, dirty, err);
	if (error)
		return error;
	pthread_mutex_lock(&bank->lock);
	if (bank->clean >= offset + buffer->taken - dirty && bank->clean < offset + buffer->taken)
		bank->clean = offset + buffer->taken;
	pthread_mutex_unlock(&bank->lock);
	return 0;
}

int fcl_pcie_buffer_alloc(struct fcl_hal_device *device, struct fcl_hal_program *program,
			  uint32_t bank, uint64_t bytes, struct fcl_hal_buffer **ret_buffer,
			  struct fcl_err *err)
{
	uint64_t mask = device->info.buffer_alignment - 1, dirty = 0;
	struct fcl_hal_buffer buffer = {.bytes = bytes}, *copy;
	int error = fcl_hal_bank_find(&device->info, program ? program->image : NULL, bank,
				      &buffer.bank, err);

	if (error)
		return error;
	if (device->board->banks[buffer.bank].type == MEM_HOST)
		return fcl_err_set(
			err, -EOPNOTSUPP,
			"bank %s is the host's own memory, which kernels on a card with XDMA cannot reach",
			device->bank_facts[buffer.bank].tag);
	if (!bytes)
		return fcl_err_set(err, -EINVAL, "a buffer needs at least one byte");
	if (bytes > device->bank_facts[buffer.bank].size)
		return full(device, buffer.bank, bytes, err);
	buffer.taken = (bytes + mask) & ~mask;
	copy = malloc(sizeof(*copy));
	if (!copy)
		return fcl_err_set(err, -ENOMEM, "no memory for a buffer handle");
	error = buffer_take(device, &buffer, &dirty, err);
	if (!error) {
		error = clear(device, &buffer, dirty, err);
		if (error)
			give(device, &buffer);
	}
	if (error) {
		free(copy);
		return error;
	}
	*copy = buffer;
	*ret_buffer = copy;
	return 0;
}

void fcl_pcie_buffer_free(struct fcl_hal_device *device, struct fcl_hal_buffer *buffer)
{
	if (!buffer)
		return;
	give(device, buffer);
	free(buffer);
}

uint32_t fcl_pcie_buffer_bank(struct fcl_hal_device *device, struct fcl_hal_buffer *buffer)
{
	(void)device;
	return buffer->bank;
}

uint64_t fcl_pcie_buffer_address(struct fcl_hal_device *device, struct fcl_hal_buffer *buffer)
{
	(void)device;
	return buffer->address;
}
