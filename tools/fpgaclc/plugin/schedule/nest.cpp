/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/plugin/schedule/nest.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include "tools/fpgaclc/plugin/schedule/streams.h"

using namespace llvm;

namespace fclc
{

namespace
{

/* The instructions of a loop's body that are not in the loop inside. */
struct surroundings {
	SmallVector<const Instruction *, 16> before, behind;
};

} // namespace

/* Index arithmetic, which a circuit has anyway. */
static bool is_index(const Instruction &instruction)
{
	if (isa<PHINode>(instruction) || isa<CastInst>(instruction) ||
	    isa<DbgInfoIntrinsic>(instruction) || isa<GetElementPtrInst>(instruction) ||
	    instruction.isTerminator() || isa<ICmpInst>(instruction))
		return true;
	return instruction.getType()->isIntegerTy() && isa<BinaryOperator>(instruction);
}

static surroundings around(const Loop &outer, const Loop &inner)
{
	surroundings found;
	bool passed = false;

	for (const BasicBlock *block : outer.blocks()) {
		if (inner.contains(block))
			continue;
		/* The latch, or any block that the inner loop leads to. */
		passed = block != outer.getHeader() && block != inner.getLoopPreheader();
		for (const Instruction &instruction : *block)
			if (!is_index(instruction))
				(passed ? found.behind : found.before).push_back(&instruction);
	}
	return found;
}

static const Value *object_at(const Instruction &access)
{
	return getUnderlyingObject(getLoadStorePointerOperand(&access));
}

/* Loads of what is not stored behind the loop may run at any time in it. */
static bool can_fold(const surroundings &code)
{
	for (const Instruction *instruction : code.before) {
		if (isa<StoreInst>(instruction) || isa<CallBase>(instruction))
			return false;
		if (!isa<LoadInst>(instruction))
			continue;
		for (const Instruction *other : code.behind)
			if (isa<StoreInst>(other) && object_at(*other) == object_at(*instruction))
				return false;
	}
	for (const Instruction *instruction : code.behind)
		if (isa<CallBase>(instruction) && !isa<IntrinsicInst>(instruction))
			return false;
	return true;
}

/* Whether the inner loop runs in each iteration, unless it has none of its own. */
static bool always_runs(const Loop &outer, const Loop &inner)
{
	const BranchInst *guard = inner.getLoopGuardBranch();

	for (const BasicBlock *block : outer.blocks()) {
		const auto *branch = dyn_cast<BranchInst>(block->getTerminator());

		if (inner.contains(block) || (guard && branch == guard) ||
		    outer.isLoopExiting(block))
			continue;
		if (!branch || branch->isConditional())
			return false;
	}
	return outer.getExitingBlock() == outer.getLoopLatch();
}

nesting nesting_of(const Loop &outer)
{
	if (outer.getSubLoops().size() != 1 || !always_runs(outer, *outer.getSubLoops().front()))
		return nesting::separate;
	surroundings code = around(outer, *outer.getSubLoops().front());

	if (code.before.empty() && code.behind.empty())
		return nesting::perfect;
	return can_fold(code) ? nesting::foldable : nesting::separate;
}

static bool uses_streams(const Loop &loop)
{
	for (const BasicBlock *block : loop.blocks())
		for (const Instruction &instruction : *block)
			if (stream_accessed(instruction) != stream_access::none)
				return true;
	return false;
}

/* What optimisation moves has no line any more. */
bool is_perfect_in_source(const Loop &outer)
{
	if (nesting_of(outer) != nesting::foldable)
		return false;
	surroundings code = around(outer, *outer.getSubLoops().front());

	for (const Instruction *instruction : code.before)
		if (!isa<LoadInst>(instruction) || instruction->getDebugLoc())
			return false;
	return code.behind.empty();
}

bool is_stream_nest(const Loop &outer)
{
	return uses_streams(outer) && is_perfect_in_source(outer);
}

} // namespace fclc
