/* SPDX-License-Identifier: Apache-2.0 */
#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/Sema/Sema.h>

#include "tools/fpgaclc/plugin/checks/constructs.h"
#include "tools/fpgaclc/plugin/checks/dataflow.h"
#include "tools/fpgaclc/plugin/checks/rules.h"
#include "tools/fpgaclc/plugin/pragmas/plugin.h"
#include "tools/fpgaclc/plugin/pragmas/spot.h"

using namespace clang;
using llvm::StringRef;

namespace fclc
{

/* The functions that the hardware is made for; of OpenCL C, all kernels if there are none. */
static std::vector<std::string> kernels;

static bool is_kernel(const FunctionDecl &function)
{
	if (kernels.empty())
		return function.hasAttr<OpenCLKernelAttr>();
	for (const std::string &name : kernels)
		if (function.getQualifiedNameAsString() == name)
			return true;
	return false;
}

static void find_kernels(const DeclContext &context, std::vector<const FunctionDecl *> &found)
{
	for (const Decl *declaration : context.noload_decls()) {
		if (const auto *function = dyn_cast<FunctionDecl>(declaration)) {
			if (function->doesThisDeclarationHaveABody() && is_kernel(*function))
				found.push_back(function);
		} else if (isa<NamespaceDecl>(declaration) || isa<LinkageSpecDecl>(declaration)) {
			find_kernels(*cast<DeclContext>(declaration), found);
		}
	}
}

/* --- DATAFLOW --------------------------------------------------------------------------------- */

static const Stmt *find_loop(const Stmt *statement, SourceLocation location)
{
	if (!statement)
		return nullptr;
	if (body_of_loop(statement) && statement->getBeginLoc() == location)
		return statement;
	for (const Stmt *child : statement->children())
		if (const Stmt *found = find_loop(child, location))
			return found;
	return nullptr;
}

static const FunctionDecl *pattern_of(const FunctionDecl &function)
{
	const FunctionDecl *pattern = function.getTemplateInstantiationPattern();

	return (pattern ? pattern : &function)->getCanonicalDecl();
}

/* Checks each instance of the function that the pragma is in. */
static void check_dataflow(ASTContext &context, const call_graph &graph, const spot &spot)
{
	const FunctionDecl *around = spot.functions.back()->getCanonicalDecl();

	for (const auto &[function, node] : graph) {
		const Stmt *loop = nullptr;

		if (node.whose != owner::user || pattern_of(*function) != around ||
		    !function->getBody())
			continue;
		if (spot.loop)
			loop = find_loop(function->getBody(), spot.loop->getBeginLoc());
		if (loop || !spot.loop)
			check_region(context, *function, loop);
	}
}

static bool is_region(const record &record)
{
	if (StringRef(record.rule->name) != "DATAFLOW")
		return false;
	for (const argument &argument : record.arguments)
		if (StringRef(argument.rule->name) == "off")
			return false;
	return true;
}

static void check_regions(ASTContext &context, const call_graph &graph,
			  const std::vector<record> &records)
{
	std::vector<SourceLocation> locations;

	for (const record &record : records)
		if (is_region(record))
			locations.push_back(record.location);
	for (const spot &spot : find_spots(context, locations))
		if (!spot.functions.empty() &&
		    (spot.place == FCLC_IN_FUNCTION || spot.place == FCLC_IN_LOOP))
			check_dataflow(context, graph, spot);
}

/* Warns of what synthesis would not take, in the functions that the kernels call. */
static void check_synthesis(Sema &sema, const std::vector<record> &records)
{
	ASTContext &context = sema.getASTContext();
	std::vector<const FunctionDecl *> roots;

	if (!checks_synthesis())
		return;
	find_kernels(*context.getTranslationUnitDecl(), roots);
	call_graph graph = make_graph(context, roots);

	check_constructs(context, graph);
	check_regions(context, graph, records);
	report_all(context.getDiagnostics());
}

/*
 * "synthesis=" with a word or flag of set_synthesis(), "kernel=" with a name, "headers=" with the
 * folder of our own.
 */
static bool take_argument(StringRef argument)
{
	if (argument.consume_front("synthesis="))
		set_synthesis(argument);
	else if (argument.consume_front("kernel="))
		kernels.push_back(argument.str());
	else if (argument.consume_front("headers="))
		set_own_headers(argument.str());
	else
		return false;
	return true;
}

[[maybe_unused]] static const bool added = add_source_check({take_argument, check_synthesis});

} // namespace fclc
