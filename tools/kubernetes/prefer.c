/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/kubernetes/prefer.h"

struct node {
	unsigned chosen,
		open; /* number of its boards that are chosen; number of those that are not */
};

static struct node prefer_look_at(const struct fcl_kube_choice *choices, unsigned count, int numa)
{
	struct node node = {0, 0};

	for (unsigned i = 0; i < count; i++) {
		if (choices[i].numa != numa)
			continue;
		node.chosen += choices[i].chosen;
		node.open += !choices[i].chosen;
	}
	return node;
}

/* Whether to take boards from node `a` rather than `b` if `left` more are needed. */
static bool is_better(struct node a, struct node b, unsigned left)
{
	if (!a.chosen != !b.chosen)
		return a.chosen != 0;
	if ((a.open >= left) != (b.open >= left))
		return a.open >= left;
	return a.open >= left ? a.open < b.open : a.open > b.open;
}

void fcl_kube_prefer(struct fcl_kube_choice *choices, unsigned count, unsigned size)
{
	unsigned chosen = 0;

	for (unsigned i = 0; i < count; i++)
		chosen += choices[i].chosen;
	while (chosen < size && chosen < count) {
		struct fcl_kube_choice *best = 0;
		struct node best_node = {0, 0};

		for (unsigned i = 0; i < count; i++) {
			struct node node = prefer_look_at(choices, count, choices[i].numa);

			if (choices[i].chosen)
				continue;
			if (!best || is_better(node, best_node, size - chosen)) {
				best = &choices[i];
				best_node = node;
			}
		}
		best->chosen = true;
		chosen++;
	}
}
