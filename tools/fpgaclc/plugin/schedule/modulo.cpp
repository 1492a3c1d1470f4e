/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/plugin/schedule/modulo.h"

#include <algorithm>
#include <queue>

#include "tools/fpgaclc/plugin/schedule/reservation.h"
#include "tools/fpgaclc/plugin/schedule/timing_rules.h"

namespace fclc
{

/* Attempts for each node and II. */
static constexpr unsigned patience = 12;
static constexpr unsigned most_tries = 64;

/* --- the lowest II ----------------------------------------------------------------------------- */

namespace
{

/* Longest paths with `states - ii * distance` as lengths: a cycle that grows is too fast for its II. */
class recurrences
{
      public:
	explicit recurrences(const struct graph &graph);
	unsigned lowest(std::vector<unsigned> &ret_cycle);

      private:
	const struct graph &graph;
	std::vector<unsigned> order; /* sorted, and only what is in cycles */
	std::vector<bool> inside;

	bool grows(unsigned ii, std::vector<unsigned> &ret_cycle) const;
	void find_cycles();
};

} // namespace

/* Nodes that are on a cycle are left when those without predecessors, or successors, are taken away. */
void recurrences::find_cycles()
{
	std::vector<unsigned> in(graph.nodes.size()), out(graph.nodes.size()), stack;

	inside.assign(graph.nodes.size(), true);
	for (unsigned i = 0; i < graph.nodes.size(); i++) {
		in[i] = static_cast<unsigned>(graph.nodes[i].in.size());
		out[i] = static_cast<unsigned>(graph.nodes[i].out.size());
		if (!in[i] || !out[i])
			stack.push_back(i);
	}
	while (!stack.empty()) {
		unsigned at = stack.back();

		stack.pop_back();
		if (!inside[at])
			continue;
		inside[at] = false;
		for (const edge &edge : graph.nodes[at].out)
			if (inside[edge.to] && !--in[edge.to])
				stack.push_back(edge.to);
		for (const auto &[from, edge] : graph.nodes[at].in)
			if (inside[from] && !--out[from])
				stack.push_back(from);
	}
}

recurrences::recurrences(const struct graph &graph) : graph(graph)
{
	find_cycles();
	for (unsigned node : graph.sorted())
		if (inside[node])
			order.push_back(node);
}

bool recurrences::grows(unsigned ii, std::vector<unsigned> &ret_cycle) const
{
	std::vector<long> length(graph.nodes.size());
	std::vector<int> before(graph.nodes.size(), -1);
	unsigned last = 0;

	/* Sorted by the edges of distance 0, few rounds are enough unless a cycle grows. */
	for (size_t round = 0; round <= order.size() + 1; round++) {
		bool changed = false;

		for (unsigned from : order)
			for (const edge &edge : graph.nodes[from].out) {
				long next = length[from] + states_of(graph, from, edge) -
					    static_cast<long>(ii) * edge.distance;

				if (!inside[edge.to] || next <= length[edge.to])
					continue;
				length[edge.to] = next;
				before[edge.to] = static_cast<int>(from);
				last = edge.to;
				changed = true;
			}
		if (!changed)
			return false;
		if (round < 24 && round < order.size())
			continue;
		/* Back along the path until a node comes twice. */
		std::vector<bool> seen(graph.nodes.size());
		int at = static_cast<int>(last);

		while (at >= 0 && !seen[static_cast<size_t>(at)]) {
			seen[static_cast<size_t>(at)] = true;
			at = before[static_cast<size_t>(at)];
		}
		if (at < 0)
			continue;
		ret_cycle.clear();
		for (int start = at; ret_cycle.empty() || at != start;
		     at = before[static_cast<size_t>(at)])
			ret_cycle.push_back(static_cast<unsigned>(at));
		std::reverse(ret_cycle.begin(), ret_cycle.end());
		return true;
	}
	return true;
}

unsigned recurrences::lowest(std::vector<unsigned> &ret_cycle)
{
	std::vector<unsigned> cycle;
	unsigned low = 1, high = 1;

	if (order.empty())
		return 1;
	while (high < 1u << 20 && grows(high, cycle)) {
		ret_cycle = cycle;
		low = high + 1;
		high *= 2;
	}
	while (low < high) {
		unsigned middle = low + (high - low) / 2;

		if (grows(middle, cycle)) {
			ret_cycle = cycle;
			low = middle + 1;
		} else {
			high = middle;
		}
	}
	return low;
}

unsigned recurrence_ii(const graph &graph, std::vector<unsigned> &ret_cycle)
{
	return recurrences(graph).lowest(ret_cycle);
}

unsigned resource_ii(const graph &graph, int &ret_resource, unsigned &ret_uses)
{
	std::vector<unsigned> uses(graph.resources.size());
	unsigned lowest = 1;

	/* Of branches of which one runs, the first counts. */
	for (size_t i = 0; i < graph.nodes.size(); i++)
		for (const resource_use &use : graph.nodes[i].uses) {
			bool shared = false;

			for (size_t j = 0; j < i && !shared && graph.paths.size() > 1; j++)
				for (const resource_use &other : graph.nodes[j].uses)
					shared |= other.resource == use.resource &&
						  graph.are_exclusive(graph.nodes[i],
								      graph.nodes[j]);
			uses[use.resource] += shared ? 0 : use.count;
		}
	for (unsigned i = 0; i < uses.size(); i++) {
		unsigned capacity = graph.resources[i].capacity;
		unsigned needed = (uses[i] + capacity - 1) / capacity;

		if (needed <= lowest)
			continue;
		lowest = needed;
		ret_resource = static_cast<int>(i);
		ret_uses = uses[i];
	}
	for (const node &node : graph.nodes)
		lowest = std::max(lowest, node.interval);
	return lowest;
}

/* --- without ports ----------------------------------------------------------------------------- */

/* Rounds after which places that still move never come to rest. */
static constexpr unsigned most_rounds = 48;

/*
 * The first state that each node can start in if there were ports enough, delays in states included.
 * Returns false if a recurrence is too slow for this II.
 */
static bool settle(graph &graph, double usable, unsigned ii, const std::vector<unsigned> &order)
{
	for (node &node : graph.nodes)
		node.state = -1;
	for (unsigned round = 0; round < most_rounds; round++) {
		bool moved = false;

		for (unsigned number : order) {
			node &node = graph.nodes[number];
			slot slot = earliest(graph, number, ii, usable);
			bool later = slot.state > node.state ||
				     (slot.state == node.state && slot.start > node.start + 1e-9);

			if (!later)
				continue;
			node.state = slot.state;
			node.start = slot.start;
			moved = true;
		}
		if (!moved)
			return true;
	}
	return false;
}

/* The lowest II from `lowest` on at which all recurrences hold; 0: none. */
static unsigned settled_ii(graph &graph, double usable, unsigned lowest)
{
	std::vector<unsigned> order = graph.sorted();
	unsigned high = lowest, low = lowest;

	while (!settle(graph, usable, high, order)) {
		if (high > 1u << 16)
			return 0;
		low = high + 1;
		high = high * 2;
	}
	while (low < high) {
		unsigned middle = low + (high - low) / 2;

		if (settle(graph, usable, middle, order))
			high = middle;
		else
			low = middle + 1;
	}
	return settle(graph, usable, low, order) ? low : 0;
}

/* --- placing ----------------------------------------------------------------------------------- */

namespace
{

class placer
{
      public:
	placer(struct graph &graph, double usable, unsigned ii, bool split)
	    : graph(graph), usable(usable), ii(ii), ports(graph, ii, split)
	{
	}
	bool place_all();

