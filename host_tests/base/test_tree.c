/* SPDX-License-Identifier: Apache-2.0 */
/* The tree, compared with an array that records which keys are in it. */
#include "host_tests/base/unit_test.h"

#include "base/tree.h"

enum { KEYS = 300, STEPS = 40000, MANY = 100000 };

struct item {
	struct fcl_tree_node node; /* first */
	uint32_t weight, heaviest; /* its own; the maximum of it and all nodes below */
	bool there;
};

static uint32_t heaviest_of(const struct fcl_tree_node *node)
{
	return node ? ((const struct item *)node)->heaviest : 0;
}

static void update(struct fcl_tree_node *node)
{
	struct item *item = (struct item *)node;

	item->heaviest = item->weight;
	if (heaviest_of(node->left) > item->heaviest)
		item->heaviest = heaviest_of(node->left);
	if (heaviest_of(node->right) > item->heaviest)
		item->heaviest = heaviest_of(node->right);
}

/*
 * Checks that nodes are sorted, that their priorities form a heap, and that each knows the maximum
 * weight below it.
 */
static uint32_t check_subtree(const struct fcl_tree_node *node, uint64_t low, uint64_t high)
{
	const struct item *item = (const struct item *)node;
	uint32_t heaviest, count;

	if (!node)
		return 0;
	assert_true(item->there);
	assert_true(node->key >= low && node->key <= high);
	assert_true(!node->left || node->left->priority <= node->priority);
	assert_true(!node->right || node->right->priority <= node->priority);
	heaviest = item->weight;
	count = 1;
	if (node->left)
		count += check_subtree(node->left, low, node->key - 1);
	if (node->right)
		count += check_subtree(node->right, node->key + 1, high);
	if (heaviest_of(node->left) > heaviest)
		heaviest = heaviest_of(node->left);
	if (heaviest_of(node->right) > heaviest)
		heaviest = heaviest_of(node->right);
	assert_int_equal(item->heaviest, heaviest);
	return count;
}

/* Checks floor, ceiling and find for a key. Keys of items are 10 apart, starting at 10. */
static void check_queries(const struct fcl_tree *tree, struct item *items, uint64_t key)
{
	struct fcl_tree_node *floor = NULL, *ceiling = NULL, *find = NULL;

	for (uint32_t i = 0; i < KEYS; i++) {
		struct fcl_tree_node *node = &items[i].node;

		if (!items[i].there)
			continue;
		if (node->key <= key)
			floor = node;
		if (node->key >= key && !ceiling)
			ceiling = node;
		if (node->key == key)
			find = node;
	}
	assert_ptr_equal(fcl_tree_floor(tree, key), floor);
	assert_ptr_equal(fcl_tree_ceiling(tree, key), ceiling);
	assert_ptr_equal(fcl_tree_find(tree, key), find);
}

/* Adds or removes the item, or changes its weight and moves its key a little. */
static void step(struct fcl_tree *tree, struct item *item, uint64_t key, uint32_t *random)
{
	if (!item->there) {
		item->node.key = key;
		item->weight = item->heaviest = next_number(random);
		item->there = true;
		fcl_tree_add(tree, &item->node);
	} else if (next_number(random) % 2) {
		fcl_tree_remove(tree, &item->node);
		item->there = false;
	} else {
		item->node.key = key + next_number(random) % 10;
		item->weight = next_number(random);
		fcl_tree_changed(tree, &item->node);
	}
}

static void against_a_model(void **state)
{
	struct fcl_tree tree = {.update = update};
	static struct item items[KEYS];
	uint32_t random = 11, count;

	(void)state;
	for (int i = 0; i < STEPS; i++) {
		uint32_t which = next_number(&random) % KEYS;

		step(&tree, &items[which], ((uint64_t)which + 1) * 10, &random);
		check_queries(&tree, items, next_number(&random) % (KEYS * 10 + 30));
		if (i % 100)
			continue;
		count = 0;
		for (uint32_t j = 0; j < KEYS; j++)
			count += items[j].there;
		assert_int_equal(check_subtree(tree.top, 0, UINT64_MAX), count);
	}
}

static uint32_t depth_of(const struct fcl_tree_node *node)
{
	uint32_t left, right;

	if (!node)
		return 0;
	left = depth_of(node->left);
	right = depth_of(node->right);
	return 1 + (left > right ? left : right);
}

static uint64_t last_key;
static uint32_t released;

static void release(struct fcl_tree_node *node)
{
	assert_true(node->key > last_key);
	last_key = node->key;
	released++;
	memset(node, 0xff, sizeof(*node)); /* the tree must not access it any more */
}

/*
 * Ascending keys, as addresses often are, give a balanced tree; 200 is five times the usual depth.
 */
static void very_many(void **state)
{
	struct fcl_tree_node *nodes = calloc(MANY, sizeof(*nodes));
	struct fcl_tree tree = {0};

	(void)state;
	assert_non_null(nodes);
	for (uint32_t i = 0; i < MANY; i++) {
		nodes[i].key = ((uint64_t)i + 1) << 32;
		fcl_tree_add(&tree, &nodes[i]);
	}
	assert_true(depth_of(tree.top) < 200);
	for (uint32_t i = 0; i < MANY; i += 2)
		fcl_tree_remove(&tree, &nodes[i]);
	assert_ptr_equal(fcl_tree_find(&tree, (uint64_t)2 << 32), &nodes[1]);
	assert_null(fcl_tree_find(&tree, (uint64_t)1 << 32));
	fcl_tree_clear(&tree, release);
	assert_int_equal(released, MANY / 2);
	assert_null(tree.top);
	fcl_tree_clear(&tree, release);
	assert_int_equal(released, MANY / 2);
	free(nodes);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(against_a_model),
		cmocka_unit_test(very_many),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
