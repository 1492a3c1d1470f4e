/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/plugin/schedule/graph.h"

namespace fclc
{

unsigned graph::add(const node &node)
{
	nodes.push_back(node);
	return static_cast<unsigned>(nodes.size() - 1);
}

void graph::connect(unsigned from, const edge &edge)
{
	if (from == edge.to && !edge.distance)
		return;
	for (const struct edge &old : nodes[from].out)
		if (old.to == edge.to && old.kind == edge.kind && old.distance == edge.distance &&
		    old.states >= edge.states)
			return;
	nodes[from].out.push_back(edge);
	nodes[edge.to].in.emplace_back(from, edge);
}

std::vector<unsigned> graph::sorted() const
{
	std::vector<unsigned> waiting(nodes.size()), order;

	order.reserve(nodes.size());
	for (const node &node : nodes)
		for (const edge &edge : node.out)
			waiting[edge.to] += !edge.distance;
	for (unsigned i = 0; i < nodes.size(); i++)
		if (!waiting[i])
			order.push_back(i);
	for (size_t i = 0; i < order.size(); i++)
		for (const edge &edge : nodes[order[i]].out)
			if (!edge.distance && !--waiting[edge.to])
				order.push_back(edge.to);
	return order;
}

bool graph::are_exclusive(const node &a, const node &b) const
{
	auto from_a = paths.find(a.block), from_b = paths.find(b.block);

	if (a.block == b.block || from_a == paths.end() || from_b == paths.end())
		return false;
	return !from_a->second.count(b.block) && !from_b->second.count(a.block);
}

} // namespace fclc
