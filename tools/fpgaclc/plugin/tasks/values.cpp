/* SPDX-License-Identifier: Apache-2.0 */
#include <llvm/ADT/SetVector.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

#include "tools/fpgaclc/plugin/flow/names.h"
#include "tools/fpgaclc/plugin/tasks/tasks.h"

using namespace llvm;

namespace fclc
{

namespace
{

/* Whether a task keeps a number or a pointer of this type, and not a reference as to a stream. */
bool is_value(const Type *type)
{
	auto *object = dyn_cast<StructType>(type);

	if (!object)
		return !type->isAggregateType() && !type->isVectorTy();
	for (const char *name : {"ap_int", "ap_uint", "ap_fixed", "ap_ufixed"})
		if (object->hasName() && object->getName().contains(name))
			return true;
	return false;
}

void find_values(CallBase &call, SetVector<AllocaInst *> &values)
{
	if (!is_task_constructor(call) ||
	    !isa<GlobalVariable>(call.getArgOperand(0)->stripPointerCasts()))
		return;
	for (unsigned i = 1; i < call.arg_size(); i++) {
		auto *variable = dyn_cast<AllocaInst>(call.getArgOperand(i));

		if (variable && variable->isStaticAlloca() && !variable->isArrayAllocation() &&
		    is_value(variable->getAllocatedType()))
			values.insert(variable);
	}
}

/* The lifetime would end with the block. */
void drop_lifetimes(AllocaInst &variable)
{
	for (User *user : make_early_inc_range(variable.users()))
		if (auto *call = dyn_cast<IntrinsicInst>(user))
			if (call->isLifetimeStartOrEnd())
				call->eraseFromParent();
}

} // namespace

void keep_task_values(Module &module)
{
	SetVector<AllocaInst *> values;

	for (Function &function : module)
		for (Instruction &instruction : instructions(function))
			if (auto *call = dyn_cast<CallBase>(&instruction))
				find_values(*call, values);
	for (AllocaInst *value : values) {
		Type *type = value->getAllocatedType();
		auto *place = new GlobalVariable(module, type, false, GlobalValue::InternalLinkage,
						 Constant::getNullValue(type), "fclc.task");

		place->setAlignment(value->getAlign());
		drop_lifetimes(*value);
		value->replaceAllUsesWith(place);
		value->eraseFromParent();
	}
}

} // namespace fclc
