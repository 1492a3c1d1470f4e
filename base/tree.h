/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_BASE_TREE_H
#define FCL_BASE_TREE_H

#include <stddef.h>
#include <stdint.h>

/*
 * A balanced tree of nodes embedded in their owners' structs, sorted by a number, usually an
 * address. All operations take O(log n), and none allocates memory. The caller locks.
 *
 * It is a treap: sorted by `key`, heap-ordered by a random priority, so it needs no rebalancing
 * code. The priorities come from a counter, so the same calls give the same shape.
 */
struct fcl_tree_node {
	struct fcl_tree_node *left, *right;
	uint64_t key; /* set before fcl_tree_add(); unique in the tree */
	uint64_t priority;
};

/* With `update` NULL, zeroed is a valid empty tree. */
struct fcl_tree {
	struct fcl_tree_node *top;
	uint64_t added; /* nodes added so far; seeds the priorities */
	/*
	 * NULL, or computes a summary of the subtree at a node (such as its largest size) from the
	 * node and its two children, which are up to date.
	 */
	void (*update)(struct fcl_tree_node *node);
};

void fcl_tree_add(struct fcl_tree *tree, struct fcl_tree_node *node);
void fcl_tree_remove(struct fcl_tree *tree, struct fcl_tree_node *node);

/*
 * Updates the tree after the owner has changed what `update` reads, or the key of a node in the
 * tree. A new key must keep the node between its neighbours.
 */
void fcl_tree_changed(struct fcl_tree *tree, struct fcl_tree_node *node);

/* Empties the tree; calls `release` once for each node, in the order of the keys. */
void fcl_tree_clear(struct fcl_tree *tree, void (*release)(struct fcl_tree_node *node));

/* Returns the node with the highest key up to `key`; NULL if there is none. */
static inline struct fcl_tree_node *fcl_tree_floor(const struct fcl_tree *tree, uint64_t key)
{
	struct fcl_tree_node *node = tree->top, *best = NULL;

	while (node) {
		if (node->key <= key) {
			best = node;
			node = node->right;
		} else {
			node = node->left;
		}
	}
	return best;
}

/* Returns the node with the lowest key from `key` on; NULL if there is none. */
static inline struct fcl_tree_node *fcl_tree_ceiling(const struct fcl_tree *tree, uint64_t key)
{
	struct fcl_tree_node *node = tree->top, *best = NULL;

	while (node) {
		if (node->key >= key) {
			best = node;
			node = node->left;
		} else {
			node = node->right;
		}
	}
	return best;
}

/* Returns the node with exactly that key, or NULL. */
static inline struct fcl_tree_node *fcl_tree_find(const struct fcl_tree *tree, uint64_t key)
{
	struct fcl_tree_node *node = fcl_tree_floor(tree, key);

	return node && node->key == key ? node : NULL;
}

#endif
