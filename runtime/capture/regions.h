/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CAPTURE_REGIONS_H
#define FCL_CAPTURE_REGIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/capture/contents.h"

/* What is known of memory that the program writes to and reads without a call. */

enum fcl_region_kind {
	FCL_REGION_HOST_PTR, /* `owner`: a memory object with CL_MEM_USE_HOST_PTR */
	FCL_REGION_MAPPING,  /* `owner`: a mapped memory object */
	FCL_REGION_LENT, /* `owner`: a host pipe; `flags`: how many bytes are not mapped any more */
	FCL_REGION_SVM,  /* an allocation of shared virtual memory */
	FCL_REGION_SVM_MAP,  /* a mapping of it */
	FCL_REGION_ARGUMENT, /* `owner`: a kernel; `flags`: the position; in shared virtual memory */
};

struct fcl_region {
	enum fcl_region_kind kind;
	uint64_t owner; /* a handle, or 0 */
	uint64_t flags; /* of the mapping or of the allocation */
	struct fcl_box box;
	bool busy; /* of an allocation: a command that uses it may not have ended */
};

void fcl_region_add(const struct fcl_region *region);

/*
 * Finds the latest region of that kind, owner, and address; a `NULL` address is any. With `remove`,
 * it is forgotten.
 */
bool fcl_region_find(enum fcl_region_kind kind, uint64_t owner, const void *at, bool remove,
		     struct fcl_region *ret_region);

/* Forgets all regions of that kind and owner. */
void fcl_region_drop(enum fcl_region_kind kind, uint64_t owner);

/* Whether the address is in an allocation of shared virtual memory. */
bool fcl_region_is_svm(const void *at);

/* Calls use() for each fine-grained allocation. */
void fcl_region_each_fine(void (*use)(const struct fcl_region *region, void *user), void *user);

/* The kernel's argument at that position is this address from now on. */
void fcl_region_argument(uint64_t kernel, uint64_t position, const void *at);

/* The allocation with that address, those of the kernel's arguments, or with neither all are busy. */
void fcl_region_use(uint64_t kernel, const void *at);
/* None is. */
void fcl_region_idle(void);

#endif