      private:
	struct graph &graph;
	double usable;
	unsigned ii;
	reservation ports;
	std::vector<long> height;
	std::vector<unsigned> rank;
	std::vector<int> last;  /* the state of the last attempt */
	std::vector<int> floor; /* the first that is possible */

	void measure();
	void place(unsigned node);
	void remove(unsigned node);
	void remove_broken(unsigned node);
};

} // namespace

/* How many states are at least behind each node. */
void placer::measure()
{
	std::vector<unsigned> order = graph.sorted();

	height.assign(graph.nodes.size(), 0);
	rank.assign(graph.nodes.size(), 0);
	for (size_t i = 0; i < order.size(); i++)
		rank[order[i]] = static_cast<unsigned>(i);
	for (unsigned round = 0; round < 8; round++) {
		bool changed = false;

		for (size_t i = order.size(); i-- > 0;)
			for (const edge &edge : graph.nodes[order[i]].out) {
				long next = height[edge.to] + states_of(graph, order[i], edge) -
					    static_cast<long>(ii) * edge.distance;

				changed |= next > height[order[i]];
				height[order[i]] = std::max(height[order[i]], next);
			}
		if (!changed)
			break;
	}
}

void placer::remove(unsigned number)
{
	if (graph.nodes[number].state < 0)
		return;
	ports.give_back(number);
	graph.nodes[number].state = -1;
}

/* Nodes that this one's new place is too late for. */
void placer::remove_broken(unsigned number)
{
	for (const edge &edge : graph.nodes[number].out) {
		node &next = graph.nodes[edge.to];

		if (next.state < 0 || edge.to == number)
			continue;
		double start = start_in(graph, edge.to, next.state, ii, usable);

		if (start < 0) {
			remove(edge.to);
		} else if (start > next.start) {
			next.start = start;
			remove_broken(edge.to);
		}
	}
}

void placer::place(unsigned number)
{
	node &node = graph.nodes[number];
	slot first = earliest(graph, number, ii, usable);

	if (first.state < floor[number])
		first = {floor[number],
			 std::max(0.0, start_in(graph, number, floor[number], ii, usable))};
	int state = first.state, end = first.state + static_cast<int>(ii);
	double start = first.start;

	for (; state < end; state++) {
		start = start_in(graph, number, state, ii, usable);
		if (start >= 0 && ports.is_free(number, state))
			break;
	}
	if (state == end) {
		state = std::max(first.state, last[number] + 1);
		start = std::max(0.0, start_in(graph, number, state, ii, usable));
		for (unsigned other : ports.users(number, state))
			remove(other);
	}
	node.state = last[number] = state;
	node.start = start;
	ports.take(number, state);
	remove_broken(number);
}

bool placer::place_all()
{
	auto later = [&](unsigned a, unsigned b) {
		return height[a] != height[b] ? height[a] < height[b] : rank[a] > rank[b];
	};
	size_t budget = graph.nodes.size() * patience + 64;

	measure();
	last.assign(graph.nodes.size(), -1);
	if (!settle(graph, usable, ii, graph.sorted()))
		return false;
	for (node &node : graph.nodes) {
		floor.push_back(node.state);
		node.state = -1;
	}
	std::priority_queue<unsigned, std::vector<unsigned>, decltype(later)> queue(later);

	for (unsigned i = 0; i < graph.nodes.size(); i++)
		queue.push(i);
	while (!queue.empty() && budget--) {
		unsigned number = queue.top();

		queue.pop();
		if (graph.nodes[number].state >= 0)
			continue;
		place(number);
		if (!queue.empty())
			continue;
		for (unsigned i = 0; i < graph.nodes.size(); i++)
			if (graph.nodes[i].state < 0)
				queue.push(i);
	}
	return queue.empty();
}

/* Whether all that the edges ask for holds, times in states included. */
static bool holds(const graph &graph, unsigned ii, double usable)
{
	for (unsigned i = 0; i < graph.nodes.size(); i++)
		if (graph.nodes[i].state < 0 ||
		    start_in(graph, i, graph.nodes[i].state, ii, usable) < 0)
			return false;
	return true;
}

/* Whether loads and stores can have a port each of some memory with two. */
static bool can_split(const graph &graph, unsigned ii)
{
	for (unsigned i = 0; i < graph.resources.size(); i++) {
		unsigned loads = 0, stores = 0;

		if (graph.resources[i].capacity != 2)
			continue;
		for (const node &node : graph.nodes)
			for (const resource_use &use : node.uses)
				if (use.resource == i)
					(node.what.op == "store" ? stores : loads) += use.count;
		if (loads && stores && loads <= ii && stores <= ii)
			return true;
	}
	return false;
}

static bool place_in(graph &graph, double usable, unsigned ii, bool split)
{
	return placer(graph, usable, ii, split).place_all() && holds(graph, ii, usable);
}

pipeline schedule_pipeline(graph &graph, double usable, unsigned asked)
{
	pipeline found;
	unsigned by_cycle = recurrence_ii(graph, found.cycle);
	unsigned by_ports = resource_ii(graph, found.resource, found.uses);
	unsigned lowest = std::max({asked, by_cycle, by_ports, 1u});
	unsigned settled = settled_ii(graph, usable, lowest);

	if (!settled)
		return found;
	if (settled > lowest)
		found.resource = -1;
	lowest = settled;
	if (by_ports == lowest || lowest <= asked)
		found.cycle.clear();
	if (by_ports < lowest || by_ports <= asked)
		found.resource = -1;
	for (unsigned ii = lowest; ii < lowest + most_tries; ii += 1 + (ii - lowest) / 8) {
		if (!place_in(graph, usable, ii, false) &&
		    !(can_split(graph, ii) && place_in(graph, usable, ii, true)))
			continue;
		found.ii = ii;
		for (const node &node : graph.nodes)
			found.depth = std::max(found.depth, static_cast<unsigned>(node.end() + 1));
		return found;
	}
	return found;
}

} // namespace fclc
