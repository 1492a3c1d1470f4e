/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/plugin/workgroups/loops/uniform.h"

#include <llvm/IR/CFG.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include "tools/fpgaclc/plugin/workgroups/items/ids.h"

using namespace llvm;

namespace fclc
{

bool Uniform::mark(const Value *value)
{
	return divergent.insert(value).second;
}

/*
 * Blocks between a divergent branch and the block where all paths rejoin run for some work-items
 * only, or a different number of times. Values also merge in that last block.
 */
void Uniform::mark_blocks(const BasicBlock *branch, const PostDominatorTree &ends)
{
	const DomTreeNodeBase<BasicBlock> *node = ends.getNode(branch);
	const BasicBlock *end = node && node->getIDom() ? node->getIDom()->getBlock() : nullptr;
	SmallVector<const BasicBlock *, 16> list(successors(branch));

	while (!list.empty()) {
		const BasicBlock *block = list.pop_back_val();

		if (block == end) {
			for (const PHINode &phi : block->phis())
				mark(&phi);
			continue;
		}
		if (!partial.insert(block).second)
			continue;
		for (const Instruction &instruction : *block)
			mark(&instruction);
		list.append(succ_begin(block), succ_end(block));
	}
}

bool Uniform::depends(const Instruction &instruction) const
{
	Field field = field_of(&instruction);

	if (field != FIELDS)
		return is_local_id(&instruction);
	if (isa<AllocaInst>(instruction))
		return true;
	if (instruction.getParent()->isEntryBlock())
		return false;
	/* Another work-item may write the memory. */
	if (instruction.mayReadFromMemory() && !instruction.hasMetadata("invariant.load"))
		return true;
	if (isa<CallBase>(instruction) && instruction.mayHaveSideEffects())
		return true;
	for (const Value *operand : instruction.operands())
		if (divergent.contains(operand))
			return true;
	return false;
}

Uniform::Uniform(Function &function, const PostDominatorTree &ends)
{
	bool more = true;

	while (more) {
		more = false;
		for (const Instruction &instruction : instructions(function)) {
			if (divergent.contains(&instruction) || !depends(instruction))
				continue;
			more = mark(&instruction);
			if (instruction.isTerminator())
				mark_blocks(instruction.getParent(), ends);
		}
	}
}

/* --- strides ---------------------------------------------------------------------------------- */

static Stride sum(Stride a, Stride b)
{
	if (a == Stride::UNIFORM)
		return b;
	return b == Stride::UNIFORM ? a : Stride::OTHER;
}

static Stride stride_of_index(const Value *index, const Uniform &uniform)
{
	const Instruction *instruction = dyn_cast<Instruction>(index);

	if (uniform.is_uniform(index))
		return Stride::UNIFORM;
	if (field_of(index) != FIELDS)
		return field_of(index) == LOCAL_ID_X ? Stride::ONE : Stride::UNIFORM;
	if (!instruction)
		return Stride::OTHER;
	switch (instruction->getOpcode()) {
	case Instruction::Trunc:
	case Instruction::SExt:
	case Instruction::ZExt:
	case Instruction::Freeze:
		return stride_of_index(instruction->getOperand(0), uniform);
	case Instruction::Add:
	case Instruction::Or:
		return sum(stride_of_index(instruction->getOperand(0), uniform),
			   stride_of_index(instruction->getOperand(1), uniform));
	case Instruction::Sub:
		if (stride_of_index(instruction->getOperand(1), uniform) != Stride::UNIFORM)
			return Stride::OTHER;
		return stride_of_index(instruction->getOperand(0), uniform);
	case Instruction::Mul:
	case Instruction::Shl:
		for (const Value *operand : instruction->operands())
			if (stride_of_index(operand, uniform) != Stride::UNIFORM)
				return Stride::OTHER;
		return Stride::UNIFORM;
	default:
		return Stride::OTHER;
	}
}

Stride stride_of(const Value *address, const Type *type, const Uniform &uniform)
{
	const GetElementPtrInst *gep = dyn_cast<GetElementPtrInst>(address);
	const DataLayout *layout;
	Stride stride;

	if (uniform.is_uniform(address))
		return Stride::UNIFORM;
	if (!gep)
		return Stride::OTHER;
	layout = &gep->getModule()->getDataLayout();
	for (unsigned i = 1; i + 1 < gep->getNumOperands(); i++)
		if (stride_of_index(gep->getOperand(i), uniform) != Stride::UNIFORM)
			return Stride::OTHER;
	if (stride_of(gep->getPointerOperand(), type, uniform) != Stride::UNIFORM)
		return Stride::OTHER;
	stride = stride_of_index(gep->getOperand(gep->getNumOperands() - 1), uniform);
	if (stride == Stride::ONE && layout->getTypeStoreSize(gep->getResultElementType()) !=
					     layout->getTypeStoreSize(const_cast<Type *>(type)))
		return Stride::OTHER;
	return stride;
}

} // namespace fclc
