/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/plugin/schedule/transfers.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

#include "tools/fpgaclc/plugin/schedule/shape.h"

using namespace llvm;

namespace fclc
{

/* Bytes of an element of what a pointer is into; 0: it is no array; `unknown`: of an argument, as a rule. */
static uint64_t element_of(const Value &pointer, const DataLayout &layout, uint64_t unknown)
{
	const Value *base = getUnderlyingObject(&pointer, 0);

	if (!isa<AllocaInst>(base) && !isa<GlobalVariable>(base) && !isa<Argument>(base))
		return unknown;
	declared found = declared_of(*base, layout);

	return found.counts.empty() ? 0 : found.element;
}

/* Bytes that one iteration moves; 0: it stays as it is. */
static uint64_t step_of(const MemIntrinsic &transfer, const DataLayout &layout)
{
	const auto *length = dyn_cast<ConstantInt>(transfer.getLength());
	const auto *copy = dyn_cast<MemCpyInst>(&transfer);
	const auto *fill = dyn_cast<MemSetInst>(&transfer);
	uint64_t step = element_of(*transfer.getRawDest(), layout, 0);

	if (copy && !step)
		step = element_of(*copy->getRawSource(), layout, 0);
	if (!length || transfer.isVolatile() || (!copy && !fill))
		return 0;
	if (fill && !isa<ConstantInt>(fill->getValue()))
		return 0;
	if (copy && (element_of(*copy->getRawSource(), layout, step) != step ||
		     element_of(*copy->getRawDest(), layout, step) != step))
		return 0;
	bool whole = isPowerOf2_64(step) && step <= 128 && length->getZExtValue() % step == 0;

	return whole && length->getZExtValue() > step ? step : 0;
}

static Value *element_for(IRBuilder<> &builder, const MemIntrinsic &transfer, Type *type,
			  Value *index)
{
	if (const auto *fill = dyn_cast<MemSetInst>(&transfer)) {
		APInt byte = cast<ConstantInt>(fill->getValue())->getValue();

		return ConstantInt::get(type, APInt::getSplat(type->getIntegerBitWidth(), byte));
	}
	const auto &copy = cast<MemCpyInst>(transfer);
	Value *from = builder.CreateInBoundsGEP(type, copy.getRawSource(), index);

	return builder.CreateAlignedLoad(type, from, copy.getSourceAlign().valueOrOne());
}

static void make_loop(MemIntrinsic &transfer, uint64_t step)
{
	LLVMContext &context = transfer.getContext();
	BasicBlock *before = transfer.getParent();
	BasicBlock *after = before->splitBasicBlock(&transfer);
	BasicBlock *body = BasicBlock::Create(context, "transfer", before->getParent(), after);
	Type *type = IntegerType::get(context, static_cast<unsigned>(step * 8));
	uint64_t count = cast<ConstantInt>(transfer.getLength())->getZExtValue() / step;
	IRBuilder<> builder(body);

	before->getTerminator()->setSuccessor(0, body);
	builder.SetCurrentDebugLocation(transfer.getDebugLoc());
	PHINode *index = builder.CreatePHI(builder.getInt64Ty(), 2);
	Value *element = element_for(builder, transfer, type, index);
	Value *to = builder.CreateInBoundsGEP(type, transfer.getRawDest(), index);

	builder.CreateAlignedStore(element, to, transfer.getDestAlign().valueOrOne());
	Value *next = builder.CreateNUWAdd(index, builder.getInt64(1));

	builder.CreateCondBr(builder.CreateICmpEQ(next, builder.getInt64(count)), after, body);
	index->addIncoming(builder.getInt64(0), before);
	index->addIncoming(next, body);
	transfer.eraseFromParent();
}

void make_loops_of_transfers(Module &module)
{
	std::vector<std::pair<MemIntrinsic *, uint64_t>> found;

	for (Function &function : module)
		for (Instruction &instruction : instructions(function))
			if (auto *transfer = dyn_cast<MemIntrinsic>(&instruction))
				if (uint64_t step = step_of(*transfer, module.getDataLayout()))
					found.emplace_back(transfer, step);
	for (auto [transfer, step] : found)
		make_loop(*transfer, step);
}

} // namespace fclc
