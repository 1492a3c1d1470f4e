/* SPDX-License-Identifier: Apache-2.0 */
#include "hal/bank.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

uint32_t fcl_hal_bank_at(const struct fcl_hal_info *info, uint64_t address)
{
	for (uint32_t i = 0; i < info->nbanks; i++)
		if (address >= info->banks[i].base &&
		    address - info->banks[i].base < info->banks[i].size)
			return i;
	return FCL_HAL_BANK_DEFAULT;
}

uint32_t fcl_hal_bank_of_mem(const struct fcl_hal_info *info, const struct fcl_image_mem *mem)
{
	uint32_t there = mem->size ? fcl_hal_bank_at(info, mem->base) : FCL_HAL_BANK_DEFAULT;

	/* Tag and address usually agree; a different shell may map the bank at another address. */
	if (there != FCL_HAL_BANK_DEFAULT && !strcmp(info->banks[there].tag, mem->tag))
		return there;
	for (uint32_t i = 0; i < info->nbanks; i++)
		if (!strcmp(info->banks[i].tag, mem->tag))
			return i;
	return there;
}

int fcl_hal_bank_find(const struct fcl_hal_info *info, const struct fcl_image *image, uint32_t bank,
		      uint32_t *ret_bank, struct fcl_err *err)
{
	uint32_t count = image ? image->nmems : info->nbanks;

	if (bank == FCL_HAL_BANK_DEFAULT) {
		*ret_bank = info->default_bank;
		return 0;
	}
	if (bank >= count)
		return fcl_err_set(err, -EINVAL, "bank %u was requested, but the %s has %u", bank,
				   image ? "image" : "board", count);
	if (image) {
		const char *tag = image->mems[bank].tag;

		bank = fcl_hal_bank_of_mem(info, &image->mems[bank]);
		if (bank == FCL_HAL_BANK_DEFAULT)
			return fcl_err_set(err, -EINVAL,
					   "board %s has no bank for the image's memory %s",
					   info->board, tag);
	}
	*ret_bank = bank;
	return 0;
}

int fcl_hal_bank_charge(const struct fcl_hal_info *info, uint32_t bank, uint64_t bytes,
			_Atomic uint64_t *used, uint64_t *ret_charged, struct fcl_err *err)
{
	uint64_t mask = info->buffer_alignment - 1, size = info->banks[bank].size;
	uint64_t before = atomic_load_explicit(used, memory_order_relaxed);

	if (!bytes)
		return fcl_err_set(err, -EINVAL, "a buffer needs at least one byte");
	/* A size that overflows when rounded up does not fit in any bank. */
	if (bytes <= UINT64_MAX - mask)
		bytes = (bytes + mask) & ~mask;
	do {
		if (bytes > size - before)
			return fcl_err_set(err, -ENOMEM,
					   "%" PRIu64 " bytes do not fit in bank %s: %" PRIu64
					   " of %" PRIu64 " bytes are in use",
					   bytes, info->banks[bank].tag, before, size);
	} while (!atomic_compare_exchange_weak_explicit(
		used, &before, before + bytes, memory_order_relaxed, memory_order_relaxed));
	*ret_charged = bytes;
	return 0;
}

void fcl_hal_describe(const struct fcl_board *board, struct fcl_hal_bank *banks,
		      struct fcl_hal_info *ret_info)
{
	for (uint32_t i = 0; i < board->nbanks; i++)
		banks[i] = (struct fcl_hal_bank){.tag = board->banks[i].tag,
						 .type = board->banks[i].type,
						 .base = board->banks[i].base,
						 .size = board->banks[i].size,
						 .kept = board->banks[i].kept};
	*ret_info = (struct fcl_hal_info){.name = board->device,
					  .vbnv = board->vbnv,
					  .board = board->name,
					  .vendor = board->vendor,
					  .bdf = "",
					  .serial = "",
					  .version = board->version,
					  .nslots = board->slots,
					  .banks = banks,
					  .nbanks = board->nbanks,
					  .default_bank = board->default_bank,
					  .host_alignment = board->host_alignment,
					  .buffer_alignment = board->buffer_alignment,
					  .clock_mhz = board->kernel_mhz,
					  .max_cus = board->max_cus,
					  .vendor_id = board->vendor_id,
					  .device_id = board->device_id};
}
