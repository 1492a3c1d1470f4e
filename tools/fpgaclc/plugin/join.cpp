/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/plugin/join.h"

#include <algorithm>

#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Metadata.h>
#include <llvm/IR/Module.h>
#include <llvm/IRReader/IRReader.h>
#include <llvm/Linker/Linker.h>
#include <llvm/Support/Path.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>

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

} // namespace

bool join_file(Module &module, const std::string &path)
{
	LLVMContext &context = module.getContext();
	SMDiagnostic problem;
	std::unique_ptr<Module> other = parseIRFile(path, problem, context);

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

bool join_sources(Module &module)
{
	NamedMDNode *list = module.getNamedMetadata("fclc.join");
	StringRef folder = sys::path::parent_path(module.getModuleIdentifier());

	for (unsigned i = 0; list && i < list->getNumOperands(); i++) {
		MDString *name = cast<MDString>(list->getOperand(i)->getOperand(0));

		if (!join_file(module, (folder + "/" + name->getString()).str()))
			break;
	}
	if (list)
		list->eraseFromParent();
	return list;
}

/* What is left would only be compiled for nothing. */
static void clear(Module &module)
{
	StripDebugInfo(module);
	for (Function &function : module) {
		function.deleteBody();
		function.setComdat(nullptr);
	}
	for (GlobalAlias &alias : make_early_inc_range(module.aliases())) {
		alias.replaceAllUsesWith(UndefValue::get(alias.getType()));
		alias.eraseFromParent();
	}
	for (GlobalVariable &variable : make_early_inc_range(module.globals())) {
		variable.setInitializer(nullptr);
		variable.setComdat(nullptr);
		variable.setLinkage(GlobalValue::ExternalLinkage);
		if (variable.getName().substr(0, 5) == "llvm.")
			variable.eraseFromParent();
	}
}

/* LLVM 15 has no function for it. */
static void forget_used(Module &module, const GlobalValue *value, bool by_compiler)
{
	SmallVector<GlobalValue *, 8> used;
	GlobalVariable *list = collectUsedGlobalVariables(module, used, by_compiler);

	if (!list)
		return;
	list->eraseFromParent();
	used.erase(std::remove(used.begin(), used.end(), value), used.end());
	if (by_compiler)
		appendToCompilerUsed(module, used);
	else
		appendToUsed(module, used);
}

bool leave_as_ir(Module &module)
{
	GlobalVariable *path = module.getNamedGlobal("fclc_leaves");
	std::error_code error;

	if (!path)
		return false;
	std::string name =
		cast<ConstantDataSequential>(path->getInitializer())->getAsCString().str();

	for (bool by_compiler : {false, true})
		forget_used(module, path, by_compiler);
	path->eraseFromParent();
	raw_fd_ostream out(name, error);

	module.print(out, nullptr);
	out.close();
	if (error || out.has_error()) {
		module.getContext().emitError("cannot write '" + name + "'");
		out.clear_error();
	}
	clear(module);
	return true;
}

} // namespace fclc
