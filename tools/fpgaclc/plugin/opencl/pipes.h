/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_PLUGIN_OPENCL_PIPES_H
#define FCLC_PLUGIN_OPENCL_PIPES_H

#include <deque>
#include <optional>
#include <string>
#include <vector>

#include <clang/AST/Type.h>
#include <clang/Basic/SourceLocation.h>

namespace clang
{
class ASTContext;
class CallExpr;
class Expr;
class FunctionDecl;
class Sema;
class ValueDecl;
class VarDecl;
} // namespace clang

namespace fclc
{

/*
 * A pipe or channel, or an array of them, that is declared outside of functions. clang sees a variable that
 * points to a packet; pipes_code.cpp takes it out of IR.
 */
struct global_pipe {
	const clang::VarDecl *variable;
	clang::QualType packet;
	std::vector<uint64_t> extents; /* of an array */
	unsigned first, elements;      /* the first one's index among all of the source; how many */
	unsigned depth;
	bool channel;
	bool host;      /* the other end is the host's */
	std::string io; /* the name of its port of the board; empty: none */

	std::string what() const; /* "channel 'c'" */
	std::string element_name(uint64_t element) const;
};

/* Those of the source, in its order. */
const std::deque<global_pipe> &global_pipes();
/* nullptr: it is none. */
const global_pipe *find_pipe(const clang::ValueDecl &declaration);

/* What a call does with a pipe. */
struct pipe_end {
	const clang::ValueDecl *declaration; /* a parameter, or the variable */
	const global_pipe *global;           /* nullptr: a parameter */
	std::vector<const clang::Expr *> indices;
	bool reads, writes; /* neither: asks for the number of packets */
	bool waits;
	clang::SourceLocation location;
};

/* Returns none if the call is not one of the functions in fpgacl/pipes.h, with a pipe. */
std::optional<pipe_end> end_of(const clang::ASTContext &context, const clang::CallExpr &call);

/* What a kernel does with an element of a pipe outside of functions. */
struct pipe_use {
	const global_pipe *pipe;
	uint64_t element;
	bool writes;
	bool certain; /* false: its index is computed */
};

/* Of the kernel and the functions that it calls; reports a kernel that has both ends of a pipe. */
std::vector<pipe_use> pipes_of(clang::Sema &sema, const clang::FunctionDecl &kernel);

} // namespace fclc

#endif
