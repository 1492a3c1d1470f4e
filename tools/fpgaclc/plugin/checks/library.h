/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_PLUGIN_CHECKS_LIBRARY_H
#define FCLC_PLUGIN_CHECKS_LIBRARY_H

#include <string>

#include <clang/Basic/SourceLocation.h>

namespace clang
{
class ASTContext;
class CXXRecordDecl;
class FunctionDecl;
class QualType;
} // namespace clang

namespace fclc
{

/* Whose code something is. */
enum class owner {
	user,
	library, /* the C or C++ library, or any other that comes with the system */
	ours,    /* the headers of HLS */
};

/* The folder of the headers of HLS. */
void set_own_headers(const std::string &folder);

owner owner_of(const clang::ASTContext &context, clang::SourceLocation location);

/* What a function of the library does that hardware cannot. */
enum class effect { none, allocates, recurses, calls_system, computes };

/* By its name. Only for functions of the library. */
effect effect_of(const clang::FunctionDecl &function);

/* Whether a class of the C++ library is known to use dynamic memory, or the system. */
effect effect_of(const clang::CXXRecordDecl &record);

/* Whether it prints, which synthesis ignores. */
bool only_prints(const clang::FunctionDecl &function);

} // namespace fclc

#endif
