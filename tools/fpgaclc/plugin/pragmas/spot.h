/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_PLUGIN_PRAGMAS_SPOT_H
#define FCLC_PLUGIN_PRAGMAS_SPOT_H

#include <string>
#include <vector>

#include <clang/Basic/SourceLocation.h>

namespace clang
{
class ASTContext;
class Decl;
class DeclContext;
class FunctionDecl;
class Stmt;
} // namespace clang

namespace fclc
{

/* What is around a location in the source. */
struct spot {
	clang::SourceLocation location;
	/* The functions around it, the outermost first; empty outside of functions' bodies. */
	std::vector<const clang::FunctionDecl *> functions;
	/* The statements around it, the outermost first, in all of these functions. */
	std::vector<const clang::Stmt *> path;
	unsigned place = 0;                /* one bit of enum fclc_pragma_place; 0: in none */
	const clang::Stmt *loop = nullptr; /* the loop in whose body it is, if place says so */
	const clang::Stmt *next = nullptr; /* the statement after it in its block */
};

/* Finds what is around each location. They are in the order of the translation unit. */
std::vector<spot> find_spots(clang::ASTContext &context,
			     const std::vector<clang::SourceLocation> &locations);

/* The body of a loop; nullptr if the statement is none. */
const clang::Stmt *body_of_loop(const clang::Stmt *statement);

} // namespace fclc

#endif
