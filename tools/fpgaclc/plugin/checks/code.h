/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_PLUGIN_CHECKS_CODE_H
#define FCLC_PLUGIN_CHECKS_CODE_H

#include <clang/Basic/SourceLocation.h>

namespace clang
{
class ASTContext;
class Expr;
class FunctionDecl;
class Stmt;
class VarDecl;
} // namespace clang

namespace fclc
{

/* What a function's code may do when it runs. */
class code_visitor
{
      public:
	virtual ~code_visitor() = default;
	/* Each statement and expression, from the outside in. */
	virtual void statement(const clang::Stmt &)
	{
	}
	/* Calls, also those of constructors, destructors and operators. */
	virtual void call(const clang::FunctionDecl &, clang::SourceLocation)
	{
	}
	/* A function that is named but not called here. */
	virtual void reference(const clang::FunctionDecl &)
	{
	}
	/* A local variable. */
	virtual void variable(const clang::VarDecl &)
	{
	}
};

/*
 * Visits a function's code. Leaves out what cannot run, because of a constant condition or behind a
 * `return`, and what is computed during compilation.
 */
void visit_code(const clang::ASTContext &context, const clang::FunctionDecl &function,
		code_visitor &visitor);

/* Returns whether a condition is constant, and its value. */
bool constant_condition(const clang::ASTContext &context, const clang::Expr *condition,
			bool &ret_value);

} // namespace fclc

#endif
