/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/core/kernels/reach.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "hal/bank.h"

static void add_bank(struct fcl_bank_set *set, uint32_t bank)
{
	if (bank < FCL_BANKS_MAX)
		set->bits[bank / 64] |= UINT64_C(1) << bank % 64;
}

static bool connects(const struct fcl_image_connection *connection, uint32_t cu, uint32_t arg)
{
	return connection->cu == cu && connection->arg == arg;
}

bool fcl_reach_cu(const struct fcl_image *image, const struct fcl_hal_info *info, uint32_t cu,
		  uint32_t arg, uint32_t bank)
{
	bool connected = false;

	for (uint32_t i = 0; i < image->nconnections; i++) {
		const struct fcl_image_connection *connection = &image->connections[i];

		if (!connects(connection, cu, arg))
			continue;
		connected = true;
		if (fcl_hal_bank_of_mem(info, &image->mems[connection->mem]) == bank)
			return true;
	}
	return !connected;
}

uint32_t fcl_reach_first(const struct fcl_image *image, uint32_t cu, uint32_t arg)
{
	for (uint32_t i = 0; i < image->nconnections; i++)
		if (connects(&image->connections[i], cu, arg))
			return image->connections[i].mem;
	return FCL_HAL_BANK_DEFAULT;
}

/* Banks that one CU reaches through one argument; false if the image does not say. */
static bool cu_banks(const struct fcl_image *image, const struct fcl_hal_info *info, uint32_t cu,
		     uint32_t arg, struct fcl_bank_set *ret_set)
{
	bool connected = false;

	memset(ret_set, 0, sizeof(*ret_set));
	for (uint32_t i = 0; i < image->nconnections; i++) {
		if (!connects(&image->connections[i], cu, arg))
			continue;
		connected = true;
		add_bank(ret_set,
			 fcl_hal_bank_of_mem(info, &image->mems[image->connections[i].mem]));
	}
	return connected;
}

static void fill_one(const struct fcl_kernel_instance *instance, const struct fcl_hal_info *info,
		     uint32_t arg, struct fcl_reach *reach)
{
	struct fcl_bank_set set;

	memset(&reach->all, 0xFF, sizeof(reach->all));
	reach->free = true;
	for (uint32_t i = 0; i < instance->ncus; i++) {
		if (!cu_banks(instance->image, info, instance->cus[i], arg, &set))
			continue;
		reach->free = false;
		for (unsigned word = 0; word < FCL_BANKS_MAX / 64; word++)
			reach->all.bits[word] &= set.bits[word];
	}
}

int fcl_reach_fill(struct fcl_kernel_instance *instance, const struct fcl_hal_info *info)
{
	uint32_t nargs = instance->image->kernels[instance->index].nargs;

	instance->reach = calloc(nargs ? nargs : 1, sizeof(*instance->reach));
	if (!instance->reach)
		return -ENOMEM;
	for (uint32_t arg = 0; arg < nargs; arg++)
		if (instance->image->kernels[instance->index].args[arg].qualifier != FCL_ARG_SCALAR)
			fill_one(instance, info, arg, &instance->reach[arg]);
	return 0;
}
