/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/core/objects/svm_index.h"

#include <errno.h>
#include <stdlib.h>

#include "base/thread.h"
#include "runtime/core/objects/object.h"

struct allocation {
	struct fcl_tree_node node; /* must be first; its key is the start */
	uint64_t size;
	struct fcl_mem *mem;
};

void fcl_svm_index_init(struct fcl_svm_index *index)
{
	fcl_rwlock_init(&index->lock);
	index->tree = (struct fcl_tree){0};
	atomic_init(&index->changes, 0);
}

void fcl_svm_index_fini(struct fcl_svm_index *index)
{
	pthread_rwlock_destroy(&index->lock);
}

int fcl_svm_index_add(struct fcl_svm_index *index, uintptr_t start, uint64_t size,
		      struct fcl_mem *mem)
{
	struct allocation *added = malloc(sizeof(*added));

	if (!added)
		return -ENOMEM;
	*added = (struct allocation){.node.key = start, .size = size, .mem = mem};
	pthread_rwlock_wrlock(&index->lock);
	fcl_tree_add(&index->tree, &added->node);
	atomic_fetch_add(&index->changes, 1);
	pthread_rwlock_unlock(&index->lock);
	return 0;
}

struct fcl_mem *fcl_svm_index_find(struct fcl_svm_index *index, uintptr_t address,
				   uintptr_t *ret_start)
{
	const struct allocation *found;
	struct fcl_mem *mem = NULL;

	pthread_rwlock_rdlock(&index->lock);
	found = (const struct allocation *)fcl_tree_floor(&index->tree, address);
	if (found && address - found->node.key < found->size) {
		mem = fcl_object_ref(found->mem);
		*ret_start = found->node.key;
	}
	pthread_rwlock_unlock(&index->lock);
	return mem;
}

struct fcl_mem *fcl_svm_index_take(struct fcl_svm_index *index, uintptr_t start)
{
	struct allocation *taken;
	struct fcl_mem *mem = NULL;

	pthread_rwlock_wrlock(&index->lock);
	taken = (struct allocation *)fcl_tree_find(&index->tree, start);
	if (taken) {
		fcl_tree_remove(&index->tree, &taken->node);
		atomic_fetch_add(&index->changes, 1);
		mem = taken->mem;
	}
	pthread_rwlock_unlock(&index->lock);
	free(taken);
	return mem;
}

void fcl_svm_index_visit(struct fcl_svm_index *index,
			 void (*visit)(struct fcl_mem *mem, void *data), void *data)
{
	struct fcl_tree_node *node;

	pthread_rwlock_rdlock(&index->lock);
	for (node = fcl_tree_ceiling(&index->tree, 0); node;
	     node = fcl_tree_ceiling(&index->tree, node->key + 1))
		visit(((struct allocation *)node)->mem, data);
	pthread_rwlock_unlock(&index->lock);
}
