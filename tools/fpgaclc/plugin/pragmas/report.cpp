/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/plugin/pragmas/report.h"

#include <algorithm>

#include <clang/Basic/Diagnostic.h>
#include <clang/Basic/SourceManager.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/ADT/StringExtras.h>

using namespace clang;
using llvm::StringRef;

namespace fclc
{

static severity chosen = severity::warning;

void set_severity(severity severity)
{
	chosen = severity;
}

void report_as(DiagnosticsEngine &diagnostics, severity severity, const std::string &group,
	       SourceLocation location, const std::string &message, StringRef better,
	       unsigned length)
{
	bool error = severity == severity::error ||
		     (severity == severity::warning && diagnostics.getWarningsAsErrors());
	unsigned id = diagnostics.getCustomDiagID(
		error ? DiagnosticsEngine::Error : DiagnosticsEngine::Warning, "%0");
	const char *flag = severity == severity::error ? " [-Werror="
			   : error                     ? " [-Werror,-W"
						       : " [-W";

	/* clang does not apply -w to messages of plugins. */
	if (severity == severity::off || (!error && diagnostics.getIgnoreAllWarnings()))
		return;
	DiagnosticBuilder builder = diagnostics.Report(location, id);

	builder << message + flag + group + "]";
	if (!better.empty() && location.isFileID())
		builder << FixItHint::CreateReplacement(
			CharSourceRange::getCharRange(
				location, location.getLocWithOffset(static_cast<int>(length))),
			better);
}

void report(DiagnosticsEngine &diagnostics, SourceLocation location, const std::string &message,
	    StringRef better, unsigned length)
{
	if (location.isInvalid() || !diagnostics.getSourceManager().isInSystemHeader(location))
		report_as(diagnostics, chosen, "hls-pragmas", location, message, better, length);
}

/* Letters that are changed, missing, added or swapped with the next one, ignoring case. */
static unsigned distance(StringRef from, StringRef to)
{
	std::vector<unsigned> before, last, row(to.size() + 1);

	for (size_t j = 0; j <= to.size(); j++)
		row[j] = static_cast<unsigned>(j);
	for (size_t i = 1; i <= from.size(); i++) {
		before = std::move(last);
		last = row;
		row[0] = static_cast<unsigned>(i);
		for (size_t j = 1; j <= to.size(); j++) {
			bool same = llvm::toLower(from[i - 1]) == llvm::toLower(to[j - 1]);

			row[j] = std::min({row[j - 1] + 1, last[j] + 1, last[j - 1] + !same});
			if (i > 1 && j > 1 &&
			    llvm::toLower(from[i - 1]) == llvm::toLower(to[j - 2]) &&
			    llvm::toLower(from[i - 2]) == llvm::toLower(to[j - 1]))
				row[j] = std::min(row[j], before[j - 2] + 1);
		}
	}
	return row[to.size()];
}

std::string nearest(StringRef word, const std::vector<StringRef> &candidates)
{
	unsigned least = static_cast<unsigned>(word.size() + 2) / 3 + 1;
	std::string best;

	if (word.size() < 2 || word.size() > 64)
		return best;
	for (StringRef candidate : candidates) {
		unsigned edits = candidate.size() > 64 ? least : distance(word, candidate);

		if (edits >= least || edits >= candidate.size())
			continue;
		least = edits;
		best = candidate.str();
	}
	return best;
}

std::vector<StringRef> words_of(const char *text)
{
	llvm::SmallVector<StringRef, 32> words;

	if (text)
		StringRef(text).split(words, ' ', -1, false);
	return {words.begin(), words.end()};
}

std::string quoted(StringRef text)
{
	std::string line = text.substr(0, 60).str();

	for (char &c : line)
		if (static_cast<unsigned char>(c) < ' ')
			c = '?';
	return "'" + line + (text.size() > 60 ? "...'" : "'");
}

} // namespace fclc
