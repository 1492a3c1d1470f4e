/* SPDX-License-Identifier: Apache-2.0 */

/* The part of graph_builder for units that several operations share. */

#include "tools/fpgaclc/plugin/marks/marks.h"
#include "tools/fpgaclc/plugin/schedule/builder.h"
#include "tools/fpgaclc/plugin/schedule/shape.h"

using namespace llvm;

namespace fclc
{

/* Operands that a DSP multiplies, and the sum in it: of the smallest that families have. */
static constexpr unsigned most_multiplied = 25, most_by = 18, most_summed = 48;

/* What computes it, behind wires that nothing else uses; -1: something else does. */
int graph_builder::made_by(unsigned node) const
{
	while (graph.nodes[node].what.is_free && graph.nodes[node].in.size() == 1 &&
	       graph.nodes[node].out.size() == 1)
		node = graph.nodes[node].in[0].first;
	return graph.nodes[node].out.size() == 1 ? static_cast<int>(node) : -1;
}

static bool fits_dsp(const operation &product)
{
	return product.op == "mul" && product.type == "int" && product.times == 1 &&
	       product.bits <= most_multiplied && product.other_bits <= most_by;
}

/*
 * A product that only a sum needs is in one DSP with it, which has all of its registers, however slow the
 * clock is (reports of 2021.1 and later: [3/3], [2/3], [1/3] of the product with [2/2] of the sum, [1/2]).
 */
void graph_builder::join_products()
{
	operator_query query;

	query.op = "mac";
	query.bits = most_by;
	operator_timing timing = timing_of(context.options.part, context.options.clock, query);

	if (!context.options.pipeline_loops || timing.sure == sureness::unknown ||
	    timing.stages < 2)
		return;
	for (node &sum : graph.nodes) {
		bool sums = sum.instruction && isa<BinaryOperator>(sum.instruction) &&
			    (sum.what.op == "add" || sum.what.op == "sub") &&
			    sum.what.bits <= most_summed;

		for (size_t i = 0; sums && i < sum.in.size(); i++) {
			int product = sum.in[i].second.kind == edge_kind::data
					      ? made_by(sum.in[i].first)
					      : -1;

			if (product < 0 ||
			    !fits_dsp(graph.nodes[static_cast<size_t>(product)].what))
				continue;
			node &factor = graph.nodes[static_cast<size_t>(product)];

			factor.latency = timing.stages - 1;
			factor.delay = 0;
			factor.dsp = 0;
			sum.latency = 1;
			sum.delay = timing.delay_ns;
			sum.dsp = timing.dsp;
			break;
		}
	}
}

/* A product in an address that changes here is in a DSP with the sum behind it, like others. */
void graph_builder::multiply_address(node &node) const
{
	const auto *address = dyn_cast<GetElementPtrInst>(node.instruction);
	const auto *index = address ? dyn_cast_or_null<Instruction>(multiplied_index(*address))
				    : nullptr;

	if (!index || !contains(index->getParent()) || !context.options.pipeline_loops)
		return;
	node.what = operation();
	node.what.op = "mac";
	node.what.bits = most_by;
}

/* Of floats in double precision, ALLOCATION's names begin with d. */
static std::string instance_of(const node &node)
{
	std::string op = node.what.op;

	if (node.what.type == "double" && op[0] == 'f')
		op[0] = 'd';
	return op;
}

static bool is_limited(const node &node, const marked &mark)
{
	const auto *call = dyn_cast_or_null<CallInst>(node.instruction);
	const Function *callee = call && node.what.op == "call" ? call->getCalledFunction()
								: nullptr;

	if (mark.word("type") == "function")
		return callee && function_named(*callee) == mark.word("instances");
	return !callee && instance_of(node) == mark.word("instances");
}

/* ALLOCATION: so many instances of an operator or function in a function (UG1399). */
void graph_builder::limit_units()
{
	for (const marked &mark : marks_of(context.function)) {
		long limit = mark.number("limit", 0);
		unsigned unit = static_cast<unsigned>(graph.resources.size());

		if (mark.name() != "ALLOCATION" || limit <= 0)
			continue;
		graph.resources.push_back({"units of '" + mark.word("instances").str() + "'",
					   static_cast<unsigned>(limit), -1});
		for (node &node : graph.nodes)
			if (is_limited(node, mark))
				node.uses.push_back({unit, 1});
	}
}

} // namespace fclc
