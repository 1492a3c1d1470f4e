/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/workgroups/machine/targets.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/Cloning.h>

using namespace llvm;

namespace fclc
{

static constexpr const char *wide_cpu = "x86-64-v3";
static constexpr const char *wide_features = ",+avx,+avx2,+bmi,+bmi2,+f16c,+fma,+lzcnt,+movbe";

/* A mathematical function with more instructions is called, not inlined. */
enum { MOST_INSTRUCTIONS = 600 };

void unify_targets(Module &module, const Function &item)
{
	for (Function &function : module) {
		if (function.isDeclaration() || &function == &item)
			continue;
		for (const char *name : {"target-cpu", "target-features", "tune-cpu"}) {
			function.removeFnAttr(name);
			if (item.hasFnAttribute(name))
				function.addFnAttr(item.getFnAttribute(name));
		}
		if (item.hasFnAttribute(Attribute::SanitizeAddress))
			function.addFnAttr(Attribute::SanitizeAddress);
		if (function.doesNotAccessMemory() &&
		    !function.hasFnAttribute(Attribute::NoInline) &&
		    function.getInstructionCount() <= MOST_INSTRUCTIONS)
			function.addFnAttr(Attribute::AlwaysInline);
	}
}

static SetVector<Function *> called_by(Function &item)
{
	SetVector<Function *> list;

	list.insert(&item);
	for (unsigned i = 0; i < list.size(); i++)
		for (Instruction &instruction : instructions(*list[i])) {
			CallBase *call = dyn_cast<CallBase>(&instruction);
			Function *callee = call ? call->getCalledFunction() : nullptr;

			if (callee && !callee->isDeclaration())
				list.insert(callee);
		}
	return list;
}

static void widen(Function &function)
{
	std::string features = function.getFnAttribute("target-features").getValueAsString().str();

	function.removeFnAttr("target-features");
	function.addFnAttr("target-features", features + wide_features);
	function.removeFnAttr("target-cpu");
	function.addFnAttr("target-cpu", wide_cpu);
}

Function *add_wide_version(Function &item)
{
	SetVector<Function *> list;
	ValueToValueMapTy map;

	if (item.getFnAttribute("target-features").getValueAsString().contains("+avx2"))
		return &item;
	list = called_by(item);
	for (Function *function : list) {
		Function *copy = Function::Create(function->getFunctionType(),
						  GlobalValue::InternalLinkage,
						  function->getName() + ".v3", item.getParent());
		Argument *to = copy->arg_begin();

		map[function] = copy;
		for (Argument &from : function->args())
			map[&from] = to++;
	}
	for (Function *function : list) {
		Function *copy = cast<Function>(map[function]);
		SmallVector<ReturnInst *, 4> returns;

		CloneFunctionInto(copy, function, map, CloneFunctionChangeType::GlobalChanges,
				  returns);
		copy->setLinkage(GlobalValue::InternalLinkage);
		copy->setVisibility(GlobalValue::DefaultVisibility);
		copy->setComdat(nullptr);
		widen(*copy);
	}
	return cast<Function>(map[&item]);
}

} // namespace fclc
