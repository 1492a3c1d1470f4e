/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/workgroups/machine/library.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IRReader/IRReader.h>
#include <llvm/Linker/Linker.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/ErrorHandling.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Transforms/IPO/Internalize.h>

#include "tools/fpgaclc/workgroups/items/ids.h"
#include "tools/fpgaclc/workgroups/items/operations.h"

using namespace llvm;

namespace fclc
{

static cl::opt<std::string> faster_library("fclc-library", cl::Hidden,
					   cl::desc("Built-in functions for processors with FMA"));

static bool is_number(const Type *type)
{
	return type->getScalarType()->isFloatingPointTy() || type->getScalarType()->isIntegerTy();
}

/* A function of the library that computes numbers of floating point from such numbers, and perhaps integers. */
static bool is_mathematical(const Function &function)
{
	bool floats = false;

	for (const Argument &argument : function.args()) {
		if (!is_number(argument.getType()))
			return false;
		floats |= argument.getType()->getScalarType()->isFloatingPointTy();
	}
	/* What a source defines is not the library's, which is linked as if it were static. */
	return floats && !function.isDeclaration() && function.hasLocalLinkage() &&
	       function.getReturnType()->getScalarType()->isFloatingPointTy() &&
	       function.getName().contains("_cl_") && !source_name(function.getName()).empty() &&
	       !is_operation(function);
}

/* Those that the kernels call, directly or in functions of the source. */
static SetVector<Function *> mathematical_functions(ArrayRef<Function *> items)
{
	SetVector<Function *> callers, found;

	callers.insert(items.begin(), items.end());
	for (unsigned i = 0; i < callers.size(); i++)
		for (Instruction &instruction : instructions(callers[i])) {
			CallBase *call = dyn_cast<CallBase>(&instruction);
			Function *callee = call ? call->getCalledFunction() : nullptr;

			if (!callee || callee->isDeclaration())
				continue;
			(is_mathematical(*callee) ? found : callers).insert(callee);
		}
	return found;
}

static std::unique_ptr<Module> read_library(Module &module)
{
	SMDiagnostic ignored;
	std::unique_ptr<Module> library = getLazyIRFileModule(faster_library, ignored,
							      module.getContext());

	if (!library)
		return nullptr;
	library->setTargetTriple(module.getTargetTriple());
	library->setDataLayout(module.getDataLayout());
	/* The module has them from the other library. */
	if (NamedMDNode *flags = library->getModuleFlagsMetadata())
		library->eraseNamedMetadata(flags);
	for (const char *name : {"opencl.ocl.version", "llvm.ident", "opencl.spir.version"})
		if (NamedMDNode *node = library->getNamedMetadata(name))
			library->eraseNamedMetadata(node);
	return library;
}

/* The same name with the same parameters: those of long vectors are passed as the processor's registers allow. */
static bool has_twin(const Module &library, const Function &function)
{
	const Function *twin = library.getFunction(function.getName());

	return twin && !twin->isDeclaration() &&
	       twin->getFunctionType() == function.getFunctionType() &&
	       twin->getCallingConv() == function.getCallingConv();
}

static void keep_inside(Module &module, const StringSet<> &linked)
{
	internalizeModule(module, [&](const GlobalValue &value) {
		return !value.hasName() || !linked.count(value.getName());
	});
}

Substitutes link_faster_functions(Module &module, ArrayRef<Function *> items)
{
	SmallVector<std::pair<const Function *, std::string>, 16> names;
	SetVector<Function *> functions;
	std::unique_ptr<Module> library;
	Substitutes substitutes;

	if (!faster_library.empty())
		functions = mathematical_functions(items);
	if (!functions.empty())
		library = read_library(module);
	if (!library)
		return substitutes;
	for (Function *function : functions) {
		if (!has_twin(*library, *function))
			continue;
		names.push_back({function, function->getName().str()});
		function->setName(names.back().second + ".base");
		Function::Create(function->getFunctionType(), GlobalValue::ExternalLinkage,
				 names.back().second, module)
			->setCallingConv(function->getCallingConv());
	}
	if (Linker::linkModules(module, std::move(library), Linker::LinkOnlyNeeded, keep_inside))
		report_fatal_error("the library of built-in functions cannot be linked");
	/* Linking replaces what was declared. */
	for (const auto &[function, name] : names)
		substitutes[function] = module.getFunction(name);
	return substitutes;
}

} // namespace fclc
