/* SPDX-License-Identifier: Apache-2.0 */
#include <llvm/IR/Constants.h>

#include "tools/fpgaclc/plugin/flow/names.h"
#include "tools/fpgaclc/plugin/tasks/tasks.h"

using namespace llvm;

namespace fclc
{

namespace
{

const char *const table_name = "fclc_task_names";

/* A user's function that takes a stream or a memory of tapa.h. */
bool may_be_task(const Function &function)
{
	StringRef symbol = function.getName();

	return !function.isDeclaration() && symbol.contains("4tapa") &&
	       symbol.find("_ZN4tapa") != 0 && symbol.find("_ZN9fclc_tapa") != 0;
}

Constant *text(Module &module, const std::string &name)
{
	Constant *bytes = ConstantDataArray::getString(module.getContext(), name);
	auto *variable = new GlobalVariable(module, bytes->getType(), true,
					    GlobalValue::PrivateLinkage, bytes, "fclc.task.name");

	variable->setUnnamedAddr(GlobalValue::UnnamedAddr::Global);
	return variable;
}

} // namespace

void name_tasks(Module &module)
{
	GlobalVariable *declared = module.getGlobalVariable(table_name), *table;
	SmallVector<Constant *, 16> entries;
	PointerType *pointer = PointerType::getUnqual(Type::getInt8Ty(module.getContext()));
	StructType *entry = StructType::get(pointer, pointer);

	if (!declared || !declared->isDeclaration())
		return;
	for (Function &function : module)
		if (may_be_task(function))
			entries.push_back(ConstantStruct::get(
				entry, {&function, text(module, short_name(function))}));
	entries.push_back(Constant::getNullValue(entry));
	table = new GlobalVariable(
		module, ArrayType::get(entry, entries.size()), true, GlobalValue::WeakAnyLinkage,
		ConstantArray::get(ArrayType::get(entry, entries.size()), entries));
	table->setVisibility(GlobalValue::HiddenVisibility);
	table->takeName(declared);
	declared->replaceAllUsesWith(table);
	declared->eraseFromParent();
}

} // namespace fclc
