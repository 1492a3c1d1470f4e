/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/plugin/opencl/undefined.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/Expr.h>
#include <clang/Basic/Builtins.h>
#include <clang/Basic/SourceManager.h>
#include <llvm/ADT/SetVector.h>

#include "tools/fpgaclc/plugin/checks/code.h"
#include "tools/fpgaclc/plugin/checks/graph.h"

using namespace clang;

namespace fclc
{

bool is_foreign(const ASTContext &context, const Decl &declaration)
{
	static const char library[] = "/usr/share/pocl/";
	PresumedLoc place = context.getSourceManager().getPresumedLoc(declaration.getLocation());

	return owner_of(context, declaration.getLocation()) != owner::user || place.isInvalid() ||
	       !strncmp(place.getFilename(), library, strlen(library));
}

namespace
{

class variable_finder : public code_visitor
{
      public:
	llvm::SetVector<const NamedDecl *> found;

	void statement(const Stmt &statement) override
	{
		const auto *name = dyn_cast<DeclRefExpr>(&statement);
		const auto *variable = name ? dyn_cast<VarDecl>(name->getDecl()) : nullptr;

		if (variable && variable->hasExternalStorage() &&
		    variable->hasDefinition() == VarDecl::DeclarationOnly)
			found.insert(variable->getCanonicalDecl());
	}
};

} // namespace

/* Calls that clang compiles without a function. */
static bool is_builtin(const ASTContext &context, const FunctionDecl &function)
{
	switch (function.getBuiltinID()) {
	case 0:
		return false;
	case Builtin::BImemcpy:
	case Builtin::BImemmove:
	case Builtin::BImemset:
		return true;
	default:
		return !context.BuiltinInfo.isPredefinedLibFunction(function.getBuiltinID());
	}
}

/* Built-in functions of OpenCL C are overloaded. */
static bool is_undefined(const ASTContext &context, const FunctionDecl &function)
{
	return !function.getDefinition() && !function.hasAttr<OverloadableAttr>() &&
	       !is_builtin(context, function) && !is_foreign(context, *function.getCanonicalDecl());
}

std::vector<const NamedDecl *> undefined_in(ASTContext &context)
{
	std::vector<const FunctionDecl *> roots;
	variable_finder finder;

	for (const Decl *declaration : context.getTranslationUnitDecl()->noload_decls()) {
		const auto *function = dyn_cast<FunctionDecl>(declaration);

		if (function && function->doesThisDeclarationHaveABody() &&
		    context.DeclMustBeEmitted(function))
			roots.push_back(function);
	}
	for (const auto &[function, node] : make_graph(context, roots)) {
		if (is_undefined(context, *function))
			finder.found.insert(function->getCanonicalDecl());
		else if (function->hasBody())
			visit_code(context, *function, finder);
	}
	return std::vector<const NamedDecl *>(finder.found.begin(), finder.found.end());
}

} // namespace fclc
