/* SPDX-License-Identifier: Apache-2.0 */
/* Recursion here is as deep as the tree, which random priorities keep at a few times log2(n). */
#include "base/tree.h"

/* The n-th number of splitmix64, computed without state. */
static uint64_t tree_draw(uint64_t n)
{
	uint64_t x = n * 0x9e3779b97f4a7c15u;

	x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
	x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
	return x ^ (x >> 31);
}

static void tree_update(const struct fcl_tree *tree, struct fcl_tree_node *node)
{
	if (tree->update)
		tree->update(node);
}

/* All keys in `left` are below all keys in `right`. */
static struct fcl_tree_node *tree_merge(const struct fcl_tree *tree, struct fcl_tree_node *left,
					struct fcl_tree_node *right)
{
	if (!left)
		return right;
	if (!right)
		return left;
	if (left->priority > right->priority) {
		left->right = tree_merge(tree, left->right, right);
		tree_update(tree, left);
		return left;
	}
	right->left = tree_merge(tree, left, right->left);
	tree_update(tree, right);
	return right;
}

/* Nodes below `key` go left, the others right. */
static void tree_split(const struct fcl_tree *tree, struct fcl_tree_node *node, uint64_t key,
		       struct fcl_tree_node **ret_left, struct fcl_tree_node **ret_right)
{
	if (!node) {
		*ret_left = *ret_right = NULL;
	} else if (node->key < key) {
		tree_split(tree, node->right, key, &node->right, ret_right);
		tree_update(tree, node);
		*ret_left = node;
	} else {
		tree_split(tree, node->left, key, ret_left, &node->left);
		tree_update(tree, node);
		*ret_right = node;
	}
}

/* Both return the new root of the subtree at `at`. */
static struct fcl_tree_node *tree_add(const struct fcl_tree *tree, struct fcl_tree_node *at,
				      struct fcl_tree_node *node)
{
	if (!at || at->priority < node->priority) {
		tree_split(tree, at, node->key, &node->left, &node->right);
		at = node;
	} else if (node->key < at->key) {
		at->left = tree_add(tree, at->left, node);
	} else {
		at->right = tree_add(tree, at->right, node);
	}
	tree_update(tree, at);
	return at;
}

static struct fcl_tree_node *tree_cut(const struct fcl_tree *tree, struct fcl_tree_node *at,
				      const struct fcl_tree_node *node)
{
	if (at == node)
		return tree_merge(tree, at->left, at->right);
	if (node->key < at->key)
		at->left = tree_cut(tree, at->left, node);
	else
		at->right = tree_cut(tree, at->right, node);
	tree_update(tree, at);
	return at;
}

static void refresh(const struct fcl_tree *tree, struct fcl_tree_node *at,
		    const struct fcl_tree_node *node)
{
	if (at != node)
		refresh(tree, node->key < at->key ? at->left : at->right, node);
	tree->update(at);
}

void fcl_tree_add(struct fcl_tree *tree, struct fcl_tree_node *node)
{
	node->priority = tree_draw(++tree->added);
	tree->top = tree_add(tree, tree->top, node);
}

void fcl_tree_remove(struct fcl_tree *tree, struct fcl_tree_node *node)
{
	tree->top = tree_cut(tree, tree->top, node);
}

void fcl_tree_changed(struct fcl_tree *tree, struct fcl_tree_node *node)
{
	if (tree->update)
		refresh(tree, tree->top, node);
}

void fcl_tree_clear(struct fcl_tree *tree, void (*release)(struct fcl_tree_node *node))
{
	struct fcl_tree_node *node = tree->top;

	tree->top = NULL;
	while (node) {
		struct fcl_tree_node *next = node->left;

		if (next) { /* rotate until the lowest node is at the top */
			node->left = next->right;
			next->right = node;
		} else {
			next = node->right;
			release(node);
		}
		node = next;
	}
}
