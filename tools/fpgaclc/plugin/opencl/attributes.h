/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_PLUGIN_OPENCL_ATTRIBUTES_H
#define FCLC_PLUGIN_OPENCL_ATTRIBUTES_H

#include <string>

#include <clang/AST/Expr.h>
#include <clang/Basic/SourceLocation.h>

namespace clang
{
class FunctionDecl;
class ParsedAttr;
class Sema;
} // namespace clang

namespace fclc
{

/* A number that an attribute gives a kernel, and where. */
struct asked_number {
	bool given = false;
	unsigned number = 0;             /* the product of its dimensions */
	unsigned extents[3] = {1, 1, 1}; /* these */
	clang::SourceLocation location;
};

/* aoc's attributes of kernels, which clang does not know. */
struct aoc_attributes {
	asked_number units;      /* num_compute_units */
	asked_number lanes;      /* num_simd_work_items */
	asked_number dimensions; /* max_global_work_dim */
	bool autorun = false;
};

/* std::optional, or an older one of LLVM's */
using optional_number = decltype(std::declval<const clang::Expr &>().getIntegerConstantExpr(
	std::declval<const clang::ASTContext &>()));

/* An attribute's argument: none if it is not constant. */
optional_number value_of(clang::Sema &sema, const clang::ParsedAttr &attribute, unsigned i);
/* As the source spells it. */
llvm::StringRef text_of(clang::Sema &sema, const clang::ParsedAttr &attribute, unsigned i);

/* Those of all of the function's declarations. */
aoc_attributes attributes_of(const clang::FunctionDecl &function);

/* num_simd_work_items of the kernel of that name in the source that is being compiled; 1 without it. */
unsigned lanes_of(const std::string &kernel);

} // namespace fclc

#endif
