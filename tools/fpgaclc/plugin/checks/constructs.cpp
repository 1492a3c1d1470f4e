/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/plugin/checks/constructs.h"

#include <set>

#include <clang/AST/ASTContext.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/StmtCXX.h>
#include <clang/Basic/Builtins.h>
#include <clang/Basic/SourceManager.h>

#include "tools/fpgaclc/plugin/checks/code.h"
#include "tools/fpgaclc/plugin/checks/jumps.h"
#include "tools/fpgaclc/plugin/checks/rules.h"

using namespace clang;

namespace fclc
{

namespace
{

class checker : public code_visitor
{
      public:
	checker(ASTContext &context, library_effects &library, const FunctionDecl &function)
	    : context(context), library(library), function(function)
	{
	}
	void statement(const Stmt &statement) override;
	void call(const FunctionDecl &callee, SourceLocation location) override;
	void variable(const VarDecl &variable) override;

      private:
	ASTContext &context;
	library_effects &library;
	const FunctionDecl &function;
	std::set<const DeclContext *> classes; /* whose functions have been reported */

	void say(rule rule, SourceLocation location, const std::string &message) const
	{
		report_rule(rule, location, message);
	}
	void check_call(const CallExpr &call);
	void check_virtual(const CXXMemberCallExpr &call) const;
	void check_cast(const CastExpr &cast) const;
	void check_expression(const Expr &expression);
};

} // namespace

static std::string name_of(const FunctionDecl &function)
{
	std::string name;
	llvm::raw_string_ostream stream(name);

	function.getNameForDiagnostic(stream, function.getASTContext().getPrintingPolicy(), true);
	llvm::StringRef plain = stream.str();
	plain.consume_front("__builtin_");
	return ("'" + plain + "'").str();
}

static std::string does(effect effect)
{
	switch (effect) {
	case effect::allocates:
		return " uses dynamic memory, which hardware does not have";
	case effect::recurses:
		return " recurses, which hardware cannot do";
	case effect::calls_system:
		return " calls the operating system's library, which hardware does not have";
	default:
		return " has no implementation in hardware";
	}
}

/* --- calls ------------------------------------------------------------------------------------ */

void checker::call(const FunctionDecl &callee, SourceLocation location)
{
	const auto *method = dyn_cast<CXXMethodDecl>(&callee);
	effect effect = effect::none;

	if (owner_of(context, callee.getLocation()) == owner::library)
		effect = library.of(callee);
	if (effect == effect::none || (method && !classes.insert(method->getParent()).second))
		return;
	if (effect == effect::computes)
		say(rule::mathematics, location, name_of(callee) + does(effect));
	else if (method)
		say(rule::standard_library, location,
		    "'" + method->getParent()->getQualifiedNameAsString() + "'" + does(effect));
	else if (callee.hasBody() || callee.isInStdNamespace())
		say(rule::standard_library, location,
		    "'" + callee.getQualifiedNameAsString() + "'" + does(effect));
	else
		say(effect == effect::allocates ? rule::dynamic_memory : rule::system_call,
		    location, name_of(callee) + does(effect));
}

static bool is_through_pointer(const Expr *callee)
{
	QualType type = callee->getType();

	if (const auto *binary = dyn_cast<BinaryOperator>(callee->IgnoreParens()))
		return binary->isPtrMemOp();
	return type->isFunctionPointerType() || type->isMemberFunctionPointerType();
}

void checker::check_call(const CallExpr &call)
{
	if (!call.getCalleeDecl() || !isa<FunctionDecl>(call.getCalleeDecl()))
		if (!isa<CXXPseudoDestructorExpr>(call.getCallee()->IgnoreParens()) &&
		    is_through_pointer(call.getCallee()))
			say(rule::function_pointer, call.getExprLoc(),
			    "calls a function through a pointer; hardware needs to know which function it is");
	if (const auto *member = dyn_cast<CXXMemberCallExpr>(&call))
		check_virtual(*member);
	if (call.getBuiltinCallee() == Builtin::BI__builtin_va_start)
		say(rule::variadic_function, call.getExprLoc(),
		    name_of(function) +
			    " has a variable number of arguments, which hardware cannot have");
}

void checker::check_virtual(const CXXMemberCallExpr &call) const
{
	const CXXMethodDecl *method = call.getMethodDecl();
	const auto *member = dyn_cast<MemberExpr>(call.getCallee()->IgnoreParens());

	if (!method || !member || !method->isVirtual() || member->hasQualifier() ||
	    method->getDevirtualizedMethod(member->getBase(), context.getLangOpts().AppleKext))
		return;
	say(rule::virtual_call, call.getExprLoc(),
	    "calls the virtual function " + name_of(*method) +
		    " through a pointer or reference; hardware needs to know which function it is");
}

/* --- expressions and statements --------------------------------------------------------------- */

void checker::check_cast(const CastExpr &cast) const
{
	Expr::EvalResult value;

	if (cast.getCastKind() != CK_IntegralToPointer || cast.isValueDependent())
		return;
	if (cast.getSubExpr()->EvaluateAsInt(value, context) && !value.Val.getInt().getBoolValue())
		return;
	say(rule::pointer_cast, cast.getExprLoc(),
	    "casts an integer to a pointer; hardware has no addresses that are numbers");
}

void checker::check_expression(const Expr &expression)
{
	SourceLocation location = expression.getExprLoc();

	if (const auto *call = dyn_cast<CallExpr>(&expression)) {
		check_call(*call);
	} else if (const auto *create = dyn_cast<CXXNewExpr>(&expression)) {
		if (create->getOperatorNew() &&
		    !create->getOperatorNew()->isReservedGlobalPlacementOperator())
			say(rule::dynamic_memory, location,
			    "'new' uses dynamic memory, which hardware does not have");
	} else if (isa<CXXDeleteExpr>(&expression)) {
		say(rule::dynamic_memory, location,
		    "'delete' uses dynamic memory, which hardware does not have");
	} else if (const auto *thrown = dyn_cast<CXXThrowExpr>(&expression)) {
		say(rule::exception, thrown->getThrowLoc(), "'throw': hardware has no exceptions");
	} else if (const auto *cast = dyn_cast<CXXDynamicCastExpr>(&expression)) {
		if (cast->getCastKind() == CK_Dynamic)
			say(rule::rtti, location,
			    "'dynamic_cast' depends on an object's type at run time, which hardware does not know");
	} else if (const auto *type = dyn_cast<CXXTypeidExpr>(&expression)) {
		if (!type->isTypeOperand() && type->isPotentiallyEvaluated())
			say(rule::rtti, location,
			    "'typeid' depends on an object's type at run time, which hardware does not know");
	} else if (const auto *cast = dyn_cast<CastExpr>(&expression)) {
		check_cast(*cast);
	} else if (isa<VAArgExpr>(&expression)) {
		say(rule::variadic_function, location,
		    name_of(function) +
			    " has a variable number of arguments, which hardware cannot have");
	}
}

void checker::statement(const Stmt &statement)
{
	if (const auto *expression = dyn_cast<Expr>(&statement))
		check_expression(*expression);
	else if (isa<CXXTryStmt>(statement))
		say(rule::exception, statement.getBeginLoc(), "'try': hardware has no exceptions");
	else if (isa<AsmStmt>(statement))
		say(rule::inline_assembly, statement.getBeginLoc(),
		    "'asm': hardware runs no instructions of a processor");
	else if (isa<IndirectGotoStmt>(statement))
		say(rule::jump, statement.getBeginLoc(),
		    "'goto' to an address; hardware needs to know where it goes");
}

/* --- variables -------------------------------------------------------------------------------- */

/* Follows pointers and arrays, and returns how many pointers there are. */
static unsigned count_pointers(const ASTContext &context, QualType type)
{
	unsigned count = 0;

	for (;;) {
		type = context.getBaseElementType(type.getNonReferenceType());
		if (!type->isPointerType() || type->isFunctionPointerType())
			return count;
		type = type->getPointeeType();
		count++;
	}
}

void checker::variable(const VarDecl &variable)
{
	const auto *array = variable.getType()->getAsArrayTypeUnsafe();
	std::string name = "'" + variable.getNameAsString() + "'";

	if (variable.getType()->isVariableArrayType())
		say(rule::variable_length_array, variable.getLocation(),
		    "the size of " + name + " is no constant; hardware needs to know it");
	if (array && count_pointers(context, variable.getType()) > 1)
		say(rule::pointer_to_pointer, variable.getLocation(),
		    name + " is an array of pointers that point to pointers");
	if (variable.getTLSKind() != VarDecl::TLS_None &&
	    owner_of(context, context.getSourceManager().getSpellingLoc(
				      variable.getInnerLocStart())) == owner::user)
		say(rule::thread_local_variable, variable.getLocation(),
		    name + " is 'thread_local'; hardware has no threads");
}

static void report_cycle(const call_cycle &cycle)
{
	std::string message = name_of(*cycle.caller) + " calls " +
			      (cycle.path.size() == 1 ? "itself" : name_of(*cycle.edge.callee));

	for (size_t i = 1; i < cycle.path.size(); i++)
		message += ", which calls " + name_of(*cycle.path[i]);
	report_rule(rule::recursion, cycle.edge.location, message + "; hardware cannot recurse");
}

void check_constructs(ASTContext &context, const call_graph &graph)
{
	std::vector<call_cycle> cycles = find_cycles(graph);
	library_effects library(graph, cycles);

	for (const auto &[function, node] : graph)
		if (node.whose == owner::user && function->hasBody() &&
		    !function->isDependentContext()) {
			checker checker(context, library, *function);

			visit_code(context, *function, checker);
			check_jumps(*function);
		}
	for (const call_cycle &cycle : cycles)
		if (graph.find(cycle.caller)->second.whose == owner::user)
			report_cycle(cycle);
}

} // namespace fclc
