/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/plugin/schedule/reservation.h"

#include <algorithm>

namespace fclc
{

static unsigned count_of(const node &node, unsigned resource)
{
	for (const resource_use &use : node.uses)
		if (use.resource == resource)
			return use.count;
	return 0;
}

/* What is used beside the node. Branches of which one runs share. */
unsigned reservation::load(unsigned resource, int state, unsigned node) const
{
	auto found = taken.find({resource, slot(state)});
	unsigned sum = 0;

	if (found == taken.end())
		return 0;
	for (unsigned other : found->second) {
		const struct node &used = graph.nodes[other];

		if (is_split(resource) &&
		    (used.what.op == "store") != (graph.nodes[node].what.op == "store"))
			continue;
		/* Only in one and the same iteration is it known that one of them does not run. */
		if (other != node &&
		    !(used.state == state && graph.are_exclusive(used, graph.nodes[node])))
			sum += count_of(used, resource);
	}
	return sum;
}

bool reservation::is_free(unsigned node, int state) const
{
	for (const resource_use &use : graph.nodes[node].uses) {
		unsigned capacity = capacity_of(use.resource);

		if (load(use.resource, state, node) + std::min(use.count, capacity) > capacity)
			return false;
	}
	return true;
}

void reservation::take(unsigned node, int state)
{
	for (const resource_use &use : graph.nodes[node].uses)
		taken[{use.resource, slot(state)}].push_back(node);
}

void reservation::give_back(unsigned node)
{
	for (const resource_use &use : graph.nodes[node].uses) {
		auto found = taken.find({use.resource, slot(graph.nodes[node].state)});

		if (found == taken.end())
			continue;
		auto &list = found->second;

		list.erase(std::remove(list.begin(), list.end(), node), list.end());
	}
}

std::vector<unsigned> reservation::users(unsigned node, int state) const
{
	std::vector<unsigned> found;

	for (const resource_use &use : graph.nodes[node].uses) {
		auto slot_users = taken.find({use.resource, slot(state)});

		if (slot_users == taken.end() ||
		    load(use.resource, state, node) +
				    std::min(use.count, capacity_of(use.resource)) <=
			    capacity_of(use.resource))
			continue;
		found.insert(found.end(), slot_users->second.begin(), slot_users->second.end());
	}
	return found;
}

} // namespace fclc
