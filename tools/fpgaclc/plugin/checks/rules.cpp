/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/plugin/checks/rules.h"

#include <algorithm>
#include <vector>

#include <clang/Basic/Diagnostic.h>
#include <clang/Basic/SourceManager.h>
#include <llvm/ADT/StringRef.h>

#include "tools/fpgaclc/plugin/pragmas/report.h"

using namespace clang;
using llvm::StringRef;

namespace fclc
{

static const char *const rule_names[] = {FCLC_SYNTHESIS_RULES(FCLC_RULE_FLAG)};

static constexpr size_t count = sizeof(rule_names) / sizeof(*rule_names);
static severity severities[count];

namespace
{

struct breach {
	rule broken;
	SourceLocation location;
	std::string message;
};

} // namespace

static std::vector<breach> breaches;

static bool is_of(StringRef name, StringRef group)
{
	return group.empty() || name == group ||
	       (group == "dataflow" && name.consume_front("dataflow-"));
}

static void set_severities(StringRef group, severity severity)
{
	for (size_t i = 0; i < count; i++)
		if (is_of(rule_names[i], group))
			severities[i] = severity;
}

/* -Wsynthesis, -Wno-synthesis, -Werror=synthesis, -Wno-error=synthesis, and the same with -NAME */
static bool take_flag(StringRef flag)
{
	severity severity = flag.consume_front("-Wno-error=") ? severity::warning
			    : flag.consume_front("-Werror=")  ? severity::error
			    : flag.consume_front("-Wno-")     ? severity::off
							      : severity::warning;

	flag.consume_front("-W");
	if (!flag.consume_front("synthesis"))
		return false;
	flag.consume_front("-");
	set_severities(flag, severity);
	return true;
}

void set_synthesis(StringRef how)
{
	if (take_flag(how))
		return;
	set_severities("", how == "warn"    ? severity::warning
			   : how == "error" ? severity::error
					    : severity::off);
	if (how == "dataflow")
		set_severities(how, severity::warning);
}

bool checks_synthesis()
{
	for (severity severity : severities)
		if (severity != severity::off)
			return true;
	return false;
}

void report_rule(rule rule, SourceLocation location, const std::string &message)
{
	for (const breach &breach : breaches)
		if (breach.broken == rule && breach.location == location)
			return;
	breaches.push_back({rule, location, message});
}

void report_all(DiagnosticsEngine &diagnostics)
{
	const SourceManager &sources = diagnostics.getSourceManager();

	std::stable_sort(breaches.begin(), breaches.end(), [&](const breach &a, const breach &b) {
		return sources.isBeforeInTranslationUnit(a.location, b.location);
	});
	for (const breach &breach : breaches) {
		auto index = static_cast<size_t>(breach.broken);

		report_as(diagnostics, severities[index],
			  std::string("synthesis-") + rule_names[index], breach.location,
			  breach.message);
	}
}

} // namespace fclc
