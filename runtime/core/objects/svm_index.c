/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/core/objects/svm_index.h"

#include <errno.h>
#include <stddef.h>
#include <stdlib.h>

#include "runtime/core/objects/object.h"

/* A treap: heap-ordered by a hash of the address, so that its shape needs no rebalancing code. */
struct fcl_svm_node {
	struct fcl_svm_node *left, *right;
	uintptr_t start;
	uint64_t size;
	struct fcl_mem *mem;
};

static uint64_t priority(const struct fcl_svm_node *node)
{
	uint64_t x = node->start + 0x9e3779b97f4a7c15u;

	x = (x ^ (x >> 32)) * 0xd6e8feb86659fd93u;
	x = (x ^ (x >> 32)) * 0xd6e8feb86659fd93u;
	return x ^ (x >> 32);
}

/* Nodes below `start` go left, the others right. */
static void split(struct fcl_svm_node *node, uintptr_t start, struct fcl_svm_node **left,
		  struct fcl_svm_node **right)
{
	while (node) {
		if (node->start < start) {
			*left = node;
			left = &node->right;
			node = node->right;
		} else {
			*right = node;
			right = &node->left;
			node = node->left;
		}
	}
	*left = *right = NULL;
}

/* All of `left` lies below all of `right`. */
static void merge(struct fcl_svm_node *left, struct fcl_svm_node *right, struct fcl_svm_node **link)
{
	while (left && right) {
		if (priority(left) > priority(right)) {
			*link = left;
			link = &left->right;
			left = left->right;
		} else {
			*link = right;
			link = &right->left;
			right = right->left;
		}
	}
	*link = left ? left : right;
}

/* Readers come often and all the time: a writer must not wait for a moment without one. */
void fcl_svm_index_init(struct fcl_svm_index *index)
{
	pthread_rwlockattr_t attributes;

	pthread_rwlockattr_init(&attributes);
	pthread_rwlockattr_setkind_np(&attributes, PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP);
	pthread_rwlock_init(&index->lock, &attributes);
	pthread_rwlockattr_destroy(&attributes);
	index->top = NULL;
}

void fcl_svm_index_fini(struct fcl_svm_index *index)
{
	pthread_rwlock_destroy(&index->lock);
}

int fcl_svm_index_add(struct fcl_svm_index *index, uintptr_t start, uint64_t size,
		      struct fcl_mem *mem)
{
	struct fcl_svm_node *node = malloc(sizeof(*node)), **link = &index->top;

	if (!node)
		return -ENOMEM;
	*node = (struct fcl_svm_node){.start = start, .size = size, .mem = mem};
	pthread_rwlock_wrlock(&index->lock);
	while (*link && priority(*link) >= priority(node))
		link = start < (*link)->start ? &(*link)->left : &(*link)->right;
	split(*link, start, &node->left, &node->right);
	*link = node;
	pthread_rwlock_unlock(&index->lock);
	return 0;
}

/* The last node that starts at or before the address. The lock is held. */
static const struct fcl_svm_node *floor_of(const struct fcl_svm_index *index, uintptr_t address)
{
	const struct fcl_svm_node *node = index->top, *best = NULL;

	while (node) {
		if (node->start <= address) {
			best = node;
			node = node->right;
		} else {
			node = node->left;
		}
	}
	return best;
}

struct fcl_mem *fcl_svm_index_find(struct fcl_svm_index *index, uintptr_t address,
				   uintptr_t *ret_start)
{
	const struct fcl_svm_node *node;
	struct fcl_mem *mem = NULL;

	pthread_rwlock_rdlock(&index->lock);
	node = floor_of(index, address);
	if (node && address - node->start < node->size) {
		mem = fcl_object_ref(node->mem);
		*ret_start = node->start;
	}
	pthread_rwlock_unlock(&index->lock);
	return mem;
}

struct fcl_mem *fcl_svm_index_take(struct fcl_svm_index *index, uintptr_t start)
{
	struct fcl_svm_node **link = &index->top, *node;
	struct fcl_mem *mem = NULL;

	pthread_rwlock_wrlock(&index->lock);
	while (*link && (*link)->start != start)
		link = start < (*link)->start ? &(*link)->left : &(*link)->right;
	node = *link;
	if (node) {
		merge(node->left, node->right, link);
		mem = node->mem;
	}
	pthread_rwlock_unlock(&index->lock);
	free(node);
	return mem;
}
