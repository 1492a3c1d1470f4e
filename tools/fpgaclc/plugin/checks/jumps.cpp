/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/plugin/checks/jumps.h"

#include <algorithm>
#include <vector>

#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>
#include <llvm/ADT/DenseMap.h>

#include "tools/fpgaclc/plugin/checks/rules.h"
#include "tools/fpgaclc/plugin/pragmas/spot.h"

using namespace clang;

namespace fclc
{

namespace
{

struct places {
	std::vector<const Stmt *> loops; /* around what is looked at, the outermost first */
	llvm::DenseMap<const LabelDecl *, std::vector<const Stmt *>> labels;
	std::vector<std::pair<const GotoStmt *, std::vector<const Stmt *>>> jumps;
	void look_at(const Stmt *statement);
};

} // namespace

void places::look_at(const Stmt *statement)
{
	bool loop = statement && body_of_loop(statement);

	if (!statement || isa<Expr>(statement))
		return;
	if (const auto *label = dyn_cast<LabelStmt>(statement))
		labels[label->getDecl()] = loops;
	if (const auto *jump = dyn_cast<GotoStmt>(statement))
		jumps.emplace_back(jump, loops);
	if (loop)
		loops.push_back(statement);
	for (const Stmt *child : statement->children())
		look_at(child);
	if (loop)
		loops.pop_back();
}

void check_jumps(const FunctionDecl &function)
{
	places places;

	places.look_at(function.getBody());
	for (const auto &[jump, from] : places.jumps) {
		const std::vector<const Stmt *> &to = places.labels[jump->getLabel()];

		if (to.size() > from.size() || !std::equal(to.begin(), to.end(), from.begin()))
			report_rule(rule::jump, jump->getGotoLoc(),
				    "'goto " + jump->getLabel()->getNameAsString() +
					    "' enters a loop elsewhere than at its begin");
	}
}

} // namespace fclc
