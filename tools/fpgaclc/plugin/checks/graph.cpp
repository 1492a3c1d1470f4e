/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/plugin/checks/graph.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclCXX.h>
#include <llvm/ADT/DenseSet.h>

#include "tools/fpgaclc/plugin/checks/code.h"

using namespace clang;

namespace fclc
{

namespace
{

class collector : public code_visitor
{
      public:
	explicit collector(graph_node &node) : node(node)
	{
	}
	void call(const FunctionDecl &function, SourceLocation location) override
	{
		add(function, location, true);
	}
	void reference(const FunctionDecl &function) override
	{
		add(function, function.getLocation(), false);
	}

      private:
	graph_node &node;

	void add(const FunctionDecl &function, SourceLocation location, bool is_call)
	{
		const FunctionDecl *definition = function.getDefinition();

		node.edges.push_back({definition ? definition : &function, location, is_call});
	}
};

} // namespace

/* What prints does not count, and neither does what ends the program after an error. */
static bool is_followed(const FunctionDecl &function, owner whose)
{
	return function.hasBody() && !function.isDependentContext() &&
	       (whose == owner::user || !(function.isNoReturn() || only_prints(function)));
}

call_graph make_graph(const ASTContext &context, const std::vector<const FunctionDecl *> &roots)
{
	std::vector<const FunctionDecl *> waiting(roots.rbegin(), roots.rend());
	call_graph graph;

	while (!waiting.empty()) {
		const FunctionDecl *function = waiting.back();
		owner whose = owner_of(context, function->getLocation());
		graph_node node{whose, {}};
		collector collector(node);

		waiting.pop_back();
		if (graph.count(function))
			continue;
		if (is_followed(*function, whose))
			visit_code(context, *function, collector);
		for (const call_edge &edge : node.edges)
			waiting.push_back(edge.callee);
		graph.insert({function, std::move(node)});
	}
	return graph;
}

/* --- cycles ----------------------------------------------------------------------------------- */

namespace
{

class cycle_finder
{
      public:
	explicit cycle_finder(const call_graph &graph) : graph(graph)
	{
	}
	void start(const FunctionDecl *root);
	std::vector<call_cycle> cycles;

      private:
	const call_graph &graph;
	std::vector<std::pair<const graph_node *, size_t>> stack; /* and the edges followed */
	std::vector<const FunctionDecl *> path;
	llvm::DenseSet<const FunctionDecl *> seen;

	void enter(const FunctionDecl *function);
	void follow(const call_edge &edge);
};

} // namespace

void cycle_finder::enter(const FunctionDecl *function)
{
	auto node = graph.find(function);

	if (node == graph.end() || !seen.insert(function).second)
		return;
	path.push_back(function);
	stack.emplace_back(&node->second, 0);
}

void cycle_finder::follow(const call_edge &edge)
{
	auto begin = std::find(path.begin(), path.end(), edge.callee);

	if (begin == path.end())
		enter(edge.callee);
	else if (edge.is_call)
		cycles.push_back({path.back(), edge, {begin, path.end()}});
}

void cycle_finder::start(const FunctionDecl *root)
{
	enter(root);
	while (!stack.empty()) {
		auto &[node, next] = stack.back();

		if (next < node->edges.size()) {
			follow(node->edges[next++]);
		} else {
			stack.pop_back();
			path.pop_back();
		}
	}
}

std::vector<call_cycle> find_cycles(const call_graph &graph)
{
	cycle_finder finder(graph);

	for (const auto &[function, node] : graph)
		finder.start(function);
	return std::move(finder.cycles);
}

/* --- the library ------------------------------------------------------------------------------ */

library_effects::library_effects(const call_graph &graph, const std::vector<call_cycle> &cycles)
    : graph(graph)
{
	for (const call_cycle &cycle : cycles) {
		auto caller = graph.find(cycle.caller);

		if (caller->second.whose == owner::library)
			known[cycle.caller] = effect::recurses;
	}
}

effect library_effects::of(const FunctionDecl &function)
{
	auto node = graph.find(&function);
	auto [at, is_new] = known.try_emplace(&function, effect::none);
	effect found = effect_of(function);

	if (!is_new)
		return at->second;
	if (node != graph.end() && node->second.whose == owner::library)
		for (const call_edge &edge : node->second.edges) {
			auto callee = graph.find(edge.callee);

			if (found != effect::none)
				break;
			if (callee != graph.end() && callee->second.whose == owner::library)
				found = of(*edge.callee);
		}
	return known[&function] = found;
}

} // namespace fclc
