/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/plugin/join.h"

#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Metadata.h>
#include <llvm/IR/Module.h>
#include <llvm/IRReader/IRReader.h>
#include <llvm/Linker/Linker.h>
#include <llvm/Support/Path.h>
#include <llvm/Support/SourceMgr.h>

using namespace llvm;

namespace fclc
{

namespace
{

bool is_unique(const GlobalValue &value)
{
	return value.isStrongDefinitionForLinker() && !value.hasLocalLinkage() &&
	       !value.hasAppendingLinkage();
}

/* LLVM's linker would name neither the sources nor the problem. */
bool has_duplicates(const Module &module, const Module &other)
{
	bool found = false;

	for (const GlobalValue &value : other.global_values()) {
		const GlobalValue *twin = module.getNamedValue(value.getName());

		if (!is_unique(value) || !twin || !is_unique(*twin))
			continue;
		module.getContext().emitError("'" + demangle(value.getName().str()) +
					      "' is defined in more than one source of the kernel");
		found = true;
	}
	return found;
}

bool join(Module &module, const Twine &path)
{
	LLVMContext &context = module.getContext();
	SMDiagnostic problem;
	std::unique_ptr<Module> other = parseIRFile(path.str(), problem, context);

	if (!other) {
		context.emitError(problem.getMessage());
		return false;
	}
	if (has_duplicates(module, *other))
		return false;
	if (!Linker::linkModules(module, std::move(other)))
		return true;
	context.emitError("the sources of a kernel cannot be linked");
	return false;
}

} // namespace

bool join_sources(Module &module)
{
	NamedMDNode *list = module.getNamedMetadata("fclc.join");
	StringRef folder = sys::path::parent_path(module.getModuleIdentifier());

	for (unsigned i = 0; list && i < list->getNumOperands(); i++) {
		MDString *name = cast<MDString>(list->getOperand(i)->getOperand(0));

		if (!join(module, folder + "/" + name->getString()))
			break;
	}
	if (list)
		list->eraseFromParent();
	return list;
}

} // namespace fclc
