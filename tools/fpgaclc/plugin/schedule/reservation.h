/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_PLUGIN_SCHEDULE_RESERVATION_H
#define FCLC_PLUGIN_SCHEDULE_RESERVATION_H

#include <map>
#include <vector>

#include "tools/fpgaclc/plugin/schedule/graph.h"

namespace fclc
{

/* Which nodes use which resource in which state; of a pipeline, states modulo its II. */
class reservation
{
      public:
	/* `split`: of two ports of a memory, one is for loads and one for stores. */
	reservation(const struct graph &graph, unsigned modulo, bool split = false)
	    : graph(graph), modulo(modulo), split(split)
	{
	}
	bool is_free(unsigned node, int state) const;
	void take(unsigned node, int state);
	void give_back(unsigned node);
	/* Those that keep the node from starting in this state. */
	std::vector<unsigned> users(unsigned node, int state) const;

      private:
	const struct graph &graph;
	unsigned modulo; /* 0: none */
	bool split;
	std::map<std::pair<unsigned, int>, std::vector<unsigned>> taken;

	int slot(int state) const
	{
		return modulo ? state % static_cast<int>(modulo) : state;
	}
	bool is_split(unsigned resource) const
	{
		return split && graph.resources[resource].capacity == 2;
	}
	unsigned capacity_of(unsigned resource) const
	{
		return is_split(resource) ? 1 : graph.resources[resource].capacity;
	}
	unsigned load(unsigned resource, int state, unsigned node) const;
};

} // namespace fclc

#endif
