/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/plugin/checks/uses.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/StmtCXX.h>

using namespace clang;
using llvm::StringRef;

namespace fclc
{

bool is_stream(QualType type)
{
	const CXXRecordDecl *record;

	type = type.getNonReferenceType();
	while (const ArrayType *array = type->getAsArrayTypeUnsafe())
		type = array->getElementType();
	record = type->getAsCXXRecordDecl();
	return record && record->getIdentifier() && record->getName() == "stream" &&
	       !record->isInStdNamespace();
}

namespace
{

class use_walker
{
      public:
	use_walker(use_finder &finder, const ValueDecl &variable)
	    : finder(finder), variable(variable)
	{
	}
	void walk(const Stmt *statement);
	unsigned found = use_none;

      private:
	use_finder &finder;
	const ValueDecl &variable;

	void walk(const Expr *expression, unsigned use);
	void walk_cast(const CastExpr &cast, unsigned use);
	void walk_unary(const UnaryOperator &unary, unsigned use);
	void walk_binary(const BinaryOperator &binary, unsigned use);
	void walk_call(const CallExpr &call, unsigned use);
	void walk_operator(const CXXOperatorCallExpr &call, unsigned use);
	void walk_arguments(const FunctionDecl *callee, llvm::ArrayRef<const Expr *> arguments);
};

} // namespace

/* A value is read; through a pointer, anything may happen later. */
static unsigned use_of_value(const Expr *expression)
{
	QualType type = expression->getType();

	return type->isPointerType() || type->isArrayType() ||
			       (expression->isLValue() && type->isRecordType())
		       ? use_unknown
		       : use_reads;
}

static unsigned use_by_method(const CXXMethodDecl &method)
{
	StringRef name = method.getIdentifier() ? method.getName() : "";
	OverloadedOperatorKind kind = method.getOverloadedOperator();

	if (!is_stream(method.getThisType()->getPointeeType()))
		return method.isConst() ? use_reads : use_unknown;
	if (name.substr(0, 4) == "read" || name == "empty" || name == "size" ||
	    kind == OO_GreaterGreater)
		return use_reads;
	if (name.substr(0, 5) == "write" || name == "full" || kind == OO_LessLess)
		return use_writes;
	return name == "capacity" || name == "set_name" ? use_none : use_unknown;
}

void use_walker::walk(const Stmt *statement)
{
	if (!statement)
		return;
	if (const auto *expression = dyn_cast<Expr>(statement)) {
		walk(expression, use_of_value(expression));
		return;
	}
	if (const auto *declares = dyn_cast<DeclStmt>(statement)) {
		for (const Decl *declaration : declares->decls())
			if (const auto *local = dyn_cast<VarDecl>(declaration))
				if (local->getInit())
					walk(local->getInit(),
					     local->getType()->isReferenceType()
						     ? use_unknown
						     : use_of_value(local->getInit()));
		return;
	}
	for (const Stmt *child : statement->children())
		walk(child);
}

void use_walker::walk(const Expr *expression, unsigned use)
{
	if (!expression || isa<UnaryExprOrTypeTraitExpr>(expression))
		return;
	if (const auto *name = dyn_cast<DeclRefExpr>(expression)) {
		if (name->getDecl() == &variable)
			found |= use;
	} else if (const auto *cast = dyn_cast<CastExpr>(expression)) {
		walk_cast(*cast, use);
	} else if (const auto *parentheses = dyn_cast<ParenExpr>(expression)) {
		walk(parentheses->getSubExpr(), use);
	} else if (const auto *full = dyn_cast<FullExpr>(expression)) {
		walk(full->getSubExpr(), use);
	} else if (const auto *temporary = dyn_cast<MaterializeTemporaryExpr>(expression)) {
		walk(temporary->getSubExpr(), use);
	} else if (const auto *temporary = dyn_cast<CXXBindTemporaryExpr>(expression)) {
		walk(temporary->getSubExpr(), use);
	} else if (const auto *unary = dyn_cast<UnaryOperator>(expression)) {
		walk_unary(*unary, use);
	} else if (const auto *binary = dyn_cast<BinaryOperator>(expression)) {
		walk_binary(*binary, use);
	} else if (const auto *element = dyn_cast<ArraySubscriptExpr>(expression)) {
		walk(element->getBase(), use);
		walk(element->getIdx(), use_reads);
	} else if (const auto *member = dyn_cast<MemberExpr>(expression)) {
		if (member->getMemberDecl() == &variable)
			found |= use;
		walk(member->getBase(), use);
	} else if (const auto *choice = dyn_cast<ConditionalOperator>(expression)) {
		walk(choice->getCond(), use_reads);
		walk(choice->getTrueExpr(), use);
		walk(choice->getFalseExpr(), use);
	} else if (const auto *call = dyn_cast<CallExpr>(expression)) {
		walk_call(*call, use);
	} else if (const auto *construct = dyn_cast<CXXConstructExpr>(expression)) {
		walk_arguments(construct->getConstructor(),
			       {construct->getArgs(), construct->getNumArgs()});
	} else {
		for (const Stmt *child : expression->children())
			walk(child);
	}
}

void use_walker::walk_cast(const CastExpr &cast, unsigned use)
{
	if (cast.getCastKind() == CK_ToVoid)
		return;
	/* Loading a pointer is no access to what it points to. */
	if (cast.getCastKind() == CK_LValueToRValue && !cast.getType()->isPointerType())
		use = use_reads;
	walk(cast.getSubExpr(), use);
}

void use_walker::walk_unary(const UnaryOperator &unary, unsigned use)
{
	const Expr *operand = unary.getSubExpr();

	if (unary.isIncrementDecrementOp())
		use = operand->getType()->isPointerType()
			      ? unsigned(use_none)
			      : unsigned(use_reads) | unsigned(use_writes);
	else if (unary.getOpcode() != UO_AddrOf && unary.getOpcode() != UO_Deref)
		use = use_reads;
	walk(operand, use);
}

void use_walker::walk_binary(const BinaryOperator &binary, unsigned use)
{
	const Expr *left = binary.getLHS(), *right = binary.getRHS();
	bool pointer = left->getType()->isPointerType();

	if (binary.isCompoundAssignmentOp()) {
		walk(left,
		     pointer ? unsigned(use_none) : unsigned(use_reads) | unsigned(use_writes));
		walk(right, use_of_value(right));
	} else if (binary.isAssignmentOp()) {
		walk(left, use_writes);
		walk(right, use_of_value(right));
	} else if (binary.isAdditiveOp() && binary.getType()->isPointerType()) {
		walk(left, pointer ? use : unsigned(use_reads));
		walk(right, pointer ? unsigned(use_reads) : use);
	} else if (binary.isComparisonOp() && pointer) {
		walk(left, use_none);
		walk(right, use_none);
	} else if (binary.isCommaOp()) {
		walk(left, use_of_value(left));
		walk(right, use);
	} else {
		walk(left, use_of_value(left));
		walk(right, use_of_value(right));
	}
}

/* The object, and for a[i] and a(i) what is done with the result. */
void use_walker::walk_operator(const CXXOperatorCallExpr &call, unsigned use)
{
	const auto *method = dyn_cast_or_null<CXXMethodDecl>(call.getDirectCallee());
	OverloadedOperatorKind kind = call.getOperator();

	if (kind == OO_Subscript || kind == OO_Call || kind == OO_Arrow || kind == OO_Star)
		walk(call.getArg(0), use);
	else if (method && is_stream(method->getThisType()->getPointeeType()))
		walk(call.getArg(0), use_by_method(*method));
	else if (kind == OO_Equal)
		walk(call.getArg(0), use_writes);
	else if (call.isAssignmentOp() || kind == OO_PlusPlus || kind == OO_MinusMinus)
		walk(call.getArg(0), unsigned(use_reads) | unsigned(use_writes));
	else
		walk(call.getArg(0), method && method->isConst() ? use_reads : use_unknown);
}

void use_walker::walk_call(const CallExpr &call, unsigned use)
{
	const FunctionDecl *callee = call.getDirectCallee();
	const auto *method = dyn_cast_or_null<CXXMethodDecl>(callee);
	llvm::ArrayRef<const Expr *> arguments(call.getArgs(), call.getNumArgs());

	if (const auto *operation = dyn_cast<CXXOperatorCallExpr>(&call)) {
		if (method) {
			walk_operator(*operation, use);
			arguments = arguments.drop_front();
		}
	} else if (const auto *member = dyn_cast<CXXMemberCallExpr>(&call)) {
		walk(member->getImplicitObjectArgument(),
		     method ? use_by_method(*method) : unsigned(use_unknown));
	} else if (!callee) {
		walk(call.getCallee(), use_reads);
	}
	walk_arguments(callee, arguments);
}

void use_walker::walk_arguments(const FunctionDecl *callee, llvm::ArrayRef<const Expr *> arguments)
{
	for (unsigned i = 0; i < arguments.size(); i++)
		walk(arguments[i], callee && i < callee->getNumParams()
					   ? finder.by_function(*callee, i)
					   : use_of_value(arguments[i]));
}

unsigned use_finder::in_code(const Stmt &code, const ValueDecl &variable)
{
	use_walker walker(*this, variable);

	walker.walk(&code);
	return walker.found;
}

static unsigned use_by_library(const FunctionDecl &function, unsigned parameter)
{
	StringRef name = function.getIdentifier() ? function.getName() : "";

	if (!name.consume_front("mem"))
		return use_unknown;
	if (name == "cpy" || name == "move")
		return parameter ? use_reads : use_writes;
	return name == "set" ? use_writes : use_unknown;
}

unsigned use_finder::by_function(const FunctionDecl &function, unsigned parameter)
{
	const FunctionDecl *definition = function.getDefinition();
	QualType type = function.getParamDecl(parameter)->getType();
	QualType target = type->getPointeeType();

	if (target.isNull())
		return type->isRecordType() ? use_unknown : use_reads;
	if (target.isConstQualified())
		return use_reads;
	if (!definition || !definition->getBody())
		return use_by_library(function, parameter);
	auto [at, is_new] = known.try_emplace({definition, parameter}, use_unknown);

	if (!is_new)
		return at->second;
	unsigned found = in_code(*definition->getBody(), *definition->getParamDecl(parameter));

	return known[{definition, parameter}] = found;
}

} // namespace fclc
