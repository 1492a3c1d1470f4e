/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/workgroups/loops/reordered.h"

#include <llvm/Analysis/AliasAnalysis.h>
#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/BasicAliasAnalysis.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Module.h>
#if LLVM_VERSION_MAJOR >= 17
#include <llvm/TargetParser/Triple.h>
#else
#include <llvm/ADT/Triple.h>
#endif

#include "tools/fpgaclc/workgroups/loops/growth.h"

using namespace llvm;

namespace fclc
{

namespace
{

/* Pairs of accesses that are compared; with more, they are taken to be in each other's way. */
enum { MOST_PAIRS = 1 << 14 };

struct Access {
	const Instruction *instruction; /* a load or store */
	unsigned block;                 /* a work-item runs those with greater numbers later */
	const Value *object; /* that it may be joined with other accesses to; NULL: it is not */
	bool is_store;
};

class Order
{
	const SetVector<BasicBlock *> &blocks;
	function_ref<bool(const BasicBlock *)> ends;
	DenseMap<const BasicBlock *, unsigned> numbers;
	SmallPtrSet<const BasicBlock *, 16> entered;

      public:
	bool has_loops = false;

	Order(const SetVector<BasicBlock *> &blocks_, function_ref<bool(const BasicBlock *)> ends_)
	    : blocks(blocks_), ends(ends_)
	{
	}
	/* Numbers all blocks that follow, the last ones first. */
	void visit(const BasicBlock *start)
	{
		SmallVector<std::pair<const BasicBlock *, unsigned>, 16> path{{start, 0}};

		entered.insert(start);
		while (!path.empty()) {
			auto &[block, next] = path.back();
			const Instruction *end = block->getTerminator();
			const BasicBlock *after;

			if (ends(block) || next == end->getNumSuccessors()) {
				numbers[block] = blocks.size() - numbers.size();
				path.pop_back();
				continue;
			}
			after = end->getSuccessor(next++);
			if (entered.insert(after).second)
				path.push_back({after, 0});
			else
				has_loops |= !numbers.count(after);
		}
	}
	unsigned number(const BasicBlock *block) const
	{
		return numbers.lookup(block);
	}
};

/* Accesses of all work-items to elements in a row, or to one place, are not joined. */
const Value *joined_object(const Value *address, Growing &x)
{
	const Value *object = getUnderlyingObject(address);

	if (!isa<AllocaInst>(object))
		return x.of(address) == Growth::MORE ? object : nullptr;
	/* A work-item's own array lies beside the others'; a variable that is no array is in a row with theirs. */
	return address != object ||
			       !cast<AllocaInst>(object)->getAllocatedType()->isSingleValueType()
		       ? object
		       : nullptr;
}

class Crossings
{
	ArrayRef<Access> accesses;
	AAResults &aliases;
	bool has_loops;
	unsigned pairs = 0;

	bool precedes(const Access &a, const Access &b) const
	{
		return has_loops || a.block < b.block ||
		       (a.block == b.block && a.instruction->comesBefore(b.instruction));
	}
	bool may_alias(const Access &a, const Access &b)
	{
		return ++pairs > MOST_PAIRS ||
		       !aliases.isNoAlias(*MemoryLocation::getOrNone(a.instruction),
					  *MemoryLocation::getOrNone(b.instruction));
	}
	/* Whether loads behind an access may be joined with ones before it, or stores before it with ones behind. */
	bool is_crossed(const Access &by, bool by_stores)
	{
		SmallPtrSet<const Value *, 8> before;

		for (const Access &access : accesses)
			if (&access != &by && access.object && access.is_store == by_stores &&
			    precedes(access, by) && (!by_stores || may_alias(access, by)))
				before.insert(access.object);
		for (const Access &access : accesses)
			if (&access != &by && before.contains(access.object) &&
			    access.is_store == by_stores && precedes(by, access) &&
			    (by_stores || may_alias(access, by)))
				return true;
		return false;
	}

      public:
	Crossings(ArrayRef<Access> accesses_, AAResults &aliases_, bool has_loops_)
	    : accesses(accesses_), aliases(aliases_), has_loops(has_loops_)
	{
	}
	bool exist()
	{
		return any_of(accesses, [&](const Access &by) {
			return is_crossed(by, true) || (by.is_store && is_crossed(by, false));
		});
	}
};

} // namespace

bool may_be_reordered(Function &item, const BasicBlock *start,
		      const SetVector<BasicBlock *> &blocks,
		      function_ref<bool(const BasicBlock *)> ends)
{
	TargetLibraryInfoImpl functions((Triple(item.getParent()->getTargetTriple())));
	TargetLibraryInfo library(functions);
	AssumptionCache assumptions(item);
	BasicAAResult basic(item.getParent()->getDataLayout(), item, library, assumptions);
	AAResults aliases(library);
	SmallVector<Access, 32> accesses;
	Growing x(0);
	Order order(blocks, ends);

	aliases.addAAResult(basic);
	order.visit(start);
	for (const BasicBlock *block : blocks)
		for (const Instruction &instruction : *block)
			if (const Value *address = getLoadStorePointerOperand(&instruction))
				accesses.push_back({&instruction, order.number(block),
						    joined_object(address, x),
						    isa<StoreInst>(instruction)});
	return Crossings(accesses, aliases, order.has_loops).exist();
}

} // namespace fclc
