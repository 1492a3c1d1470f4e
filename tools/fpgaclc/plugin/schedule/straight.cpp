/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/plugin/schedule/straight.h"

#include <algorithm>

#include "tools/fpgaclc/plugin/schedule/reservation.h"
#include "tools/fpgaclc/plugin/schedule/timing_rules.h"

namespace fclc
{

unsigned schedule_straight(graph &graph, double usable)
{
	reservation ports(graph, 0);
	int states = 1;

	for (unsigned number : graph.sorted()) {
		node &node = graph.nodes[number];
		slot slot = earliest(graph, number, 0, usable);

		while (!ports.is_free(number, slot.state)) {
			slot.state++;
			slot.start = std::max(0.0, start_in(graph, number, slot.state, 0, usable));
		}
		node.state = slot.state;
		node.start = slot.start;
		ports.take(number, slot.state);
		states = std::max(states, node.end() + 1);
	}
	return static_cast<unsigned>(states);
}

} // namespace fclc
