/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/plugin/workgroups/loops/lanes.h"

#include <llvm/Analysis/VectorUtils.h>
#include <llvm/Config/llvm-config.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Transforms/Scalar/Scalarizer.h>

#include "tools/fpgaclc/plugin/workgroups/items/operations.h"

using namespace llvm;

namespace fclc
{

static bool is_short(const Type *type)
{
	const FixedVectorType *vector = dyn_cast<FixedVectorType>(type);

	/* Of smaller numbers, several fit in the space of one float. */
	return vector && vector->getNumElements() <= MOST_LANES &&
	       (vector->getElementType()->getPrimitiveSizeInBits() >= 32 ||
		vector->getElementType()->isIntegerTy(1));
}

static bool takes_one_lane(const Instruction &instruction)
{
	return (isa<InsertElementInst>(instruction) &&
		isa<ConstantInt>(instruction.getOperand(2))) ||
	       (isa<ExtractElementInst>(instruction) &&
		isa<ConstantInt>(instruction.getOperand(1)));
}

static bool is_bitcast_by_lane(const Instruction &instruction)
{
	const FixedVectorType *to = dyn_cast<FixedVectorType>(instruction.getType());
	const FixedVectorType *from =
		isa<BitCastInst>(instruction)
			? dyn_cast<FixedVectorType>(instruction.getOperand(0)->getType())
			: nullptr;

	return to && from && to->getNumElements() == from->getNumElements();
}

static bool works_by_lane(const Instruction &instruction)
{
	const IntrinsicInst *intrinsic = dyn_cast<IntrinsicInst>(&instruction);

	return isa<PHINode, UnaryOperator, BinaryOperator, CmpInst, SelectInst, ShuffleVectorInst>(
		       instruction) ||
	       isa<LoadInst>(instruction) || takes_one_lane(instruction) ||
	       (isa<CastInst>(instruction) && !isa<BitCastInst>(instruction)) ||
	       is_bitcast_by_lane(instruction) ||
	       (intrinsic && isTriviallyVectorizable(intrinsic->getIntrinsicID()));
}

bool has_separable_lanes(const Instruction &instruction)
{
	bool any = instruction.getType()->isVectorTy(),
	     all = !any || is_short(instruction.getType());

	for (const Value *operand : instruction.operands()) {
		any |= operand->getType()->isVectorTy();
		all &= !operand->getType()->isVectorTy() || is_short(operand->getType());
	}
	return !any || (all && works_by_lane(instruction));
}

unsigned lanes_of(const Instruction &instruction)
{
	const FixedVectorType *vector = dyn_cast<FixedVectorType>(instruction.getType());

	return vector ? vector->getNumElements() : 1;
}

static ScalarizerPass make_pass()
{
#if LLVM_VERSION_MAJOR >= 18
	ScalarizerPassOptions options;

	options.ScalarizeLoadStore = true;
	return ScalarizerPass(options);
#else
	ScalarizerPass pass;

	pass.setScalarizeLoadStore(true);
	return pass;
#endif
}

void lanes_apart(Function &item)
{
	FunctionAnalysisManager analyses;
	FunctionPassManager passes;

	PassBuilder().registerFunctionAnalyses(analyses);
	passes.addPass(make_pass());
	passes.run(item, analyses);
}

} // namespace fclc
