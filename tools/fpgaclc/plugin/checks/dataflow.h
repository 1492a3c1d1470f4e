/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_PLUGIN_CHECKS_DATAFLOW_H
#define FCLC_PLUGIN_CHECKS_DATAFLOW_H

namespace clang
{
class ASTContext;
class CompoundStmt;
class FunctionDecl;
class Stmt;
} // namespace clang

namespace fclc
{

/*
 * Checks the body of a function, or of a loop in it, that has a DATAFLOW pragma, against the rules of
 * canonical regions. `loop` is nullptr for a function's.
 */
void check_region(clang::ASTContext &context, const clang::FunctionDecl &function,
		  const clang::Stmt *loop);

} // namespace fclc

#endif
