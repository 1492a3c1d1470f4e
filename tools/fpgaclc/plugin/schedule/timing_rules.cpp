/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/plugin/schedule/timing_rules.h"

#include <algorithm>

namespace fclc
{

/*
 * What a loop carries is in a register for the next iteration. An operator of several states takes it
 * in the state in which it is there.
 */
static int carried_states(const node &from, const node &to)
{
	int latency = static_cast<int>(from.latency);

	if (from.what.is_free && !from.latency)
		return 0;
	return to.latency ? latency : latency + 1;
}

int states_of(const graph &graph, unsigned from, const edge &edge)
{
	switch (edge.kind) {
	case edge_kind::order:
		return edge.states;
	case edge_kind::carried:
		return carried_states(graph.nodes[from], graph.nodes[edge.to]);
	default:
		return static_cast<int>(graph.nodes[from].latency);
	}
}

double start_in(const graph &graph, unsigned number, int state, unsigned ii, double usable)
{
	const node &node = graph.nodes[number];
	double start = 0;

	for (const auto &[from, edge] : node.in) {
		const struct node &before = graph.nodes[from];
		int least = before.state + states_of(graph, from, edge) -
			    static_cast<int>(ii * edge.distance);

		if (before.state < 0)
			continue;
		if (least > state)
			return -1;
		if (edge.kind == edge_kind::data && least == state)
			start = std::max(start, before.end_ns());
	}
	if (start > 0 && start + node.delay > usable + 1e-9)
		return -1;
	return start;
}

slot earliest(const graph &graph, unsigned number, unsigned ii, double usable)
{
	slot found;

	for (const auto &[from, edge] : graph.nodes[number].in) {
		const node &before = graph.nodes[from];

		if (before.state >= 0)
			found.state = std::max(found.state,
					       before.state + states_of(graph, from, edge) -
						       static_cast<int>(ii * edge.distance));
	}
	for (int more = 0; more < 2; more++, found.state++) {
		found.start = start_in(graph, number, found.state, ii, usable);
		if (found.start >= 0)
			return found;
	}
	found.start = 0;
	return found;
}

} // namespace fclc
