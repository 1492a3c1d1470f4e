/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/plugin/schedule/reasons.h"

#include <algorithm>

#include "tools/fpgaclc/plugin/schedule/shape.h"

namespace fclc
{

static std::string number_of(unsigned number, const char *what)
{
	return std::to_string(number) + " " + what + (number == 1 ? "" : "s");
}

/* "'a'", or of those that share a bus "'a', 'b' and 'c'". */
static std::string names_of(const graph &graph, unsigned resource, const arrays &memories)
{
	std::vector<int> used;
	std::string names;

	for (const node &node : graph.nodes)
		for (const resource_use &use : node.uses)
			if (use.resource == resource && node.memory >= 0 &&
			    std::find(used.begin(), used.end(), node.memory) == used.end())
				used.push_back(node.memory);
	for (size_t i = 0; i < used.size(); i++)
		names += (!i                    ? "'"
			  : i + 1 < used.size() ? ", '"
						: " and '") +
			 memories.all()[static_cast<size_t>(used[i])].name + "'";
	return names.empty() ? "'" + graph.resources[resource].what + "'" : names;
}

static limit by_resource(const graph &graph, const pipeline &pipeline, const arrays &memories)
{
	const resource &resource = graph.resources[static_cast<size_t>(pipeline.resource)];
	unsigned reads = 0, writes = 0;
	limit limit;

	for (const node &node : graph.nodes)
		for (const resource_use &use : node.uses) {
			if (use.resource != static_cast<unsigned>(pipeline.resource))
				continue;
			(node.what.op == "store" || node.what.op.find("write") != std::string::npos
				 ? writes
				 : reads) += use.count;
			if (!limit.at.line && node.instruction)
				limit.at = place_of(*node.instruction);
		}
	limit.kind = "ports";
	limit.text = reads ? number_of(reads, "read") : "";
	if (writes)
		limit.text += (reads ? " and " : "") + number_of(writes, "write");
	limit.text += " of " + names_of(graph, static_cast<unsigned>(pipeline.resource), memories) +
		      " an iteration, " + number_of(resource.capacity, "port");
	if (resource.memory >= 0 &&
	    !memories.all()[static_cast<size_t>(resource.memory)].bus.empty())
		limit.text += " of the bundle '" +
			      memories.all()[static_cast<size_t>(resource.memory)].bus + "'";
	if (resource.memory >= 0) {
		const array &array = memories.all()[static_cast<size_t>(resource.memory)];

		if (array.is_stream() || !array.bus.empty())
			return limit;
		limit.text += array.cuts.empty() ? ": partition it by "
						 : " a bank: partition it by ";
		limit.text += std::to_string(array.banks() * pipeline.ii);
	}
	return limit;
}

static const char *verb_of(const std::string &op)
{
	if (op == "fadd" || op == "add")
		return "adds";
	if (op == "fsub" || op == "sub")
		return "subtracts";
	if (op == "fmul" || op == "mul")
		return "multiplies";
	if (op == "fdiv" || op == "udiv" || op == "sdiv")
		return "divides";
	return nullptr;
}

static limit by_cycle(const graph &graph, const pipeline &pipeline)
{
	const node *longest = nullptr;
	bool memory = false;
	limit limit;

	for (unsigned number : pipeline.cycle) {
		const node &node = graph.nodes[number];

		if (node.instruction && (!longest || node.latency > longest->latency))
			longest = &node;
		memory |= node.memory >= 0 && node.what.op == "store";
	}
	limit.kind = "recurrence";
	if (!longest)
		return limit;
	const char *verb = verb_of(longest->what.op);
	std::string type = longest->what.type == "int" ? "an integer" : "a " + longest->what.type;

	limit.at = place_of(*longest->instruction);
	limit.text = "each iteration needs a result of the one before";
	limit.text += memory ? ", through memory, " : ", ";
	limit.text += verb ? "and " + std::string(verb) + " " + type
			   : "of an operator '" + longest->what.op + "'";
	limit.text += ", " + number_of(longest->latency + 1, "state");
	return limit;
}

limit reason_of(const graph &graph, const pipeline &pipeline, const arrays &memories)
{
	limit limit;

	if (pipeline.resource >= 0)
		return by_resource(graph, pipeline, memories);
	if (!pipeline.cycle.empty())
		return by_cycle(graph, pipeline);
	return limit;
}

} // namespace fclc
