/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_PLUGIN_OPENCL_UNDEFINED_H
#define FCLC_PLUGIN_OPENCL_UNDEFINED_H

#include <vector>

#include <clang/AST/Decl.h>

namespace fclc
{

/*
 * Whether it is in a header of the system, or of ours. Those of OpenCL C's library are no system
 * headers for clang; a project, such as one in a container, may be elsewhere in /usr.
 */
bool is_foreign(const clang::ASTContext &context, const clang::Decl &declaration);

/*
 * The functions and variables that code of the source uses and that another source has to define,
 * each by its first declaration. What no branch that can run uses does not count.
 */
std::vector<const clang::NamedDecl *> undefined_in(clang::ASTContext &context);

} // namespace fclc

#endif
