/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/core/kernels/reach.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "hal/bank.h"

static void reach_add_bank(struct fcl_bank_set *set, uint32_t bank)
{
	if (bank < FCL_BANKS_MAX)
		set->bits[bank / 64] |= UINT64_C(1) << bank % 64;
}

static int reach_compare(const struct fcl_reach_link *link, uint32_t cu, uint32_t arg)
{
	if (link->cu != cu)
		return link->cu < cu ? -1 : 1;
	return (link->arg > arg) - (link->arg < arg);
}

static int by_place(const void *a, const void *b)
{
	const struct fcl_reach_link *one = a, *other = b;
	int order = reach_compare(one, other->cu, other->arg);

	return order ? order : (one->index > other->index) - (one->index < other->index);
}

/* The first link that is not before this argument of this CU. */
static uint32_t kernels_reach_find(const struct fcl_kernel_instance *instance, uint32_t cu,
				   uint32_t arg)
{
	uint32_t low = 0, high = instance->nlinks;

	while (low < high) {
		uint32_t middle = low + (high - low) / 2;

		if (reach_compare(&instance->links[middle], cu, arg) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

const struct fcl_reach_link *fcl_reach_links(const struct fcl_kernel_instance *instance,
					     uint32_t cu, uint32_t arg, uint32_t *ret_count)
{
	uint32_t first = kernels_reach_find(instance, cu, arg), end = first;

	while (end < instance->nlinks && !reach_compare(&instance->links[end], cu, arg))
		end++;
	*ret_count = end - first;
	return instance->links + first;
}

bool fcl_reach_cu(const struct fcl_kernel_instance *instance, uint32_t cu, uint32_t arg,
		  uint32_t bank)
{
	const struct fcl_reach_link *links;
	uint32_t count;

	if (instance->reach[arg].free || fcl_bank_in(&instance->reach[arg].all, bank))
		return true;
	links = fcl_reach_links(instance, cu, arg, &count);
	for (uint32_t i = 0; i < count; i++)
		if (links[i].bank == bank)
			return true;
	return !count;
}

uint32_t fcl_reach_first(const struct fcl_kernel_instance *instance, uint32_t cu, uint32_t arg)
{
	uint32_t count;
	const struct fcl_reach_link *links = fcl_reach_links(instance, cu, arg, &count);

	return count ? links->mem : FCL_HAL_BANK_DEFAULT;
}

#define OWN UINT32_MAX

/* State while the reach of arguments is computed, by CU of the image. */
struct filling {
	struct fcl_bank_set *banks;  /* banks that the CU reaches through the current argument */
	struct fcl_bank_set *common; /* through all arguments so far */
	uint32_t *seen; /* OWN: it is of the instance; then 1 + the last argument with such banks */
};

static bool reach_is_own(const struct fcl_image *image, uint32_t connection,
			 const struct filling *filling)
{
	uint32_t cu = image->connections[connection].cu;

	return cu < image->ncus && filling->seen[cu] == OWN;
}

/* An image may have thousands of connections and kernels, and a launch as many arguments or CUs. */
static int make_links(struct fcl_kernel_instance *instance, const struct fcl_hal_info *info,
		      const struct filling *filling)
{
	const struct fcl_image *image = instance->image;
	bool sorted = true; /* as in images that fpgaclc links */
	size_t count = 0;

	for (uint32_t i = 0; i < image->nconnections; i++)
		count += reach_is_own(image, i, filling);
	instance->links = calloc(count + 1, sizeof(*instance->links));
	if (!instance->links)
		return -ENOMEM;
	for (uint32_t i = 0; i < image->nconnections; i++) {
		const struct fcl_image_connection *from = &image->connections[i];
		struct fcl_reach_link *link = &instance->links[instance->nlinks];

		if (!reach_is_own(image, i, filling))
			continue;
		*link = (struct fcl_reach_link){from->cu, from->arg, i, from->mem,
						fcl_hal_bank_of_mem(info, &image->mems[from->mem])};
		sorted &= !instance->nlinks++ || by_place(link - 1, link) < 0;
	}
	if (!sorted)
		qsort(instance->links, instance->nlinks, sizeof(*instance->links), by_place);
	return 0;
}

/* A single pass over the connections for all CUs, as an image may have many of both. */
static void reach_collect(const struct fcl_kernel_instance *instance, uint32_t arg,
			  struct filling *filling)
{
	for (uint32_t i = 0; i < instance->nlinks; i++) {
		const struct fcl_reach_link *link = &instance->links[i];

		if (link->arg != arg)
			continue;
		if (filling->seen[link->cu] != arg + 1)
			memset(&filling->banks[link->cu], 0, sizeof(filling->banks[link->cu]));
		filling->seen[link->cu] = arg + 1;
		reach_add_bank(&filling->banks[link->cu], link->bank);
	}
}

/* The image says how large a memory is, as it may choose the size of some. */
static uint64_t reach_largest_of(const struct fcl_kernel_instance *instance, uint32_t arg,
				 const struct fcl_bank_set *banks)
{
	uint64_t room = 0;

	for (uint32_t i = 0; i < instance->nlinks; i++) {
		const struct fcl_reach_link *link = &instance->links[i];
		uint64_t size = instance->image->mems[link->mem].size;

		if (link->arg == arg && size > room && fcl_bank_in(banks, link->bank))
			room = size;
	}
	return room ? room : UINT64_MAX;
}

static void reach_fill_one(const struct fcl_kernel_instance *instance, uint32_t arg,
			   struct filling *filling, struct fcl_reach *reach)
{
	memset(&reach->all, 0xFF, sizeof(reach->all));
	reach->free = true;
	reach->room = UINT64_MAX;
	reach_collect(instance, arg, filling);
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
		reach->room = reach_largest_of(instance, arg, &reach->any);
}

static bool reach_is_empty(const struct fcl_bank_set *set)
{
	uint64_t bits = 0;

	for (unsigned word = 0; word < FCL_BANKS_MAX / 64; word++)
		bits |= set->bits[word];
	return !bits;
}

static void fill_all(struct fcl_kernel_instance *instance, struct filling *filling)
{
	const struct fcl_image_kernel *facts = &instance->image->kernels[instance->index];

	memset(filling->common, 0xFF, instance->image->ncus * sizeof(*filling->common));
	for (uint32_t arg = 0; arg < facts->nargs; arg++)
		if (facts->args[arg].qualifier != FCL_ARG_SCALAR)
			reach_fill_one(instance, arg, filling, &instance->reach[arg]);
	for (uint32_t i = 0; i < instance->ncus; i++)
		instance->split |= reach_is_empty(&filling->common[instance->cus[i]]);
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
	for (uint32_t i = 0; filling.seen && i < instance->ncus; i++)
		filling.seen[instance->cus[i]] = OWN;
	if (instance->reach && filling.banks && filling.common && filling.seen &&
	    !make_links(instance, info, &filling)) {
		fill_all(instance, &filling);
		error = 0;
	}
	free(filling.banks);
	free(filling.common);
	free(filling.seen);
	return error;
}
