/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/plugin/schedule/pointers.h"

#include <llvm/Analysis/AliasAnalysis.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

using namespace llvm;

namespace fclc
{

namespace
{

/* A pointer that is the one if the condition holds, and the other otherwise. */
struct choice {
	Instruction *at = nullptr; /* where it is made; nullptr: it is no choice between arrays */
	Value *condition = nullptr, *yes = nullptr, *no = nullptr;
};

} // namespace

static const Value *array_at(const Value *pointer)
{
	const Value *object = getUnderlyingObject(pointer, 0);

	return isIdentifiedObject(object) ? object : nullptr;
}

/* What is behind the arithmetic of a pointer. */
static Instruction *origin_of(Value *pointer)
{
	while (auto *step = dyn_cast<GetElementPtrInst>(pointer))
		pointer = step->getPointerOperand();
	return dyn_cast<Instruction>(pointer);
}

static choice choice_of(SelectInst &select)
{
	const Value *yes = array_at(select.getTrueValue());
	const Value *no = array_at(select.getFalseValue());

	if (!yes || !no || yes == no)
		return choice();
	return {&select, select.getCondition(), select.getTrueValue(), select.getFalseValue()};
}

/* Pointers into the first array are on one side; the rest, which may be of several, on the other. */
static choice choice_of(PHINode &phi)
{
	const Value *first = array_at(phi.getIncomingValue(0));
	bool several = false;

	for (const Value *each : phi.incoming_values()) {
		if (!array_at(each))
			return choice();
		several |= array_at(each) != first;
	}
	if (!first || !several)
		return choice();
	IRBuilder<> builder(&phi);
	unsigned count = phi.getNumIncomingValues();
	PHINode *condition = builder.CreatePHI(builder.getInt1Ty(), count);
	PHINode *sides[] = {builder.CreatePHI(phi.getType(), count),
			    builder.CreatePHI(phi.getType(), count)};
	Value *others[] = {nullptr, nullptr};

	/* The side that is not chosen is never used: any pointer of its array does, but none dominates. */
	for (unsigned i = 0; i < count; i++)
		others[array_at(phi.getIncomingValue(i)) != first] =
			const_cast<Value *>(array_at(phi.getIncomingValue(i)));
	for (unsigned i = 0; i < count; i++) {
		bool no = array_at(phi.getIncomingValue(i)) != first;

		condition->addIncoming(builder.getInt1(!no), phi.getIncomingBlock(i));
		sides[no]->addIncoming(phi.getIncomingValue(i), phi.getIncomingBlock(i));
		sides[!no]->addIncoming(others[!no], phi.getIncomingBlock(i));
	}
	return {&phi, condition, sides[0], sides[1]};
}

static choice choice_at(Instruction &access)
{
	Value *pointer = const_cast<Value *>(getLoadStorePointerOperand(&access));
	Instruction *origin = pointer ? origin_of(pointer) : nullptr;

	if (auto *select = dyn_cast_or_null<SelectInst>(origin))
		return choice_of(*select);
	if (auto *phi = dyn_cast_or_null<PHINode>(origin))
		return choice_of(*phi);
	return choice();
}

/* The pointer with the arithmetic behind the choice, from one of its sides. */
static Value *rebuild(Value *pointer, const Instruction *choice, Value *side, Instruction *before)
{
	if (pointer == choice)
		return side;
	auto *step = cast<GetElementPtrInst>(pointer)->clone();

	step->setOperand(0, rebuild(cast<GetElementPtrInst>(pointer)->getPointerOperand(), choice,
				    side, before));
	step->insertBefore(before);
	return step;
}

static Instruction *copy_of(Instruction &access, const choice &choice, Value *side,
			    Instruction *before)
{
	Instruction *copy = access.clone();
	unsigned operand = isa<StoreInst>(access) ? 1 : 0;

	copy->insertBefore(before);
	copy->setOperand(operand, rebuild(access.getOperand(operand), choice.at, side, copy));
	return copy;
}

static void separate(Instruction &access, const choice &choice)
{
	Instruction *yes = nullptr, *no = nullptr;

	SplitBlockAndInsertIfThenElse(choice.condition, &access, &yes, &no);
	Instruction *copies[] = {copy_of(access, choice, choice.yes, yes),
				 copy_of(access, choice, choice.no, no)};

	if (!access.getType()->isVoidTy()) {
		PHINode *result = IRBuilder<>(&access).CreatePHI(access.getType(), 2);

		for (Instruction *copy : copies)
			result->addIncoming(copy, copy->getParent());
		access.replaceAllUsesWith(result);
	}
	access.eraseFromParent();
}

static bool separate_one(Function &function)
{
	for (Instruction &instruction : instructions(function)) {
		choice found = choice_at(instruction);

		if (!found.at)
			continue;
		separate(instruction, found);
		return true;
	}
	return false;
}

bool separate_arrays(Function &function)
{
	bool any = false;

	while (separate_one(function))
		any = true;
	return any;
}

} // namespace fclc
