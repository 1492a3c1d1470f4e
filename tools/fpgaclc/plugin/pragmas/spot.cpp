/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/plugin/pragmas/spot.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclFriend.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/StmtCXX.h>
#include <clang/Basic/SourceManager.h>
#include <llvm/ADT/DenseSet.h>

#include "tools/fpgaclc/common/pragma_table.h"

using namespace clang;

namespace fclc
{

/* Without what stands in the place of pragmas before it (effects.cpp). */
static const Stmt *without_calls(const Stmt *statement)
{
	const auto *branch = dyn_cast_or_null<IfStmt>(statement);

	while (branch && branch->getElse() && branch->getIfLoc() == branch->getElseLoc()) {
		statement = branch->getElse();
		branch = dyn_cast<IfStmt>(statement);
	}
	return statement;
}

const Stmt *body_of_loop(const Stmt *statement)
{
	if (const auto *loop = dyn_cast<ForStmt>(statement))
		return without_calls(loop->getBody());
	if (const auto *loop = dyn_cast<WhileStmt>(statement))
		return without_calls(loop->getBody());
	if (const auto *loop = dyn_cast<DoStmt>(statement))
		return without_calls(loop->getBody());
	if (const auto *loop = dyn_cast<CXXForRangeStmt>(statement))
		return without_calls(loop->getBody());
	return nullptr;
}

namespace
{

class finder
{
      public:
	finder(ASTContext &context, const std::vector<SourceLocation> &locations);
	std::vector<spot> spots;
	void look_in(const DeclContext &context);

      private:
	const SourceManager &sources;
	llvm::DenseSet<FileID> files; /* those with a location, and those that include them */

