/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/workgroups/items/indices.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/PatternMatch.h>

#include "tools/fpgaclc/workgroups/items/ids.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace fclc
{

enum { MOST_DEPTH = 8 };

/* Whether a value is a sum or product of what says where a work-item is, and of nothing else. */
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

/* Whether a value may differ between work-items in a row. A phi may, but then each runs its loop by itself. */
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

/* One index: a sum of ids, each times a constant, and of what is the same for work-items in a row. */
class Index
{
	IRBuilder<> builder;
	bool has_id = false;

	bool is_factor(const Value *value) const
	{
		return isa<ConstantInt>(value);
	}
	Value *extend(Value *value)
	{
		return builder.CreateSExt(value, builder.getInt64Ty());
	}

      public:
	explicit Index(Instruction *at) : builder(at)
	{
	}

	/* Whether the sum can be made, and has an id. */
	bool suits(const Value *value)
	{
		has_id = false;
		return is_sum(value, MOST_DEPTH) && has_id;
	}

	bool is_sum(const Value *value, unsigned depth)
	{
		const Value *a, *b;
		bool differs = false;

		if (!depth)
			return false;
		if (match(value, m_Trunc(m_Value(a))) && a->getType()->isIntegerTy(64) &&
		    is_id(a, MOST_DEPTH, differs)) {
			has_id |= differs;
			return true;
		}
		if (match(value, m_Add(m_Value(a), m_Value(b))) ||
		    match(value, m_Sub(m_Value(a), m_Value(b))))
			return is_sum(a, depth - 1) && is_sum(b, depth - 1);
		if (match(value, m_Mul(m_Value(a), m_Value(b))) && (is_factor(a) || is_factor(b)))
			return is_sum(a, depth - 1) && is_sum(b, depth - 1);
		if (match(value, m_Shl(m_Value(a), m_Value(b))) && is_factor(b))
			return is_sum(a, depth - 1);
		return !differs_in_row(value, MOST_DEPTH);
	}

	Value *make(Value *value)
	{
		Value *a, *b;
		bool differs;

		if (match(value, m_Trunc(m_Value(a))) && a->getType()->isIntegerTy(64) &&
		    is_id(a, MOST_DEPTH, differs))
			return a;
		if (match(value, m_Add(m_Value(a), m_Value(b))))
			return builder.CreateAdd(make(a), make(b));
		if (match(value, m_Sub(m_Value(a), m_Value(b))))
			return builder.CreateSub(make(a), make(b));
		if (match(value, m_Mul(m_Value(a), m_Value(b))) && (is_factor(a) || is_factor(b)))
			return builder.CreateMul(make(a), make(b));
		if (match(value, m_Shl(m_Value(a), m_Value(b))) && is_factor(b))
			return builder.CreateShl(make(a), extend(b));
		return extend(value);
	}
};

void widen_indices(Function &item)
{
	for (Instruction &instruction : make_early_inc_range(instructions(item))) {
		GetElementPtrInst *gep = dyn_cast<GetElementPtrInst>(&instruction);

		for (unsigned i = 1; gep && i < gep->getNumOperands(); i++) {
			Value *narrow;
			Index index(gep);

			if (match(gep->getOperand(i), m_SExt(m_Value(narrow))) &&
			    gep->getOperand(i)->getType()->isIntegerTy(64) &&
			    narrow->getType()->isIntegerTy(32) && index.suits(narrow))
				gep->setOperand(i, index.make(narrow));
		}
	}
}

} // namespace fclc
