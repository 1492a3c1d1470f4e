/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/plugin/machine/divide.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>

using namespace llvm;

namespace fclc
{

static bool is_signed(const BinaryOperator &division)
{
	return division.getOpcode() == Instruction::SDiv ||
	       division.getOpcode() == Instruction::SRem;
}

/* Whether the divisor is a constant, or a vector of constants, that is safe for any dividend. */
static bool is_safe_in_every_lane(const BinaryOperator &division)
{
	const Constant *divisor = dyn_cast<Constant>(division.getOperand(1));
	unsigned count = 1;

	if (!divisor)
		return false;
	if (auto *vector = dyn_cast<FixedVectorType>(divisor->getType()))
		count = vector->getNumElements();
	for (unsigned i = 0; i < count; i++) {
		const Constant *element = divisor->getType()->isVectorTy()
						  ? divisor->getAggregateElement(i)
						  : divisor;
		const ConstantInt *number = dyn_cast_or_null<ConstantInt>(element);

		if (!number || number->isZero() || (is_signed(division) && number->isMinusOne()))
			return false;
	}
	return true;
}

static void guard(BinaryOperator &division)
{
	IRBuilder<> builder(&division);
	Value *divisor = division.getOperand(1), *bad, *minus = nullptr, *quotient, *negated;
	Type *type = divisor->getType();
	Constant *one = ConstantInt::get(type, 1);

	if (is_signed(division)) {
		/* 0 and -1 are the two numbers that are at most 1 (unsigned) after adding 1. */
		bad = builder.CreateICmpULE(builder.CreateAdd(divisor, one), one);
		minus = builder.CreateICmpEQ(divisor, Constant::getAllOnesValue(type));
	} else {
		bad = builder.CreateICmpEQ(divisor, Constant::getNullValue(type));
	}
	division.setOperand(1, builder.CreateSelect(bad, one, divisor));
	/* A division that was exact for the old divisor need not be for the new one. */
	if (isa<PossiblyExactOperator>(division))
		division.setIsExact(false);
	if (division.getOpcode() != Instruction::SDiv)
		return;
	builder.SetInsertPoint(division.getNextNode());
	negated = builder.CreateNeg(&division);
	quotient = builder.CreateSelect(minus, negated, &division);
	division.replaceUsesWithIf(quotient, [&](Use &use) {
		return use.getUser() != negated && use.getUser() != quotient;
	});
}

void guard_divisions(Function &function)
{
	SmallVector<BinaryOperator *, 16> divisions;

	for (Instruction &instruction : instructions(function)) {
		BinaryOperator *division = dyn_cast<BinaryOperator>(&instruction);

		if (division && division->isIntDivRem() && !is_safe_in_every_lane(*division))
			divisions.push_back(division);
	}
	for (BinaryOperator *division : divisions)
		guard(*division);
}

} // namespace fclc
