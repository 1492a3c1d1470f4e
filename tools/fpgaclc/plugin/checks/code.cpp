/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/plugin/checks/code.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/StmtCXX.h>
#include <clang/Basic/SourceManager.h>

using namespace clang;

namespace fclc
{

bool constant_condition(const ASTContext &context, const Expr *condition, bool &ret_value)
{
	return condition && !condition->isValueDependent() && !condition->isTypeDependent() &&
	       condition->EvaluateAsBooleanCondition(ret_value, context);
}

namespace
{

class code_walker
{
      public:
	code_walker(const ASTContext &context, code_visitor &visitor)
	    : context(context), visitor(visitor)
	{
	}
	void walk(const Stmt *statement);

      private:
	const ASTContext &context;
	code_visitor &visitor;

	void walk_block(const CompoundStmt &block);
	void walk_declaration(const Decl &declaration);
	void walk_destructor(QualType type, SourceLocation location);
	bool walk_branch(const Stmt &statement);
	bool walk_expression(const Expr &expression);
	void walk_call(const CallExpr &call);
	bool is_computed_early(const CallExpr &call) const;
};

} // namespace

/* Whether control never reaches the statement that follows. */
static bool leaves(const Stmt *statement)
{
	return statement && (isa<ReturnStmt>(statement) || isa<BreakStmt>(statement) ||
			     isa<ContinueStmt>(statement) || isa<GotoStmt>(statement));
}

static bool is_entered(const Stmt *statement)
{
	if (!statement || isa<Expr>(statement))
		return false;
	if (isa<LabelStmt>(statement) || isa<SwitchCase>(statement))
		return true;
	for (const Stmt *child : statement->children())
		if (is_entered(child))
			return true;
	return false;
}

void code_walker::walk_block(const CompoundStmt &block)
{
	bool ended = false;

	for (const Stmt *statement : block.body()) {
		ended = ended && !is_entered(statement);
		if (!ended)
			walk(statement);
		ended |= leaves(statement);
	}
}

void code_walker::walk_destructor(QualType type, SourceLocation location)
{
	const CXXRecordDecl *record = context.getBaseElementType(type)->getAsCXXRecordDecl();

	if (record && record->hasDefinition() && !record->hasTrivialDestructor() &&
	    record->getDestructor())
		visitor.call(*record->getDestructor(), location);
}

void code_walker::walk_declaration(const Decl &declaration)
{
	const auto *variable = dyn_cast<VarDecl>(&declaration);

	if (!variable)
		return;
	visitor.variable(*variable);
	/* A static variable with a constant value is never computed. */
	if (variable->isConstexpr() || !variable->getInit() ||
	    (variable->isStaticLocal() && variable->hasConstantInitialization()))
		return;
	walk(variable->getInit());
	if (!variable->getType()->isReferenceType())
		walk_destructor(variable->getType(), variable->getLocation());
}

/* Walks only the branch that runs if the condition is constant. Returns whether it did. */
bool code_walker::walk_branch(const Stmt &statement)
{
	bool value = false;

	if (const auto *branch = dyn_cast<IfStmt>(&statement)) {
		if (!constant_condition(context, branch->getCond(), value))
			return false;
		walk(value ? branch->getThen() : branch->getElse());
	} else if (const auto *choice = dyn_cast<ConditionalOperator>(&statement)) {
		if (!constant_condition(context, choice->getCond(), value))
			return false;
		walk(value ? choice->getTrueExpr() : choice->getFalseExpr());
	} else if (const auto *logical = dyn_cast<BinaryOperator>(&statement)) {
		if (!logical->isLogicalOp() ||
		    !constant_condition(context, logical->getLHS(), value) ||
		    value != (logical->getOpcode() == BO_LOr))
			return false;
	} else if (const auto *loop = dyn_cast<WhileStmt>(&statement)) {
		return constant_condition(context, loop->getCond(), value) && !value;
	} else if (const auto *loop = dyn_cast<ForStmt>(&statement)) {
		if (!constant_condition(context, loop->getCond(), value) || value)
			return false;
		if (loop->getInit())
			walk(loop->getInit());
	} else {
		return false;
	}
	return true;
}

/* A user's constexpr function of constants. */
bool code_walker::is_computed_early(const CallExpr &call) const
{
	const FunctionDecl *callee = call.getDirectCallee();

	return callee && callee->isConstexpr() && context.getLangOpts().CPlusPlus &&
	       !callee->isInStdNamespace() && !call.isValueDependent() && !call.isTypeDependent() &&
	       !context.getSourceManager().isInSystemHeader(callee->getLocation()) &&
	       !call.getType()->isRecordType() && call.isCXX11ConstantExpr(context);
}

void code_walker::walk_call(const CallExpr &call)
{
	const FunctionDecl *callee = call.getDirectCallee();

	if (callee)
		visitor.call(*callee, call.getExprLoc());
	else
		walk(call.getCallee());
	if (const auto *member = dyn_cast<CXXMemberCallExpr>(&call))
		if (member->getImplicitObjectArgument())
			walk(member->getImplicitObjectArgument());
	for (const Expr *argument : call.arguments())
		walk(argument);
}

/* Returns whether the children have been walked, or never run. */
bool code_walker::walk_expression(const Expr &expression)
{
	if (isa<ConstantExpr>(expression) || isa<UnaryExprOrTypeTraitExpr>(expression) ||
	    isa<CXXNoexceptExpr>(expression) || isa<TypeTraitExpr>(expression))
		return true;
	if (const auto *type = dyn_cast<CXXTypeidExpr>(&expression))
		return !type->isPotentiallyEvaluated();
	if (const auto *call = dyn_cast<CallExpr>(&expression)) {
		if (!is_computed_early(*call))
			walk_call(*call);
		return true;
	}
	if (const auto *lambda = dyn_cast<LambdaExpr>(&expression)) {
		for (const Expr *capture : lambda->capture_inits())
			if (capture)
				walk(capture);
		return true;
	}
	if (const auto *value = dyn_cast<CXXDefaultArgExpr>(&expression))
		walk(value->getExpr());
	else if (const auto *value = dyn_cast<CXXDefaultInitExpr>(&expression))
		walk(value->getExpr());
	else if (const auto *construct = dyn_cast<CXXConstructExpr>(&expression))
		visitor.call(*construct->getConstructor(), construct->getLocation());
	else if (const auto *inherited = dyn_cast<CXXInheritedCtorInitExpr>(&expression))
		visitor.call(*inherited->getConstructor(), inherited->getLocation());
	else if (const auto *temporary = dyn_cast<CXXBindTemporaryExpr>(&expression))
		walk_destructor(temporary->getType(), temporary->getExprLoc());
	else if (const auto *name = dyn_cast<DeclRefExpr>(&expression)) {
		if (const auto *function = dyn_cast<FunctionDecl>(name->getDecl()))
			visitor.reference(*function);
	}
	return false;
}

void code_walker::walk(const Stmt *statement)
{
	if (!statement)
		return;
	visitor.statement(*statement);
	if (const auto *block = dyn_cast<CompoundStmt>(statement)) {
		walk_block(*block);
		return;
	}
	if (const auto *declares = dyn_cast<DeclStmt>(statement)) {
		for (const Decl *declaration : declares->decls())
			walk_declaration(*declaration);
		return;
	}
	if (walk_branch(*statement))
		return;
	if (const auto *expression = dyn_cast<Expr>(statement))
		if (walk_expression(*expression))
			return;
	for (const Stmt *child : statement->children())
		walk(child);
}

void visit_code(const ASTContext &context, const FunctionDecl &function, code_visitor &visitor)
{
	code_walker walker(context, visitor);

	if (const auto *constructor = dyn_cast<CXXConstructorDecl>(&function))
		for (const CXXCtorInitializer *initializer : constructor->inits())
			walker.walk(initializer->getInit());
	walker.walk(function.getBody());
}

} // namespace fclc
