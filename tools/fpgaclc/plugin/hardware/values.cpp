/* SPDX-License-Identifier: Apache-2.0 */
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include "tools/fpgaclc/plugin/hardware/hardware.h"

using namespace llvm;

namespace fclc
{

namespace
{

/* The constant with 0 for each poison integer; a whole vector may be poison, as a start. */
Constant *without_poison(Constant *value)
{
	SmallVector<Constant *, 16> elements;
	bool changed = false;

	if (isa<PoisonValue>(value))
		return value->getType()->isIntegerTy() ? Constant::getNullValue(value->getType())
						       : value;
	if (!isa<ConstantAggregate>(value))
		return value;
	for (Value *operand : value->operands()) {
		elements.push_back(without_poison(cast<Constant>(operand)));
		changed |= elements.back() != operand;
	}
	if (!changed)
		return value;
	if (value->getType()->isVectorTy())
		return ConstantVector::get(elements);
	if (auto *type = dyn_cast<ArrayType>(value->getType()))
		return ConstantArray::get(type, elements);
	return ConstantStruct::get(cast<StructType>(value->getType()), elements);
}

} // namespace

void define_poison(Function &function)
{
	for (Instruction &instruction : instructions(function))
		for (Use &use : instruction.operands())
			if (auto *constant = dyn_cast<Constant>(use.get()))
				use.set(without_poison(constant));
}

void define_bools(Function &function)
{
	for (Instruction &instruction : instructions(function)) {
		if (!isa<LoadInst>(instruction) || !instruction.getType()->isIntegerTy(8))
			continue;
		instruction.setMetadata(LLVMContext::MD_range, nullptr);
		instruction.setMetadata(LLVMContext::MD_noundef, nullptr);
	}
}

} // namespace fclc
