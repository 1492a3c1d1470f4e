/* SPDX-License-Identifier: Apache-2.0 */

/* What a schedule says of a function, besides its figures: operations, memories, ports, streams. */

#include "tools/fpgaclc/plugin/schedule/composer.h"

#include <cmath>

#include <llvm/Analysis/ValueTracking.h>

#include "tools/fpgaclc/plugin/marks/marks.h"
#include "tools/fpgaclc/plugin/schedule/shape.h"
#include "tools/fpgaclc/plugin/schedule/streams.h"

using namespace llvm;

namespace fclc
{

/* Operators of a pipeline are shared by what starts in different states of its II. */
void composer::keep_resources(const graph &graph, unsigned interval)
{
	std::map<std::pair<std::string, unsigned>, std::vector<const node *>> kinds;

	for (const node &node : graph.nodes)
		kinds[{node.what.op + node.what.type, node.what.bits}].push_back(&node);
	for (const auto &[kind, nodes] : kinds) {
		double copies = std::ceil(static_cast<double>(nodes.size()) / interval);

		/* Small operators are not worth the multiplexers. */
		if (nodes[0]->latency == 0)
			copies = static_cast<double>(nodes.size());
		result.dsp += nodes[0]->dsp * copies;
		result.lut += nodes[0]->lut * copies;
		result.ff += nodes[0]->ff * copies;
	}
}

/* One in a structure has no number: it is not a variable. */
int composer::number_of_stream(int memory)
{
	auto found = stream_numbers.find(memory);

	if (memory < 0 || found != stream_numbers.end())
		return memory < 0 ? -1 : found->second;
	if (plan.unknown.empty())
		plan.unknown = "a stream is in a structure";
	return -1;
}

void composer::keep(const graph &graph, int loop, unsigned interval)
{
	unsigned first = static_cast<unsigned>(result.operations.size());

	for (const node &node : graph.nodes) {
		scheduled_operation made;

		made.op = node.what.op;
		made.type = node.what.type;
		made.bits = node.what.bits;
		made.loop = loop;
		made.state = static_cast<unsigned>(std::max(0, node.state));
		made.stages = node.latency + 1;
		made.start_ns = node.start;
		made.delay_ns = node.delay;
		made.memory = node.memory;
		made.stream = number_of_stream(node.stream);
		made.port = node.memory >= 0
				    ? context.memories.all()[static_cast<size_t>(node.memory)].bus
				    : "";
		made.sure = node.sure;
		for (const auto &[from, edge] : node.in)
			if (edge.kind == edge_kind::data)
				made.operands.push_back(first + from);
		if (node.instruction)
			made.at = place_of(*node.instruction);
		result.operations.push_back(made);
		result.clock_ns = std::max(result.clock_ns, node.end_ns());
		if (node.what.op != "call")
			continue;
		scheduled_call call;
		const Function *callee = cast<CallBase>(node.instruction)->getCalledFunction();

		call.callee = callee ? callee->getName().str() : "";
		call.loop = loop;
		call.state = made.state;
		call.latency = node.inside;
		call.at = made.at;
		result.calls.push_back(call);
	}
	keep_resources(graph, interval);
}

/* Two elements, unless the source says otherwise; one from outside has none here. */
void composer::keep_stream(const array &array, const scheduled_memory &memory)
{
	scheduled_stream made;
	marked mark = find_mark(marks_of(*array.base), "STREAM");

	made.name = memory.name;
	made.argument = memory.argument;
	made.depth = memory.argument >= 0 ? 0 : mark ? mark.number("depth", 2) : 2;
	for (const BasicBlock &block : context.function)
		for (const Instruction &instruction : block) {
			const auto *call = dyn_cast<CallInst>(&instruction);
			stream_access what = stream_accessed(instruction);

			if (!call || what == stream_access::none || what == stream_access::ask ||
			    getUnderlyingObject(call->getArgOperand(0), 0) != array.base)
				continue;
			made.bits =
				what == stream_access::read
					? call->getType()->getIntegerBitWidth()
					: call->getArgOperand(1)->getType()->getIntegerBitWidth();
		}
	made.at = memory.at;
	if (memory.argument < 0)
		plan.streams.push_back({array.base, made.name,
					static_cast<unsigned long>(std::max(1L, made.depth))});
	if (isa<GlobalVariable>(array.base) && plan.unknown.empty())
		plan.unknown = "a stream is a static variable";
	stream_numbers[static_cast<int>(result.memories.size() - 1)] =
		static_cast<int>(result.streams.size());
	result.streams.push_back(made);
}

void composer::keep_ports()
{
	for (const array &array : context.memories.all()) {
		scheduled_port made;
		scheduled_port *port = nullptr;

		if (array.bus.empty())
			continue;
		for (scheduled_port &old : result.ports)
			port = old.name == array.bus ? &old : port;
		if (!port) {
			made.name = array.bus;
			made.mode = "m_axi";
			made.latency = array.bus_latency;
			result.ports.push_back(made);
			port = &result.ports.back();
		}
		port->bits = std::max(port->bits, static_cast<unsigned>(array.element * 8));
		port->arguments.push_back(static_cast<int>(cast<Argument>(array.base)->getArgNo()));
	}
}

/* Bursts, and requests that are none. */
void composer::keep_bus_accesses(const graph &graph, const std::vector<burst> &bursts,
				 const figure &trips, int loop)
{
	auto add = [&](int memory, scheduled_burst made) {
		const array &array = context.memories.all()[static_cast<size_t>(memory)];

		made.loop = loop;
		made.bits = static_cast<unsigned>(array.element * 8);
		made.argument = static_cast<int>(cast<Argument>(array.base)->getArgNo());
		for (scheduled_port &port : result.ports)
			if (port.name == array.bus)
				port.accesses.push_back(made);
	};

	for (const burst &burst : bursts) {
		scheduled_burst made;

		made.write = burst.write;
		made.burst = true;
		made.length = trips;
		made.at = burst.at;
		add(burst.memory, made);
	}
	for (const node &node : graph.nodes) {
		scheduled_burst made;

		if (node.memory < 0 || !node.instruction ||
		    (node.what.op != "m_axi_readreq" && node.what.op != "m_axi_writereq"))
			continue;
		made.write = node.what.op == "m_axi_writereq";
		made.why =
			loop < 0 ? "it is in no loop"
				 : "its addresses are not consecutive, or it is behind a condition";
		made.at = place_of(*node.instruction);
		add(node.memory, made);
	}
}

void composer::keep_memories()
{
	for (const array &array : context.memories.all()) {
		scheduled_memory made;
		const auto *argument = dyn_cast<Argument>(array.base);

		made.name = array.name;
		made.kind = array.kind;
		made.argument = argument ? static_cast<int>(argument->getArgNo()) : -1;
		made.words = 1;
		for (uint64_t count : array.counts)
			made.words = saturating_mul(made.words, count);
		made.bits = static_cast<unsigned>(array.element * 8);
		made.banks = static_cast<unsigned>(std::min<uint64_t>(array.banks(), UINT32_MAX));
		made.ports = array.ports;
		if (!array.cuts.empty()) {
			made.partition = array.cuts.back().type;
			made.factor = static_cast<long>(array.cuts.back().factor);
			made.dim = array.cuts.back().dim;
		}
		made.at = array.at;
		result.memories.push_back(made);
		/* The code that runs writes all of it before any of it is read. */
		if (array.is_fifo() && plan.unknown.empty())
			plan.unknown = "an array is a stream";
		if (array.is_stream())
			keep_stream(array, made);
	}
}

} // namespace fclc
