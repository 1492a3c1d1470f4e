/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/plugin/flow/places.h"

#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>

using namespace llvm;

namespace fclc
{

bool is_zeroed_first(const User *user)
{
	const Instruction *instruction = dyn_cast<Instruction>(user);
	const Function *function = instruction ? instruction->getFunction() : nullptr;

	return function && instruction->getParent() == &function->getEntryBlock() &&
	       instruction->getMetadata(LLVMContext::MD_annotation) &&
	       (isa<StoreInst>(user) || isa<MemSetInst>(user));
}

Value *spilled(AllocaInst *slot)
{
	Value *value = nullptr;

	for (User *user : slot->users()) {
		StoreInst *store = dyn_cast<StoreInst>(user);

		if (is_zeroed_first(user))
			continue;
		if (store && store->getPointerOperand() == slot && !value)
			value = store->getValueOperand();
		else if (!isa<LoadInst>(user) && !isa<DbgInfoIntrinsic>(user))
			return nullptr;
	}
	return value;
}

/* What a pointer is before unoptimised code spilled it. */
static Value *unspilled(Value *pointer)
{
	for (unsigned steps = 0; steps < 64; steps++) {
		LoadInst *load = dyn_cast<LoadInst>(pointer);
		AllocaInst *slot = load ? dyn_cast<AllocaInst>(load->getPointerOperand()) : nullptr;
		Value *value = slot ? spilled(slot) : nullptr;

		if (value)
			pointer = value;
		else if (Operator::getOpcode(pointer) == Instruction::BitCast)
			pointer = cast<Operator>(pointer)->getOperand(0);
		else
			break;
	}
	return pointer;
}

Value *address_in(Value *address, const DataLayout &layout, int64_t &ret_offset)
{
	ret_offset = 0;
	while (GEPOperator *gep = dyn_cast<GEPOperator>(address = unspilled(address))) {
		APInt offset(layout.getIndexTypeSizeInBits(gep->getType()), 0);

		if (ret_offset == ANYWHERE || !gep->accumulateConstantOffset(layout, offset))
			ret_offset = ANYWHERE;
		else
			ret_offset += offset.getSExtValue();
		address = gep->getPointerOperand();
	}
	return address;
}

Argument *passed_at(AllocaInst &variable, int64_t offset, const DataLayout &layout)
{
	Argument *found = nullptr;

	for (Instruction &i : variable.getParent()->getParent()->getEntryBlock()) {
		StoreInst *store = dyn_cast<StoreInst>(&i);
		int64_t at;

		if (store && isa<Argument>(store->getValueOperand()) &&
		    address_in(store->getPointerOperand(), layout, at) == &variable && at == offset)
			found = found ? nullptr : cast<Argument>(store->getValueOperand());
	}
	return found;
}

bool is_const(AllocaInst &variable)
{
	SmallVector<Value *, 8> pending = {&variable};

	while (!pending.empty())
		for (User *user : pending.pop_back_val()->users()) {
			StoreInst *store = dyn_cast<StoreInst>(user);

			if (isa<GEPOperator>(user))
				pending.push_back(user);
			else if (!isa<LoadInst>(user) && !isa<DbgInfoIntrinsic>(user) &&
				 !is_zeroed_first(user) &&
				 !(store && isa<Argument>(store->getValueOperand())))
				return false;
		}
	return true;
}

LoadInst *loaded_from(Value *pointer)
{
	while (GEPOperator *gep = dyn_cast<GEPOperator>(pointer = unspilled(pointer)))
		pointer = gep->getPointerOperand();
	return dyn_cast<LoadInst>(pointer);
}

} // namespace fclc
