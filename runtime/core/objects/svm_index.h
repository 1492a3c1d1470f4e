/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CORE_SVM_INDEX_H
#define FCL_CORE_SVM_INDEX_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#include "base/tree.h"

struct fcl_mem;

/*
 * The SVM allocations of a context, by address. Every SVM argument needs a lookup, so lookups take
 * O(log n) and run concurrently.
 */
struct fcl_svm_index {
	pthread_rwlock_t lock; /* guards the tree; lookups take the reference before unlocking */
	struct fcl_tree tree;
	_Atomic uint64_t changes; /* allocations added and removed so far */
};

void fcl_svm_index_init(struct fcl_svm_index *index);
void fcl_svm_index_fini(struct fcl_svm_index *index);

/* Adds [start, start + size), which overlaps no other entry. -ENOMEM. */
int fcl_svm_index_add(struct fcl_svm_index *index, uintptr_t start, uint64_t size,
		      struct fcl_mem *mem);

/* Returns the allocation that contains the address, with a reference, and its start; or NULL. */
struct fcl_mem *fcl_svm_index_find(struct fcl_svm_index *index, uintptr_t address,
				   uintptr_t *ret_start);

/* Removes and returns the allocation that starts at the address, or NULL. */
struct fcl_mem *fcl_svm_index_take(struct fcl_svm_index *index, uintptr_t start);

/* Calls `visit` for each allocation in address order, with the lock held for reading. */
void fcl_svm_index_visit(struct fcl_svm_index *index,
			 void (*visit)(struct fcl_mem *mem, void *data), void *data);

#endif
