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
	reservation(const struct graph &graph, unsigned modulo) : graph(graph), modulo(modulo)
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
	std::map<std::pair<unsigned, int>, std::vector<unsigned>> taken;

	int slot(int state) const
	{
		return modulo ? state % static_cast<int>(modulo) : state;
	}
	unsigned load(unsigned resource, int state, unsigned node) const;
};

} // namespace fclc

#endif
