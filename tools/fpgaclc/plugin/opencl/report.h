/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_PLUGIN_OPENCL_REPORT_H
#define FCLC_PLUGIN_OPENCL_REPORT_H

#include <string>

#include <clang/Basic/SourceLocation.h>

namespace clang
{
class NamedDecl;
class Sema;
} // namespace clang

namespace fclc
{

/* In clang's own diagnostics, with file, line and caret. */
void report_error(clang::Sema &sema, clang::SourceLocation location, const std::string &message);
void report_warning(clang::Sema &sema, clang::SourceLocation location, const std::string &message);
void report_note(clang::Sema &sema, clang::SourceLocation location, const std::string &message);

/* The name in the source: macros of PoCL's headers and of ours rename functions, as in "_cl_fract". */
std::string name_of(const clang::NamedDecl &declaration);

} // namespace fclc

#endif
