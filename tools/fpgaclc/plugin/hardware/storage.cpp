/* SPDX-License-Identifier: Apache-2.0 */
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

#include "tools/fpgaclc/plugin/hardware/hardware.h"

using namespace llvm;

namespace fclc
{

namespace
{

/* Whether clang added the instruction to set a variable that the source does not. */
bool is_added(const Instruction &instruction)
{
	const MDNode *notes = instruction.getMetadata(LLVMContext::MD_annotation);

	for (unsigned i = 0; notes && i < notes->getNumOperands(); i++)
		if (auto *note = dyn_cast<MDString>(notes->getOperand(i)))
			if (note->getString() == "auto-init")
				return true;
	return false;
}

/* The variable that the instruction sets to zero; nullptr: it does something else. */
AllocaInst *zeroed(Instruction &instruction)
{
	Value *to = nullptr;
	AllocaInst *variable;

	if (!is_added(instruction))
		return nullptr;
	if (auto *store = dyn_cast<StoreInst>(&instruction))
		to = isa<Constant>(store->getValueOperand()) ? store->getPointerOperand() : nullptr;
	else if (auto *set = dyn_cast<MemSetInst>(&instruction))
		to = isa<Constant>(set->getLength()) ? set->getDest() : nullptr;
	variable = to ? dyn_cast<AllocaInst>(to) : nullptr;
	return variable && variable->isStaticAlloca() ? variable : nullptr;
}

Instruction *behind_variables(Function &function)
{
	Instruction *at = &function.getEntryBlock().front();

	while (isa<AllocaInst>(at))
		at = at->getNextNode();
	return at;
}

} // namespace

void keep_storage(Function &function)
{
	SmallVector<Instruction *, 16> sets;
	SmallPtrSet<const AllocaInst *, 16> kept;
	Instruction *start;

	if (function.isDeclaration())
		return;
	for (Instruction &instruction : instructions(function))
		if (AllocaInst *variable = zeroed(instruction)) {
			sets.push_back(&instruction);
			kept.insert(variable);
		}
	if (sets.empty())
		return;
	start = behind_variables(function);
	for (Instruction *set : sets) {
		if (set == start)
			start = start->getNextNode();
		set->moveBefore(start);
		/*
		 * A debugger takes the first location for the end of the prologue, and arguments are
		 * only stored after these.
		 */
		set->setDebugLoc(DebugLoc());
	}
	for (Instruction &instruction : make_early_inc_range(instructions(function)))
		if (auto *call = dyn_cast<IntrinsicInst>(&instruction))
			if (call->isLifetimeStartOrEnd() &&
			    kept.count(dyn_cast<AllocaInst>(
				    call->getArgOperand(1)->stripPointerCasts())))
				call->eraseFromParent();
}

} // namespace fclc
