/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/plugin/opencl/library.h"

#include <llvm/IR/Instructions.h>
#include <llvm/IRReader/IRReader.h>
#include <llvm/Linker/Linker.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/ErrorHandling.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Transforms/IPO/Internalize.h>

#include "tools/fpgaclc/plugin/opencl/generic.h"
#include "tools/fpgaclc/plugin/opencl/half.h"
#include "tools/fpgaclc/plugin/workgroups/items/ids.h"

using namespace llvm;

namespace fclc
{

static cl::opt<std::string> builtins("fclc-builtins", cl::Hidden,
				     cl::desc("OpenCL C's built-in functions"));

std::unique_ptr<Module> open_library(const Module &module, StringRef path)
{
	SMDiagnostic ignored;
	std::unique_ptr<Module> library = getLazyIRFileModule(path, ignored, module.getContext());

	if (!library)
		return nullptr;
	library->setTargetTriple(module.getTargetTriple());
	library->setDataLayout(module.getDataLayout());
	return library;
}

static void keep_inside(Module &module, const StringSet<> &linked)
{
	internalizeModule(module, [&](const GlobalValue &value) {
		return !value.hasName() || !linked.count(value.getName());
	});
}

void link_needed(Module &module, std::unique_ptr<Module> library)
{
	if (Linker::linkModules(module, std::move(library), Linker::LinkOnlyNeeded, keep_inside))
		report_fatal_error("the library of built-in functions cannot be linked");
}

/* A function that neither a pass nor the payload defines; null: there is none. */
static const Function *wanted_from_library(const Module &module)
{
	for (const Function &function : module) {
		StringRef name = source_name(function.getName());

		if (function.isDeclaration() && !function.isIntrinsic() &&
		    function.getName().take_front(5) != "fclc_" && name != "barrier" &&
		    !is_work_item_function(name))
			return &function;
	}
	return nullptr;
}

/*
 * Gives the library's functions what options of clang add to every function, such as rules for
 * floating-point numbers: clang has added them to this declaration, too.
 */
static void take_attributes(const Function &declaration, Module &library)
{
	AttrBuilder attributes(library.getContext());

	for (Attribute attribute : declaration.getAttributes().getFnAttrs())
		if (attribute.isStringAttribute()
			    ? attribute.getKindAsString() != "target-cpu" &&
				      attribute.getKindAsString() != "target-features" &&
				      attribute.getKindAsString() != "tune-cpu"
			    : attribute.hasAttribute(Attribute::Convergent) ||
				      attribute.hasAttribute(Attribute::NullPointerIsValid))
			attributes.addAttribute(attribute);
	for (Function &function : library)
		if (!function.isIntrinsic())
			function.addFnAttrs(attributes);
}

void link_builtins(Module &module)
{
	const Function *wanted = builtins.empty() ? nullptr : wanted_from_library(module);
	std::unique_ptr<Module> library;

	if (!wanted)
		return;
	library = open_library(module, builtins);
	if (!library)
		report_fatal_error("the library of built-in functions cannot be read");
	take_attributes(*wanted, *library);
	define_generics(module, *library);
	define_halves(module, *library);
	link_needed(module, std::move(library));
}

} // namespace fclc
