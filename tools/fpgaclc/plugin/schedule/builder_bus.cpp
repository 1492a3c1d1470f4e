/* SPDX-License-Identifier: Apache-2.0 */

/* The part of graph_builder for memory outside of the circuit: requests, bursts, responses. */

#include <llvm/Analysis/ScalarEvolutionExpressions.h>

#include "tools/fpgaclc/plugin/schedule/builder.h"
#include "tools/fpgaclc/plugin/schedule/shape.h"

using namespace llvm;

namespace fclc
{

static edge data_edge(unsigned to)
{
	edge edge;

	edge.to = to;
	return edge;
}

/* Of the arguments in one bundle, which share its channels. */
int graph_builder::first_on_bus(int memory) const
{
	const std::vector<array> &all = context.memories.all();

	for (size_t i = 0; i < all.size(); i++)
		if (all[i].bus == all[static_cast<size_t>(memory)].bus)
			return static_cast<int>(i);
	return memory;
}

/* Requests and responses take the port's latency more than without one. */
unsigned graph_builder::add_bus_node(const Instruction &instruction, const char *op, int memory)
{
	const array &array = context.memories.all()[static_cast<size_t>(memory)];
	std::string name = op;
	node node;

	node.instruction = &instruction;
	node.block = instruction.getParent();
	node.what.op = name;
	node.what.bits = static_cast<unsigned>(array.element * 8);
	node.memory = memory;
	set_timing(node);
	/* Nothing is chained with a bus's registers. */
	node.delay = context.options.clock.usable();
	if (name == "m_axi_readreq" || name == "m_axi_writeresp")
		node.latency += array.bus_latency ? array.bus_latency - 1 : 0;
	if (name == "m_axi_read" || name == "m_axi_write") {
		node.uses.push_back({port_of(first_on_bus(memory), 0,
					     name == "m_axi_write" ? port_kind::stream_in
								   : port_kind::stream_out),
				     1});
	}
	return graph.add(node);
}

/* Loads, or stores, of the argument in the region. */
unsigned graph_builder::accesses_like(const access &access) const
{
	unsigned count = 0;

	for (const item &item : region.items)
		if (item.block)
			for (const Instruction &instruction : *item.block) {
				struct access other = context.memories.access_of(instruction);

				count += other.array == access.array && other.array >= 0 &&
					 other.store == access.store;
			}
	return count;
}

/* One behind the other in each iteration, and in none of them left out. */
bool graph_builder::is_burst(const Instruction &instruction, const access &access) const
{
	const auto *recurrence = dyn_cast_or_null<SCEVAddRecExpr>(access.offset);
	const BasicBlock *latch = region.inner ? region.inner->getLoopLatch() : nullptr;

	if (!region.outer || !recurrence || recurrence->getLoop() != region.inner || !latch ||
	    !context.dominators.dominates(instruction.getParent(), latch))
		return false;
	const auto *step = dyn_cast<SCEVConstant>(recurrence->getOperand(1));

	return step && step->getAPInt() == access.bytes * accesses_like(access);
}

unsigned graph_builder::add_bus_access(const Instruction &instruction, const access &access)
{
	bool burst = is_burst(instruction, access);
	unsigned first = 0, last;

	if (!burst)
		first = add_bus_node(instruction, access.store ? "m_axi_writereq" : "m_axi_readreq",
				     access.array);
	last = add_bus_node(instruction, access.store ? "m_axi_write" : "m_axi_read", access.array);
	if (!burst)
		graph.connect(first, data_edge(last));
	accesses.push_back({last, access, false});
	if (!burst && access.store)
		graph.connect(last, data_edge(add_bus_node(instruction, "m_axi_writeresp",
							   access.array)));
	if (burst) {
		bool known = false;

		for (const struct burst &old : found_bursts)
			known |= old.memory == access.array && old.write == access.store;
		if (!known)
			found_bursts.push_back({access.array, access.store, place_of(instruction)});
	}
	return last;
}

/* A request before the loop; of writes, a response behind it. */
void graph_builder::add_bursts(const item &item, unsigned loop)
{
	const Instruction &at = *item.loop->getHeader()->begin();

	for (const burst &burst : item.bursts) {
		unsigned request = add_bus_node(
			at, burst.write ? "m_axi_writereq" : "m_axi_readreq", burst.memory);

		graph.nodes[request].instruction = nullptr;
		graph.connect(request, data_edge(loop));
		if (!burst.write)
			continue;
		unsigned response = add_bus_node(at, "m_axi_writeresp", burst.memory);

		graph.nodes[response].instruction = nullptr;
		graph.connect(loop, data_edge(response));
	}
}

} // namespace fclc
