/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/plugin/opencl/generic.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/IRBuilder.h>

using namespace llvm;

namespace fclc
{

static constexpr StringRef generic = "U9CLgeneric";

/* The symbol with the generic address space replaced. */
static std::string symbol_in(StringRef symbol, StringRef space)
{
	std::string name;

	for (;;) {
		auto [before, after] = symbol.split(generic);

		name += before;
		if (before.size() == symbol.size())
			return name;
		name += space;
		symbol = after;
	}
}

static const Function *counterpart_of(const Function &function, const Module &library)
{
	for (StringRef space : {"U8CLglobal", "U9CLprivate", "U7CLlocal"}) {
		const Function *twin = library.getFunction(symbol_in(function.getName(), space));

		if (twin && !twin->isDeclaration() && twin->arg_size() == function.arg_size() &&
		    twin->getReturnType() == function.getReturnType())
			return twin;
	}
	return nullptr;
}

static void define(Function &function, const Function &twin)
{
	Module &module = *function.getParent();
	FunctionCallee callee = module.getOrInsertFunction(twin.getName(), twin.getFunctionType(),
							   function.getAttributes());
	IRBuilder<> builder(BasicBlock::Create(module.getContext(), "", &function));
	SmallVector<Value *, 4> values;

	for (unsigned i = 0; i < twin.arg_size(); i++) {
		Argument *argument = function.getArg(i);
		Type *wanted = twin.getArg(i)->getType();

		values.push_back(argument->getType() == wanted
					 ? (Value *)argument
					 : builder.CreateAddrSpaceCast(argument, wanted));
	}
	CallInst *call = builder.CreateCall(callee, values);
	call->setCallingConv(twin.getCallingConv());
	call->setAttributes(function.getAttributes());
	if (call->getType()->isVoidTy())
		builder.CreateRetVoid();
	else
		builder.CreateRet(call);
	function.setVisibility(GlobalValue::DefaultVisibility);
	function.setLinkage(GlobalValue::InternalLinkage);
}

void define_generics(Module &module, const Module &library)
{
	SmallVector<Function *, 8> found;

	for (Function &function : module)
		if (function.isDeclaration() && function.getName().contains(generic))
			found.push_back(&function);
	for (Function *function : found)
		if (const Function *twin = counterpart_of(*function, library))
			define(*function, *twin);
}

} // namespace fclc
