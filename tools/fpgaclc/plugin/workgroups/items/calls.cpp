/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/plugin/workgroups/items/calls.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

using namespace llvm;

namespace fclc
{

/* Whether the types differ at most in a pointer's address space. */
static bool is_alike(Type *a, Type *b)
{
	return a == b || (a->isPointerTy() && b->isPointerTy());
}

static bool is_alike(const FunctionType &a, const FunctionType &b)
{
	if (a.isVarArg() || b.isVarArg() || a.getNumParams() != b.getNumParams())
		return false;
	for (unsigned i = 0; i < a.getNumParams(); i++)
		if (!is_alike(a.getParamType(i), b.getParamType(i)))
			return false;
	return is_alike(a.getReturnType(), b.getReturnType());
}

static void match(CallInst &call, Function &callee)
{
	FunctionType *type = callee.getFunctionType();
	IRBuilder<> builder(&call);
	Type *found = call.getType();

	for (unsigned i = 0; i < type->getNumParams(); i++)
		if (call.getArgOperand(i)->getType() != type->getParamType(i))
			call.setArgOperand(i, builder.CreateAddrSpaceCast(call.getArgOperand(i),
									  type->getParamType(i)));
	call.mutateFunctionType(type);
	if (found == type->getReturnType())
		return;
	builder.SetInsertPoint(call.getNextNode());
	Value *result = builder.CreateAddrSpaceCast(&call, found);
	call.replaceUsesWithIf(result, [&](Use &use) { return use.getUser() != result; });
}

void match_calls(Module &module)
{
	for (Function &function : module)
		for (Instruction &instruction : make_early_inc_range(instructions(function))) {
			CallInst *call = dyn_cast<CallInst>(&instruction);
			Function *callee = call ? dyn_cast<Function>(call->getCalledOperand())
						: nullptr;

			if (callee && callee->getFunctionType() != call->getFunctionType() &&
			    is_alike(*callee->getFunctionType(), *call->getFunctionType()))
				match(*call, *callee);
		}
}

} // namespace fclc
