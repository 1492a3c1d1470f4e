/* SPDX-License-Identifier: Apache-2.0 */
#include "emulator/alloc.h"

#include <errno.h>
#include <stddef.h>
#include <stdlib.h>

/* A treap: heap-ordered by a hash of the address, so that its shape needs no rebalancing code. */
struct fcl_emu_range {
	struct fcl_emu_range *left, *right;
	uint64_t offset, size;
	uint64_t largest; /* of the sizes in this subtree */
};

static uint64_t priority(const struct fcl_emu_range *node)
{
	uint64_t x = node->offset + 0x9e3779b97f4a7c15u;

	x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
	x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
	return x ^ (x >> 31);
}

static uint64_t largest_of(const struct fcl_emu_range *node)
{
	return node ? node->largest : 0;
}

static void update(struct fcl_emu_range *node)
{
	node->largest = node->size;
	if (largest_of(node->left) > node->largest)
		node->largest = largest_of(node->left);
	if (largest_of(node->right) > node->largest)
		node->largest = largest_of(node->right);
}

/* All of `left` lies below all of `right`. */
static struct fcl_emu_range *merge(struct fcl_emu_range *left, struct fcl_emu_range *right)
{
	if (!left)
		return right;
	if (!right)
		return left;
	if (priority(left) > priority(right)) {
		left->right = merge(left->right, right);
		update(left);
		return left;
	}
	right->left = merge(left, right->left);
	update(right);
	return right;
}

/* Ranges that start below `offset` go left, the others right. */
static void split(struct fcl_emu_range *node, uint64_t offset, struct fcl_emu_range **ret_left,
		  struct fcl_emu_range **ret_right)
{
	if (!node) {
		*ret_left = *ret_right = NULL;
	} else if (node->offset < offset) {
		split(node->right, offset, &node->right, ret_right);
		update(node);
		*ret_left = node;
	} else {
		split(node->left, offset, ret_left, &node->left);
		update(node);
		*ret_right = node;
	}
}

static struct fcl_emu_range *take_first(struct fcl_emu_range **root)
{
	struct fcl_emu_range *node = *root, *first;

	if (!node)
		return NULL;
	if (!node->left) {
		*root = node->right;
		return node;
	}
	first = take_first(&node->left);
	update(node);
	return first;
}

static struct fcl_emu_range *take_last(struct fcl_emu_range **root)
{
	struct fcl_emu_range *node = *root, *last;

	if (!node)
		return NULL;
	if (!node->right) {
		*root = node->left;
		return node;
	}
	last = take_last(&node->right);
	update(node);
	return last;
}

int fcl_emu_alloc_init(struct fcl_emu_alloc *alloc, uint64_t offset, uint64_t size)
{
	alloc->root = NULL;
	alloc->free = 0;
	return fcl_emu_alloc_give(alloc, offset, size) ? 0 : -ENOMEM;
}

static void free_tree(struct fcl_emu_range *node)
{
	if (!node)
		return;
	free_tree(node->left);
	free_tree(node->right);
	free(node);
}

void fcl_emu_alloc_fini(struct fcl_emu_alloc *alloc)
{
	free_tree(alloc->root);
	alloc->root = NULL;
}

static uint64_t first_fit(const struct fcl_emu_range *node, uint64_t size)
{
	for (;;) {
		if (largest_of(node->left) >= size)
			node = node->left;
		else if (node->size >= size)
			return node->offset;
		else
			node = node->right;
	}
}

int fcl_emu_alloc_take(struct fcl_emu_alloc *alloc, uint64_t size, uint64_t *ret_offset)
{
	struct fcl_emu_range *below, *above, *node;
	uint64_t offset;

	if (!size || largest_of(alloc->root) < size)
		return -ENOMEM;
	offset = first_fit(alloc->root, size);
	split(alloc->root, offset, &below, &above);
	node = take_first(&above);
	node->offset += size;
	node->size -= size;
	node->left = node->right = NULL;
	update(node);
	if (node->size)
		above = merge(node, above);
	else
		free(node);
	alloc->root = merge(below, above);
	alloc->free -= size;
	*ret_offset = offset;
	return 0;
}

bool fcl_emu_alloc_give(struct fcl_emu_alloc *alloc, uint64_t offset, uint64_t size)
{
	struct fcl_emu_range *below, *above, *last, *next, *node = malloc(sizeof(*node));

	if (!node)
		return false;
	*node = (struct fcl_emu_range){.offset = offset, .size = size};
	split(alloc->root, offset, &below, &above);
	last = take_last(&below);
	next = take_first(&above);
	if (last && last->offset + last->size == offset) {
		node->offset = last->offset;
		node->size += last->size;
		free(last);
	} else if (last) {
		last->left = last->right = NULL;
		update(last);
		below = merge(below, last);
	}
	if (next && next->offset == offset + size) {
		node->size += next->size;
		free(next);
	} else if (next) {
		next->left = next->right = NULL;
		update(next);
		above = merge(next, above);
	}
	update(node);
	alloc->root = merge(merge(below, node), above);
	alloc->free += size;
	return true;
}

uint64_t fcl_emu_alloc_largest(const struct fcl_emu_alloc *alloc)
{
	return largest_of(alloc->root);
}
