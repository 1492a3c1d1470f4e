/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/plugin/machine/constants.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/PatternMatch.h>

using namespace llvm;
using namespace llvm::PatternMatch;

namespace fclc
{

/* Whether at least one lane has a known number. */
static bool has_numbers(Value *value)
{
	bool is_data = isa<ConstantInt>(value) || isa<ConstantFP>(value) ||
		       isa<ConstantDataVector>(value) || isa<ConstantVector>(value) ||
		       isa<ConstantAggregateZero>(value);

	return is_data &&
	       (value->getType()->isIntOrIntVectorTy() || value->getType()->isFPOrFPVectorTy());
}

/* A load from a variable whose value the compiler must assume to be unknown. */
static Value *read_from_memory(Instruction &before, Constant *value)
{
	Module &module = *before.getModule();
	Type *type = value->getType(), *in_memory = type;
	IRBuilder<> builder(&before);
	GlobalVariable *variable;
	LoadInst *load;

	/* Single bits are not addressable in memory. */
	if (type->getScalarSizeInBits() % 8)
		in_memory =
			type->getWithNewBitWidth((unsigned)alignTo(type->getScalarSizeInBits(), 8));
	if (in_memory != type)
		value = cast<Constant>(builder.CreateZExt(value, in_memory));
	variable = new GlobalVariable(module, in_memory, true, GlobalValue::PrivateLinkage, value,
				      "fclc.lanes");
	variable->setExternallyInitialized(true);
	variable->setAlignment(module.getDataLayout().getABITypeAlign(in_memory));
	load = builder.CreateAlignedLoad(in_memory, variable, variable->getAlign());
	load->setMetadata(LLVMContext::MD_invariant_load, MDNode::get(module.getContext(), {}));
	return in_memory == type ? load : builder.CreateTrunc(load, type);
}

/* The number of leading operands that provide lanes; an index or a mask does not. */
static unsigned count_lanes(const Instruction &instruction)
{
	return isa<InsertElementInst>(instruction) || isa<ShuffleVectorInst>(instruction) ? 2 : 0;
}

void keep_variable_lanes(Module &module)
{
	for (Function &function : module)
		for (Instruction &instruction : instructions(function))
			for (unsigned i = 0; i < count_lanes(instruction); i++)
				if (has_numbers(instruction.getOperand(i)))
					instruction.setOperand(
						i,
						read_from_memory(
							instruction,
							cast<Constant>(instruction.getOperand(i))));
}

/* Whether a select uses the value, possibly with another lane type. */
static bool is_selected(const Value &value)
{
	for (const User *user : value.users())
		if (isa<SelectInst>(user) || (isa<BitCastInst>(user) && is_selected(*user)))
			return true;
	return false;
}

void keep_merges_apart(Module &module)
{
	for (Function &function : module)
		for (Instruction &instruction : instructions(function)) {
			Value *a, *b;
			Constant *mask, *other;

			if (instruction.getType()->isVectorTy() &&
			    match(&instruction, m_Or(m_And(m_Value(a), m_Constant(mask)),
						     m_And(m_Value(b), m_Constant(other)))) &&
			    is_selected(instruction)) {
				auto *part = cast<Instruction>(instruction.getOperand(0));

				part->setOperand(part->getOperand(1) == mask,
						 read_from_memory(*part, mask));
			}
		}
}

} // namespace fclc
