/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/plugin/workgroups/loops/narrow.h"

#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include "tools/fpgaclc/plugin/workgroups/items/ids.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace fclc
{

enum { MOST_GUARDS = 8 };

Narrowing::Narrowing(IRBuilder<> &at_, Range &range_, Value *const *fields_, Known known_)
    : at(at_), range(range_), fields(fields_), known(known_)
{
}

/* --- values known before the loops ------------------------------------------------------------ */

static bool is_safe(const Instruction &instruction)
{
	const IntrinsicInst *intrinsic = dyn_cast<IntrinsicInst>(&instruction);
	const ConstantInt *divisor;

	if (!instruction.getType()->isIntegerTy())
		return false;
	if (intrinsic)
		return intrinsic->doesNotAccessMemory() &&
		       intrinsic->hasFnAttr(Attribute::Speculatable);
	if (instruction.isIntDivRem()) {
		divisor = dyn_cast<ConstantInt>(instruction.getOperand(1));
		return divisor && !divisor->isZero() && !divisor->isMinusOne();
	}
	return isa<CastInst>(instruction) || isa<BinaryOperator>(instruction) ||
	       isa<ICmpInst>(instruction) || isa<SelectInst>(instruction);
}

/*
 * The value for the work-item whose id in the dimension is 0; NULL: it depends on other ids as
 * well.
 */
Value *Narrowing::before_loops(Value *value, int dimension, unsigned depth)
{
	Instruction *instruction = dyn_cast<Instruction>(value), *copy;
	SmallVector<Value *, 4> operands;
	Value *same;

	if (!instruction)
		return value;
	same = known(instruction);
	if (same)
		return same;
	if (is_local_id(instruction))
		return (int)(field_of(instruction) - LOCAL_ID_X) == dimension ? at.getInt64(0)
									      : nullptr;
	if (!depth || !is_safe(*instruction))
		return nullptr;
	for (Value *operand : instruction->operands()) {
		Value *before = before_loops(operand, dimension, depth - 1);

		if (!before)
			return nullptr;
		operands.push_back(before);
	}
	copy = instruction->clone();
	for (unsigned i = 0; i < operands.size(); i++)
		copy->setOperand(i, operands[i]);
	return at.Insert(copy);
}

/* --- ids -------------------------------------------------------------------------------------- */

/* Whether a value only depends on the group's position in the NDRange. */
bool Narrowing::is_group_value(const Value *value, bool summand) const
{
	const Instruction *instruction = dyn_cast<Instruction>(value);

	for (unsigned i = LOCAL_SIZE_X; i < CONTEXT; i++)
		if (fields[i] == value)
			return true;
	if (!instruction)
		return isa<ConstantInt>(value) && (!summand || cast<ConstantInt>(value)->isZero());
	switch (instruction->getOpcode()) {
	case Instruction::Trunc:
		return is_group_value(instruction->getOperand(0), summand);
	case Instruction::Add:
		return is_group_value(instruction->getOperand(0), true) &&
		       is_group_value(instruction->getOperand(1), true);
	case Instruction::Mul:
	case Instruction::Shl:
		return is_group_value(instruction->getOperand(0), false) &&
		       is_group_value(instruction->getOperand(1), false);
	default:
		return false;
	}
}

/* Whether the value is a work-item id of at least 32 bits. */
Narrowing::Base Narrowing::base_of(Value *id, unsigned &dimension) const
{
	Value *inner, *a, *b;

	if (is_local_id(id)) {
		dimension = field_of(id) - LOCAL_ID_X;
		return Base::LOCAL_ID;
	}
	if (!id->getType()->isIntegerTy() || id->getType()->getIntegerBitWidth() < 32)
		return Base::NONE;
	if (match(id, m_ZExtOrSExt(m_Value(inner))))
		return base_of(inner, dimension) == Base::LOCAL_ID ? Base::LOCAL_ID : Base::NONE;
	if (match(id, m_Trunc(m_Value(inner))))
		return base_of(inner, dimension);
	if (!fields || !match(id, m_Add(m_Value(a), m_Value(b))))
		return Base::NONE;
	if (is_group_value(b, true) && base_of(a, dimension) != Base::NONE)
		return Base::GLOBAL_ID;
	if (is_group_value(a, true) && base_of(b, dimension) != Base::NONE)
		return Base::GLOBAL_ID;
	return Base::NONE;
}

/* --- limits ----------------------------------------------------------------------------------- */

static Value *least(IRBuilder<> &at, Value *a, Value *b)
{
	return at.CreateBinaryIntrinsic(Intrinsic::umin, a, b);
}

static Value *most(IRBuilder<> &at, Value *a, Value *b)
{
	return at.CreateBinaryIntrinsic(Intrinsic::umax, a, b);
}

/* The sum of a group's first id and its size must fit in the type. */
void Narrowing::note_wrap(unsigned dimension, Value *base, bool is_signed)
{
	unsigned bits = base->getType()->getIntegerBitWidth();
	APInt top = is_signed ? APInt::getSignedMaxValue(bits) : APInt::getMaxValue(bits);
	Value *size = at.CreateTrunc(fields[LOCAL_SIZE_X + dimension], base->getType());
	Value *last = at.CreateSub(ConstantInt::get(base->getType(), top), size), *wrap;

	wrap = is_signed ? at.CreateICmpSGT(base, last) : at.CreateICmpUGT(base, last);
	wraps = wraps ? at.CreateOr(wraps, wrap) : wrap;
}

/* Narrows the range to the x for which `base + x` compares with `other` as given. */
void Narrowing::limit(unsigned dimension, CmpInst::Predicate predicate, Value *base, Value *other)
{
	Value *&first = range.first[dimension], *&end = range.end[dimension];
	bool is_signed = CmpInst::isSigned(predicate);
	Value *distance = at.CreateZExt(at.CreateSub(other, base), at.getInt64Ty()), *beyond;
	Value *zero = at.getInt64(0);
	Value *reached = is_signed ? at.CreateICmpSGE(other, base) : at.CreateICmpUGE(other, base);

	/* Far more than a group's size, so that adding 1 cannot overflow. */
	distance = least(at, distance, at.getInt64(UINT64_C(1) << 32));
	beyond = at.CreateAdd(distance, at.getInt64(1));
	switch (predicate) {
	case CmpInst::ICMP_EQ:
		first = most(at, first, distance);
		end = least(at, end, beyond);
		break;
	case CmpInst::ICMP_ULT:
	case CmpInst::ICMP_SLT:
		end = least(at, end, at.CreateSelect(reached, distance, zero));
		break;
	case CmpInst::ICMP_ULE:
	case CmpInst::ICMP_SLE:
		end = least(at, end, at.CreateSelect(reached, beyond, zero));
		break;
	case CmpInst::ICMP_UGE:
	case CmpInst::ICMP_SGE:
		first = most(at, first, at.CreateSelect(reached, distance, zero));
		break;
	default:
		first = most(at, first, at.CreateSelect(reached, beyond, zero));
	}
}

bool Narrowing::take_compare(ICmpInst &compare, bool wanted)
{
	CmpInst::Predicate predicate = wanted ? compare.getPredicate()
					      : compare.getInversePredicate();
	Value *id = compare.getOperand(0), *other = compare.getOperand(1), *start;
	unsigned dimension = 0;
	Base base = base_of(id, dimension);

	if (base == Base::NONE) {
		std::swap(id, other);
		predicate = CmpInst::getSwappedPredicate(predicate);
		base = base_of(id, dimension);
	}
	if (base == Base::NONE || predicate == CmpInst::ICMP_NE)
		return false;
	other = before_loops(other);
	start = other ? before_loops(id, (int)dimension, MOST_DEPTH) : nullptr;
	if (!start)
		return false;
	/* The value may be poison if an earlier condition is false. */
	other = at.CreateFreeze(other);
	if (base == Base::GLOBAL_ID && predicate != CmpInst::ICMP_EQ)
		note_wrap(dimension, start, CmpInst::isSigned(predicate));
	limit(dimension, predicate, start, other);
	return true;
}

/* Handles conditions joined by &&, or by || if they must be false. */
bool Narrowing::take_term(Use &use, bool wanted, unsigned depth)
{
	Instruction *term = dyn_cast<Instruction>(use.get());
	Value *a, *b;
	bool joined = term && depth &&
		      (wanted ? match(term, m_LogicalAnd(m_Value(a), m_Value(b)))
			      : match(term, m_LogicalOr(m_Value(a), m_Value(b))));

	if (joined) {
		/* The second condition of a select is one of its last two operands. */
		unsigned second = !isa<SelectInst>(term) || wanted ? 1 : 2;
		bool took = take_term(term->getOperandUse(0), wanted, depth - 1);

		return take_term(term->getOperandUse(second), wanted, depth - 1) || took;
	}
	if (!term || !isa<ICmpInst>(term) || !take_compare(*cast<ICmpInst>(term), wanted))
		return false;
	decided.push_back({cast<Instruction>(use.getUser()), use.getOperandNo(), wanted});
	return true;
}

static bool is_settled(Value *condition, bool wanted)
{
	const ConstantInt *constant = dyn_cast<ConstantInt>(condition);
	Value *a, *b;

	if (constant)
		return constant->isOne() == wanted;
	if (wanted ? match(condition, m_LogicalAnd(m_Value(a), m_Value(b)))
		   : match(condition, m_LogicalOr(m_Value(a), m_Value(b))))
		return is_settled(a, wanted) && is_settled(b, wanted);
	return false;
}

bool Narrowing::take(BranchInst &branch, bool wanted)
{
	return take_term(branch.getOperandUse(0), wanted, MOST_DEPTH);
}

Value *Narrowing::is_some()
{
	Value *some = nullptr;

	for (unsigned i = 0; i < 3; i++) {
		Value *here = at.CreateICmpULT(range.first[i], range.end[i]);

		some = some ? at.CreateAnd(some, here) : here;
	}
	return some;
}

/* --- the kernel's start ----------------------------------------------------------------------- */

static bool has_effects(const BasicBlock &block)
{
	for (const Instruction &instruction : block)
		if (instruction.mayHaveSideEffects())
			return true;
	return false;
}

static bool only_returns(const BasicBlock *block)
{
	for (unsigned i = 0; i < MOST_GUARDS && !has_effects(*block); i++) {
		if (isa<ReturnInst>(block->getTerminator()))
			return true;
		block = block->getSingleSuccessor();
		if (!block)
			return false;
	}
	return false;
}

/*
 * The index of the successor that only returns, of a branch at the block's end; -1: there is none.
 */
static int find_guard(const BasicBlock *block)
{
	const BranchInst *branch = dyn_cast<BranchInst>(block->getTerminator());

	if (has_effects(*block) || !branch || !branch->isConditional() ||
	    branch->getSuccessor(0) == branch->getSuccessor(1))
		return -1;
	if (only_returns(branch->getSuccessor(1)))
		return 0;
	return only_returns(branch->getSuccessor(0)) ? 1 : -1;
}

/* Replaces the branch with a jump; its other side becomes unreachable from here. */
static BasicBlock *go_on(BranchInst &branch, unsigned side)
{
	BasicBlock *next = branch.getSuccessor(side);

	branch.getSuccessor(1 - side)->removePredecessor(branch.getParent());
	BranchInst::Create(next, &branch);
	branch.eraseFromParent();
	return next;
}

static void take_guards(Narrowing &narrowing, BasicBlock *block)
{
	for (unsigned i = 0; i < MOST_GUARDS && block; i++) {
		BranchInst *branch;
		int side;

		while (block && block->getSingleSuccessor() && !has_effects(*block))
			block = block->getSingleSuccessor()->getSinglePredecessor()
					? block->getSingleSuccessor()
					: nullptr;
		side = block ? find_guard(block) : -1;
		if (side < 0)
			return;
		branch = cast<BranchInst>(block->getTerminator());
		narrowing.decided.clear();
		if (!narrowing.take(*branch, side == 0))
			return;
		for (const Decided &decided : narrowing.decided)
			decided.user->setOperand(
				decided.operand,
				ConstantInt::getBool(branch->getContext(), decided.value));
		/*
		 * Only continue if no other condition decides, so that all work-items that run
		 * continue.
		 */
		if (!is_settled(branch->getCondition(), side == 0))
			return;
		block = go_on(*branch, (unsigned)side);
		if (!block->getSinglePredecessor())
			return;
	}
}

void narrow_body(Function &item, BasicBlock *body, Value *const *fields, Value *fault, Range &range)
{
	BasicBlock *entry = body->getSinglePredecessor();
	Instruction *jump = entry->getTerminator();
	IRBuilder<> at(jump);
	Range whole = range;
	auto known = [&](Instruction *instruction) -> Value * {
		return instruction->getParent() == entry ? instruction : nullptr;
	};
	Narrowing narrowing(at, range, fields, known);
	BasicBlock *stop;
	Value *some;

	take_guards(narrowing, body);
	EliminateUnreachableBlocks(item);
	if (!memcmp(&whole, &range, sizeof(range)))
		return;
	stop = BasicBlock::Create(item.getContext(), "none", &item);
	some = narrowing.is_some();
	if (narrowing.wraps)
		some = at.CreateAnd(some, at.CreateNot(narrowing.wraps));
	at.CreateCondBr(some, body, stop);
	jump->eraseFromParent();
	at.SetInsertPoint(stop);
	if (narrowing.wraps)
		at.CreateStore(at.CreateZExt(narrowing.wraps, at.getInt64Ty()), fault);
	at.CreateRetVoid();
}

} // namespace fclc
