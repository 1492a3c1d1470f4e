/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/plugin/workgroups/items/indices.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/PatternMatch.h>

#include "tools/fpgaclc/plugin/workgroups/items/ids.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace fclc
{

enum { MOST_DEPTH = 8 };

/* Whether a value is a sum or product of work-item ids only. */
static bool is_id(const Value *value, unsigned depth, bool &differs)
{
	const Value *a, *b;

	if (field_of(value) != FIELDS) {
		differs |= field_of(value) <= LOCAL_ID_Z;
		return true;
	}
	return depth &&
	       (match(value, m_Add(m_Value(a), m_Value(b))) ||
		match(value, m_Mul(m_Value(a), m_Value(b)))) &&
	       is_id(a, depth - 1, differs) && is_id(b, depth - 1, differs);
}

/*
 * Whether a value may differ between adjacent work-items. A phi may, but then each work-item runs
 * its loop alone.
 */
static bool differs_in_row(const Value *value, unsigned depth)
{
	const Instruction *instruction = dyn_cast<Instruction>(value);

	if (!instruction || isa<PHINode>(instruction))
		return false;
	if (field_of(value) != FIELDS)
		return field_of(value) == LOCAL_ID_X;
	if (isa<LoadInst>(instruction))
		return !instruction->getParent()->isEntryBlock();
	if (!depth || instruction->mayReadOrWriteMemory())
		return true;
	for (const Value *operand : instruction->operands())
		if (differs_in_row(operand, depth - 1))
			return true;
	return false;
}

/* The 64-bit id from which an int was truncated, and whether it differs; NULL: not an id. */
static Value *whole_id(Value *value, bool &differs)
{
	bool is_own = false;
	Value *whole;

	if (!match(value, m_Trunc(m_Value(whole))) || !whole->getType()->isIntegerTy(64) ||
	    !is_id(whole, MOST_DEPTH, is_own))
		return nullptr;
	differs |= is_own;
	return whole;
}

/* A sum, or a product with a constant; else NULL. */
static BinaryOperator *as_sum(Value *value)
{
	BinaryOperator *operation = dyn_cast<BinaryOperator>(value);
	bool by_constant = operation && isa<ConstantInt>(operation->getOperand(1));

	if (!operation)
		return nullptr;
	switch (operation->getOpcode()) {
	case Instruction::Add:
	case Instruction::Sub:
		return operation;
	case Instruction::Mul:
		return by_constant || isa<ConstantInt>(operation->getOperand(0)) ? operation
										 : nullptr;
	case Instruction::Shl:
		return by_constant ? operation : nullptr;
	default:
		return nullptr;
	}
}

/*
 * Whether a value is a sum of terms id * constant and of values that are the same for adjacent
 * work-items.
 */
static bool suits(Value *value, unsigned depth, bool &has_id)
{
	BinaryOperator *sum = as_sum(value);

	if (!depth)
		return false;
	if (whole_id(value, has_id))
		return true;
	if (sum)
		return suits(sum->getOperand(0), depth - 1, has_id) &&
		       suits(sum->getOperand(1), depth - 1, has_id);
	return !differs_in_row(value, MOST_DEPTH);
}

static Value *widen(IRBuilder<> &builder, Value *value)
{
	bool differs = false;
	Value *whole = whole_id(value, differs);
	BinaryOperator *sum = as_sum(value);

	if (whole)
		return whole;
	if (sum)
		return builder.CreateBinOp(sum->getOpcode(), widen(builder, sum->getOperand(0)),
					   widen(builder, sum->getOperand(1)));
	return builder.CreateSExt(value, builder.getInt64Ty());
}

void widen_indices(Function &item)
{
	for (Instruction &instruction : make_early_inc_range(instructions(item))) {
		GetElementPtrInst *gep = dyn_cast<GetElementPtrInst>(&instruction);

		for (unsigned i = 1; gep && i < gep->getNumOperands(); i++) {
			IRBuilder<> builder(gep);
			bool has_id = false;
			Value *narrow;

			if (match(gep->getOperand(i), m_SExt(m_Value(narrow))) &&
			    gep->getOperand(i)->getType()->isIntegerTy(64) &&
			    narrow->getType()->isIntegerTy(32) &&
			    suits(narrow, MOST_DEPTH, has_id) && has_id)
				gep->setOperand(i, widen(builder, narrow));
		}
	}
}

} // namespace fclc
