/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_PLUGIN_CHECKS_GRAPH_H
#define FCLC_PLUGIN_CHECKS_GRAPH_H

#include <vector>

#include <clang/Basic/SourceLocation.h>
#include <llvm/ADT/MapVector.h>

#include "tools/fpgaclc/plugin/checks/library.h"

namespace fclc
{

struct call_edge {
	const clang::FunctionDecl *callee; /* the definition, if there is one */
	clang::SourceLocation location;
	bool is_call; /* otherwise only named */
};

struct graph_node {
	owner whose;
	std::vector<call_edge> edges;
};

/* All functions that may run when the given ones do, and what they call; those first. */
using call_graph = llvm::MapVector<const clang::FunctionDecl *, graph_node>;

call_graph make_graph(const clang::ASTContext &context,
		      const std::vector<const clang::FunctionDecl *> &roots);

/* A call that completes a cycle; the path is from its callee to its caller. */
struct call_cycle {
	const clang::FunctionDecl *caller;
	call_edge edge;
	std::vector<const clang::FunctionDecl *> path;
};

std::vector<call_cycle> find_cycles(const call_graph &graph);

/* What a function of the library does, itself or by what it calls. */
class library_effects
{
      public:
	library_effects(const call_graph &graph, const std::vector<call_cycle> &cycles);
	effect of(const clang::FunctionDecl &function);

      private:
	const call_graph &graph;
	llvm::DenseMap<const clang::FunctionDecl *, effect> known;
};

} // namespace fclc

#endif
