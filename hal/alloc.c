/* SPDX-License-Identifier: Apache-2.0 */
#include "hal/alloc.h"

#include <errno.h>
#include <stddef.h>
#include <stdlib.h>

struct range {
	struct fcl_tree_node node; /* must be first; its key is the offset */
	uint64_t size;
	uint64_t largest; /* largest size in this subtree */
};

static struct range *alloc_range_of(struct fcl_tree_node *node)
{
	return (struct range *)node;
}

static uint64_t alloc_largest_of(const struct fcl_tree_node *node)
{
	return node ? ((const struct range *)node)->largest : 0;
}

static void alloc_update(struct fcl_tree_node *node)
{
	struct range *range = alloc_range_of(node);

	range->largest = range->size;
	if (alloc_largest_of(node->left) > range->largest)
		range->largest = alloc_largest_of(node->left);
	if (alloc_largest_of(node->right) > range->largest)
		range->largest = alloc_largest_of(node->right);
}

static bool add_range(struct fcl_hal_alloc *alloc, uint64_t offset, uint64_t size)
{
	struct range *range = malloc(sizeof(*range));

	if (!range)
		return false;
	*range = (struct range){.node.key = offset, .size = size};
	fcl_tree_add(&alloc->ranges, &range->node);
	return true;
}

static void remove_range(struct fcl_hal_alloc *alloc, struct range *range)
{
	fcl_tree_remove(&alloc->ranges, &range->node);
	free(range);
}

int fcl_hal_alloc_init(struct fcl_hal_alloc *alloc, uint64_t offset, uint64_t size)
{
	alloc->ranges = (struct fcl_tree){.update = alloc_update};
	alloc->free = 0;
	return fcl_hal_alloc_give(alloc, offset, size) ? 0 : -ENOMEM;
}

static void free_range(struct fcl_tree_node *node)
{
	free(alloc_range_of(node));
}

void fcl_hal_alloc_fini(struct fcl_hal_alloc *alloc)
{
	fcl_tree_clear(&alloc->ranges, free_range);
}

/* The tree must contain a range that is large enough. */
static struct range *first_fit(struct fcl_tree_node *node, uint64_t size)
{
	for (;;) {
		if (alloc_largest_of(node->left) >= size)
			node = node->left;
		else if (alloc_range_of(node)->size >= size)
			return alloc_range_of(node);
		else
			node = node->right;
	}
}

int fcl_hal_alloc_take(struct fcl_hal_alloc *alloc, uint64_t size, uint64_t *ret_offset)
{
	struct range *range;

	if (!size || alloc_largest_of(alloc->ranges.top) < size)
		return -ENOMEM;
	range = first_fit(alloc->ranges.top, size);
	*ret_offset = range->node.key;
	alloc->free -= size;
	if (range->size == size) {
		remove_range(alloc, range);
		return 0;
	}
	range->node.key += size;
	range->size -= size;
	fcl_tree_changed(&alloc->ranges, &range->node);
	return 0;
}

bool fcl_hal_alloc_give(struct fcl_hal_alloc *alloc, uint64_t offset, uint64_t size)
{
	struct range *below = alloc_range_of(fcl_tree_floor(&alloc->ranges, offset));
	struct range *above = alloc_range_of(fcl_tree_ceiling(&alloc->ranges, offset));
	bool joins_below = below && below->node.key + below->size == offset;
	bool joins_above = above && above->node.key == offset + size;

	if (joins_below) {
		below->size += size;
		if (joins_above) {
			below->size += above->size;
			remove_range(alloc, above);
		}
		fcl_tree_changed(&alloc->ranges, &below->node);
	} else if (joins_above) {
		above->node.key = offset;
		above->size += size;
		fcl_tree_changed(&alloc->ranges, &above->node);
	} else if (!add_range(alloc, offset, size)) {
		return false;
	}
	alloc->free += size;
	return true;
}

uint64_t fcl_hal_alloc_largest(const struct fcl_hal_alloc *alloc)
{
	return alloc_largest_of(alloc->ranges.top);
}
