/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/plugin/opencl/report.h"

#include <clang/AST/Decl.h>
#include <clang/Basic/Diagnostic.h>
#include <clang/Sema/Sema.h>

using namespace clang;

namespace fclc
{

static void report(Sema &sema, DiagnosticsEngine::Level level, SourceLocation location,
		   const std::string &message)
{
	DiagnosticsEngine &diagnostics = sema.getDiagnostics();

	diagnostics.Report(location, diagnostics.getDiagnosticIDs()->getCustomDiagID(
					     static_cast<DiagnosticIDs::Level>(level), "%0"))
		<< message;
}

void report_error(Sema &sema, SourceLocation location, const std::string &message)
{
	report(sema, DiagnosticsEngine::Error, location, message);
}

/* clang does not apply -w to messages of plugins. */
void report_warning(Sema &sema, SourceLocation location, const std::string &message)
{
	if (!sema.getDiagnostics().getIgnoreAllWarnings())
		report(sema, DiagnosticsEngine::Warning, location, message);
}

void report_note(Sema &sema, SourceLocation location, const std::string &message)
{
	report(sema, DiagnosticsEngine::Note, location, message);
}

std::string name_of(const NamedDecl &declaration)
{
	std::string whole = declaration.getNameAsString();
	llvm::StringRef name = whole;

	if (!name.consume_front("_cl_"))
		name.consume_front("fclc_");
	return name.str();
}

} // namespace fclc
