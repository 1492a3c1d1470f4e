/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CORE_REACH_H
#define FCL_CORE_REACH_H

#include "runtime/core/kernels/kernel.h"

enum { FCL_BANKS_MAX = 256 };

/* A set of the board's banks, by index into fcl_hal_info.banks. */
struct fcl_bank_set {
	uint64_t bits[FCL_BANKS_MAX / 64];
};

/* The banks that the CUs of an instance reach through one argument. */
struct fcl_reach {
	struct fcl_bank_set all; /* banks that every CU reaches */
	struct fcl_bank_set any; /* banks that a CU reaches */
	uint64_t room;           /* bytes of the largest of these; UINT64_MAX: not known */
	bool free;               /* not in the image's connectivity: any bank is allowed */
};

/* A connection of the image; those of an instance's CUs are sorted by CU, argument and index. */
struct fcl_reach_link {
	uint32_t cu, arg, index;
	uint32_t mem, bank; /* in the image's topology; of the board */
};

static inline bool fcl_bank_in(const struct fcl_bank_set *set, uint32_t bank)
{
	return bank < FCL_BANKS_MAX && set->bits[bank / 64] >> bank % 64 & 1;
}

/* Fills in instance->reach and its links from the image's connectivity. -ENOMEM. */
int fcl_reach_fill(struct fcl_kernel_instance *instance, const struct fcl_hal_info *info);

/* Whether one CU of the instance reaches the bank through the argument. */
bool fcl_reach_cu(const struct fcl_kernel_instance *instance, uint32_t cu, uint32_t arg,
		  uint32_t bank);

/*
 * The entry of the image's memory topology in which to allocate a buffer for this argument of this
 * CU: the first one that it is connected to, or FCL_HAL_BANK_DEFAULT if there is none.
 */
uint32_t fcl_reach_first(const struct fcl_kernel_instance *instance, uint32_t cu, uint32_t arg);

/* The connections of this argument of this CU. */
const struct fcl_reach_link *fcl_reach_links(const struct fcl_kernel_instance *instance,
					     uint32_t cu, uint32_t arg, uint32_t *ret_count);

#endif
