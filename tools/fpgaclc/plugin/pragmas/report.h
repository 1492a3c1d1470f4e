/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_PLUGIN_PRAGMAS_REPORT_H
#define FCLC_PLUGIN_PRAGMAS_REPORT_H

#include <string>
#include <vector>

#include <clang/Basic/SourceLocation.h>
#include <llvm/ADT/StringRef.h>

namespace clang
{
class DiagnosticsEngine;
}

namespace fclc
{

/* What -W flags say about pragmas. clang only knows groups of its own, so fpgaclc passes it on. */
enum class severity { off, warning, error };

void set_severity(severity severity);

/* Warns with [-WGROUP]. */
void report_as(clang::DiagnosticsEngine &diagnostics, severity severity, const std::string &group,
	       clang::SourceLocation location, const std::string &message,
	       llvm::StringRef better = "", unsigned length = 0);

/*
 * Warns with [-Whls-pragmas]. `better` replaces `length` characters at the location; empty: nothing
 * is suggested.
 */
void report(clang::DiagnosticsEngine &diagnostics, clang::SourceLocation location,
	    const std::string &message, llvm::StringRef better = "", unsigned length = 0);

/* The candidate that differs least from the word, ignoring case; empty if none is close. */
std::string nearest(llvm::StringRef word, const std::vector<llvm::StringRef> &candidates);

/* The words in a text that separates them with spaces. */
std::vector<llvm::StringRef> words_of(const char *text);

/* Part of a source's text, in quotes, shortened and on one line. */
std::string quoted(llvm::StringRef text);

} // namespace fclc

#endif
