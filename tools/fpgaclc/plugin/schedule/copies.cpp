/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/plugin/schedule/copies.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include "tools/fpgaclc/plugin/schedule/shape.h"

using namespace llvm;

namespace fclc
{

/* The most bytes of a structure that HLS packs into one word: 1024 bits (UG1399, AGGREGATE). */
static constexpr uint64_t widest_word = 128;

/* The structure, or one of an array of them; null: it is none. */
static Type *structure_of(const Value &pointer)
{
	const Value *object = getUnderlyingObject(&pointer, 0);
	Type *type = nullptr;

	if (const auto *local = dyn_cast<AllocaInst>(object))
		type = local->getAllocatedType();
	else if (const auto *argument = dyn_cast<Argument>(object))
		type = argument->getPointeeInMemoryValueType();
	while (type && type->isArrayTy())
		type = type->getArrayElementType();
	return type && type->isStructTy() ? type : nullptr;
}

static bool is_of_structure(const MemTransferInst &copy, const DataLayout &layout)
{
	const auto *length = dyn_cast<ConstantInt>(copy.getLength());

	for (const Value *side : {copy.getDest(), copy.getSource()}) {
		Type *type = structure_of(*side);

		if (length && type && layout.getTypeAllocSize(type) == length->getZExtValue())
			return length->getZExtValue() <= widest_word;
	}
	return false;
}

/* Of the array that is written, or that is read; of neither: what one access takes at most. */
static uint64_t element_of(const MemIntrinsic &copy, const DataLayout &layout)
{
	const auto *transfer = dyn_cast<MemTransferInst>(&copy);
	uint64_t to = declared_of(*getUnderlyingObject(copy.getDest(), 0), layout).element;
	uint64_t from = transfer ? declared_of(*getUnderlyingObject(transfer->getSource(), 0),
					       layout)
					   .element
				 : to;

	for (uint64_t bytes : {to, from})
		if (bytes && bytes <= widest_word)
			return bytes;
	return 1;
}

/* The byte in each byte of an element. */
static Value *filling(IRBuilder<> &builder, Value *byte, Type *type)
{
	unsigned bits = type->getIntegerBitWidth();
	const auto *constant = dyn_cast<ConstantInt>(byte);

	if (constant)
		return ConstantInt::get(type, APInt::getSplat(bits, constant->getValue()));
	return builder.CreateMul(builder.CreateZExt(byte, type),
				 ConstantInt::get(type, APInt::getSplat(bits, APInt(8, 1))));
}

static void transfer(IRBuilder<> &builder, MemIntrinsic &copy, Type *type, Value *index)
{
	Value *to = builder.CreateGEP(type, copy.getDest(), index);

	if (auto *from = dyn_cast<MemTransferInst>(&copy))
		builder.CreateStore(
			builder.CreateLoad(type, builder.CreateGEP(type, from->getSource(), index)),
			to);
	else
		builder.CreateStore(filling(builder, cast<MemSetInst>(copy).getValue(), type), to);
}

/* Also where tools pipeline no loop unasked. */
static void mark_pipeline(BranchInst &latch)
{
	LLVMContext &context = latch.getContext();
	MDNode *mark = MDNode::get(context, {MDString::get(context, "fpgacl.PIPELINE")});
	MDNode *whole = MDNode::getDistinct(context, {nullptr, mark});

	whole->replaceOperandWith(0, whole);
	latch.setMetadata(LLVMContext::MD_loop, whole);
}

static void make_loop(MemIntrinsic &copy, Type *type, Value *count)
{
	BasicBlock *before = copy.getParent();
	BasicBlock *behind = SplitBlock(before, &copy);
	BasicBlock *body = BasicBlock::Create(copy.getContext(), "copy", before->getParent(),
					      behind);
	IRBuilder<> builder(before->getTerminator());

	builder.SetCurrentDebugLocation(copy.getDebugLoc());
	builder.CreateCondBr(builder.CreateICmpNE(count, ConstantInt::get(count->getType(), 0)),
			     body, behind);
	before->getTerminator()->eraseFromParent();
	builder.SetInsertPoint(body);
	PHINode *index = builder.CreatePHI(count->getType(), 2);

	transfer(builder, copy, type, index);
	Value *next = builder.CreateNUWAdd(index, ConstantInt::get(count->getType(), 1));

	BranchInst *latch = builder.CreateCondBr(builder.CreateICmpULT(next, count), body, behind);

	mark_pipeline(*latch);
	index->addIncoming(ConstantInt::get(count->getType(), 0), before);
	index->addIncoming(next, body);
}

static void expand(MemIntrinsic &copy)
{
	const DataLayout &layout = copy.getModule()->getDataLayout();
	uint64_t bytes = element_of(copy, layout);
	const auto *constant = dyn_cast<ConstantInt>(copy.getLength());
	IRBuilder<> builder(&copy);

	if (constant && constant->getZExtValue() % bytes)
		bytes = 1;
	Type *type = builder.getIntNTy(static_cast<unsigned>(bytes * 8));
	Value *count = builder.CreateUDiv(copy.getLength(),
					  ConstantInt::get(copy.getLength()->getType(), bytes));

	if (constant && constant->getZExtValue() == bytes)
		transfer(builder, copy, type, builder.getInt64(0));
	else if (!constant || !constant->isZero())
		make_loop(copy, type, count);
	copy.eraseFromParent();
}

/* Not a local structure, which becomes registers. */
static bool is_memory(const Value &pointer)
{
	const auto *local = dyn_cast<AllocaInst>(getUnderlyingObject(&pointer, 0));

	return !local || local->getAllocatedType()->isArrayTy();
}

/* What SROA would make an access for each member of is kept as one by a freeze. */
static void transfer_word(MemTransferInst &copy)
{
	IRBuilder<> builder(&copy);
	uint64_t bytes = cast<ConstantInt>(copy.getLength())->getZExtValue();
	Value *word = builder.CreateLoad(builder.getIntNTy(static_cast<unsigned>(bytes * 8)),
					 copy.getSource());

	if (is_memory(*copy.getSource()) || is_memory(*copy.getDest()))
		word = builder.CreateFreeze(word);
	builder.CreateStore(word, copy.getDest());
	copy.eraseFromParent();
}

void expand_words(Function &function)
{
	const DataLayout &layout = function.getParent()->getDataLayout();

	for (Instruction &instruction : make_early_inc_range(instructions(function))) {
		auto *copy = dyn_cast<MemTransferInst>(&instruction);

		if (copy && is_of_structure(*copy, layout))
			transfer_word(*copy);
	}
}

/* Not a copy of a value that C++ makes, which is aligned. */
static bool is_short(const MemTransferInst &copy, const DataLayout &layout)
{
	const auto *length = dyn_cast<ConstantInt>(copy.getLength());
	uint64_t bytes = length ? length->getZExtValue() : 0;
	declared to = declared_of(*getUnderlyingObject(copy.getDest(), 0), layout);

	return bytes && bytes <= 8 && !to.counts.empty() && to.element && to.element < bytes &&
	       copy.getDestAlign().valueOrOne().value() < bytes;
}

void expand_short_copies(Function &function)
{
	const DataLayout &layout = function.getParent()->getDataLayout();
	std::vector<MemIntrinsic *> copies;

	for (Instruction &instruction : instructions(function)) {
		auto *copy = dyn_cast<MemTransferInst>(&instruction);

		if (copy && is_short(*copy, layout))
			copies.push_back(copy);
	}
	for (MemIntrinsic *copy : copies)
		expand(*copy);
}

void expand_copies(Function &function)
{
	std::vector<MemIntrinsic *> copies;

	for (Instruction &instruction : instructions(function))
		if (auto *copy = dyn_cast<MemIntrinsic>(&instruction))
			copies.push_back(copy);
	for (MemIntrinsic *copy : copies)
		expand(*copy);
}

} // namespace fclc
