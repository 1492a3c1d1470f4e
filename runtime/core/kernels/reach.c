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

bool fcl_reach_cu(const struct fcl_kernel_instance *instance, const struct fcl_hal_info *info,
		  uint32_t cu, uint32_t arg, uint32_t bank)
{
	const struct fcl_image *image = instance->image;
	bool connected = false;

	/* Usually all do; an image may have thousands of connections, and a launch of arguments. */
	if (instance->reach[arg].free || fcl_bank_in(&instance->reach[arg].all, bank))
		return true;
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

/* State while the reach of arguments is computed, by CU of the image. */
struct filling {
	struct fcl_bank_set *banks;  /* banks that the CU reaches through the current argument */
	struct fcl_bank_set *common; /* through all arguments so far */
	uint32_t *seen;              /* 1 + the last argument with such banks */
};

/* A single pass over the connections for all CUs, as an image may have many of both. */
static void collect(const struct fcl_image *image, const struct fcl_hal_info *info, uint32_t arg,
		    struct filling *filling)
{
	for (uint32_t i = 0; i < image->nconnections; i++) {
		const struct fcl_image_connection *connection = &image->connections[i];
		uint32_t cu = connection->cu;

		if (connection->arg != arg || cu >= image->ncus)
			continue;
		if (filling->seen[cu] != arg + 1)
			memset(&filling->banks[cu], 0, sizeof(filling->banks[cu]));
		filling->seen[cu] = arg + 1;
		add_bank(&filling->banks[cu],
			 fcl_hal_bank_of_mem(info, &image->mems[connection->mem]));
	}
}

/* The image says how large a memory is, as it may choose the size of some. */
static uint64_t largest_of(const struct fcl_image *image, const struct fcl_hal_info *info,
			   uint32_t arg, const struct fcl_bank_set *banks)
{
	uint64_t room = 0;

	for (uint32_t i = 0; i < image->nconnections; i++) {
		const struct fcl_image_connection *connection = &image->connections[i];
		const struct fcl_image_mem *mem = &image->mems[connection->mem];
		uint32_t bank;

		if (connection->arg != arg || mem->size <= room)
			continue;
		bank = fcl_hal_bank_of_mem(info, mem);
		if (fcl_bank_in(banks, bank))
			room = mem->size;
	}
	return room ? room : UINT64_MAX;
}

static void fill_one(const struct fcl_kernel_instance *instance, const struct fcl_hal_info *info,
		     uint32_t arg, struct filling *filling, struct fcl_reach *reach)
{
	memset(&reach->all, 0xFF, sizeof(reach->all));
	reach->free = true;
	reach->room = UINT64_MAX;
	collect(instance->image, info, arg, filling);
	for (uint32_t i = 0; i < instance->ncus; i++) {
		uint32_t cu = instance->cus[i];

		if (filling->seen[cu] != arg + 1)
			continue;
		reach->free = false;
		for (unsigned word = 0; word < FCL_BANKS_MAX / 64; word++) {
			reach->all.bits[word] &= filling->banks[cu].bits[word];
			reach->any.bits[word] |= filling->banks[cu].bits[word];
			filling->common[cu].bits[word] &= filling->banks[cu].bits[word];
		}
	}
	if (!reach->free)
		reach->room = largest_of(instance->image, info, arg, &reach->any);
}

static bool is_empty(const struct fcl_bank_set *set)
{
	uint64_t bits = 0;

	for (unsigned word = 0; word < FCL_BANKS_MAX / 64; word++)
		bits |= set->bits[word];
	return !bits;
}

static void fill_all(struct fcl_kernel_instance *instance, const struct fcl_hal_info *info,
		     struct filling *filling)
{
	const struct fcl_image_kernel *facts = &instance->image->kernels[instance->index];

	memset(filling->common, 0xFF, instance->image->ncus * sizeof(*filling->common));
	for (uint32_t arg = 0; arg < facts->nargs; arg++)
		if (facts->args[arg].qualifier != FCL_ARG_SCALAR)
			fill_one(instance, info, arg, filling, &instance->reach[arg]);
	for (uint32_t i = 0; i < instance->ncus; i++)
		instance->split |= is_empty(&filling->common[instance->cus[i]]);
}

int fcl_reach_fill(struct fcl_kernel_instance *instance, const struct fcl_hal_info *info)
{
	const struct fcl_image *image = instance->image;
	uint32_t nargs = image->kernels[instance->index].nargs;
	struct filling filling = {calloc(image->ncus + 1, sizeof(*filling.banks)),
				  calloc(image->ncus + 1, sizeof(*filling.common)),
				  calloc(image->ncus + 1, sizeof(*filling.seen))};
	int error = -ENOMEM;

	instance->reach = calloc(nargs ? nargs : 1, sizeof(*instance->reach));
	if (instance->reach && filling.banks && filling.common && filling.seen) {
		fill_all(instance, info, &filling);
		error = 0;
	}
	free(filling.banks);
	free(filling.common);
	free(filling.seen);
	return error;
}