	bool before(SourceLocation a, SourceLocation b) const
	{
		return sources.isBeforeInTranslationUnit(a, b);
	}
	bool contains(SourceRange range, SourceLocation location) const
	{
		return range.isValid() && !before(location, range.getBegin()) &&
		       !before(range.getEnd(), location);
	}
	void look_at(const Decl &declaration);
	void look_in_function(const FunctionDecl &function);
	void look_in_body(const FunctionDecl &function, const Stmt &body, spot &spot);
	const Stmt *child_around(const Stmt &statement, SourceLocation location) const;
	void place(spot &spot) const;
	void find_next(const CompoundStmt &block, spot &spot) const;
};

} // namespace

finder::finder(ASTContext &context, const std::vector<SourceLocation> &locations)
    : sources(context.getSourceManager())
{
	for (SourceLocation location : locations) {
		SourceLocation at = sources.getExpansionLoc(location);

		spots.emplace_back();
		spots.back().location = location;
		while (at.isValid() && files.insert(sources.getFileID(at)).second)
			at = sources.getIncludeLoc(sources.getFileID(at));
	}
}

/* --- declarations ----------------------------------------------------------------------------- */

void finder::look_in(const DeclContext &context)
{
	for (const Decl *declaration : context.decls())
		look_at(*declaration);
}

static bool is_implicit(const Decl &declaration)
{
	const auto *special = dyn_cast<ClassTemplateSpecializationDecl>(&declaration);

	return declaration.isImplicit() || (special && !special->isExplicitSpecialization() &&
					    !isa<ClassTemplatePartialSpecializationDecl>(special));
}

void finder::look_at(const Decl &declaration)
{
	SourceRange range = declaration.getSourceRange();
	SourceLocation begin = range.getBegin();

	if (begin.isInvalid() || is_implicit(declaration) ||
	    !files.count(sources.getFileID(sources.getExpansionLoc(begin))))
		return;
	auto first = std::lower_bound(
		spots.begin(), spots.end(), begin,
		[&](const spot &spot, SourceLocation at) { return before(spot.location, at); });
	if (first == spots.end() || !contains(range, first->location))
		return;
	if (const auto *pattern = dyn_cast<TemplateDecl>(&declaration)) {
		if (pattern->getTemplatedDecl())
			look_at(*pattern->getTemplatedDecl());
	} else if (const auto *friends = dyn_cast<FriendDecl>(&declaration)) {
		if (friends->getFriendDecl())
			look_at(*friends->getFriendDecl());
	} else if (const auto *function = dyn_cast<FunctionDecl>(&declaration)) {
		look_in_function(*function);
	} else if (const auto *inner = dyn_cast<DeclContext>(&declaration)) {
		look_in(*inner);
	}
}

/* --- statements ------------------------------------------------------------------------------- */

void finder::look_in_function(const FunctionDecl &function)
{
	const Stmt *body = function.doesThisDeclarationHaveABody() ? function.getBody() : nullptr;

	for (spot &spot : spots)
		if (body && spot.functions.empty() &&
		    contains(body->getSourceRange(), spot.location)) {
			look_in_body(function, *body, spot);
			place(spot);
		}
}

/* Not the statement that was put in the place of a pragma (effects.cpp). */
const Stmt *finder::child_around(const Stmt &statement, SourceLocation location) const
{
	const Stmt *body = body_of_loop(&statement);

	if (body && contains(body->getSourceRange(), location))
		return body;
	for (const Stmt *child : statement.children())
		if (child && child == without_calls(child) && child->getBeginLoc() != location &&
		    contains(child->getSourceRange(), location))
			return child;
	return nullptr;
}

/* A method of a class that is local to the function. */
static const FunctionDecl *method_around(const DeclStmt &statement, const SourceManager &sources,
					 SourceLocation location)
{
	for (const Decl *declaration : statement.decls()) {
		const auto *record = dyn_cast<CXXRecordDecl>(declaration);

		if (!record)
			continue;
		for (const CXXMethodDecl *method : record->methods()) {
			const Stmt *body = method->getBody();

			if (body && !method->isImplicit() &&
			    !sources.isBeforeInTranslationUnit(location, body->getBeginLoc()) &&
			    !sources.isBeforeInTranslationUnit(body->getEndLoc(), location))
				return method;
		}
	}
	return nullptr;
}

void finder::look_in_body(const FunctionDecl &function, const Stmt &body, spot &spot)
{
	const Stmt *at = &body;

	spot.functions.push_back(&function);
	while (at) {
		spot.path.push_back(at);
		if (const auto *lambda = dyn_cast<LambdaExpr>(at)) {
			at = lambda->getBody();
			if (!contains(at->getSourceRange(), spot.location))
				return;
			spot.functions.push_back(lambda->getCallOperator());
			continue;
		}
		if (const auto *declares = dyn_cast<DeclStmt>(at))
			if (const FunctionDecl *method = method_around(*declares, sources,
								       spot.location)) {
				spot.functions.push_back(method);
				at = method->getBody();
				continue;
			}
		at = child_around(*at, spot.location);
	}
}

/* --- the place -------------------------------------------------------------------------------- */

void finder::find_next(const CompoundStmt &block, spot &spot) const
{
	for (const Stmt *child : block.body())
		if (before(spot.location, child->getBeginLoc())) {
			while (const auto *label = dyn_cast<LabelStmt>(child))
				child = label->getSubStmt();
			spot.next = child;
			return;
		}
}

void finder::place(spot &spot) const
{
	for (size_t i = spot.path.size(); i-- > 0;) {
		const Stmt *at = spot.path[i], *around = i ? spot.path[i - 1] : nullptr;

		if (const auto *label = dyn_cast<LabelStmt>(at))
			spot.next = label->getSubStmt();
		if (isa<LabelStmt>(at) || isa<AttributedStmt>(at))
			continue;
		if (body_of_loop(at)) {
			spot.place = FCLC_IN_LOOP;
			spot.loop = at;
		} else if (isa<CompoundStmt>(at)) {
			bool loop = around && body_of_loop(around) == at;

			if (!spot.next)
				find_next(*cast<CompoundStmt>(at), spot);
			spot.place = loop ? FCLC_IN_LOOP
				     : !around || isa<LambdaExpr>(around) || isa<DeclStmt>(around)
					     ? FCLC_IN_FUNCTION
					     : FCLC_IN_BLOCK;
			spot.loop = loop ? around : nullptr;
		} else if (isa<SwitchCase>(at)) {
			spot.place = FCLC_IN_BLOCK;
		}
		return;
	}
}

std::vector<spot> find_spots(ASTContext &context, const std::vector<SourceLocation> &locations)
{
	finder finder(context, locations);

	if (!locations.empty())
		finder.look_in(*context.getTranslationUnitDecl());
	return std::move(finder.spots);
}

} // namespace fclc
