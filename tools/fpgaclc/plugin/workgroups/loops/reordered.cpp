/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/plugin/workgroups/loops/reordered.h"

#include <llvm/Analysis/AliasAnalysis.h>
#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/BasicAliasAnalysis.h>
#include <llvm/Analysis/ScopedNoAliasAA.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Module.h>
#if LLVM_VERSION_MAJOR >= 17
#include <llvm/TargetParser/Triple.h>
#else
#include <llvm/ADT/Triple.h>
#endif

#include "tools/fpgaclc/plugin/workgroups/loops/growth.h"

using namespace llvm;

namespace fclc
{

namespace
{

/*
 * Limits for the number of accesses, and pairs of accesses, to compare; beyond these, assume a
 * conflict.
 */
enum { MOST_ACCESSES = 1 << 12, MOST_PAIRS = 1 << 14 };

struct Access {
	const Instruction *instruction; /* a load or store */
	unsigned block;                 /* a work-item runs those with greater numbers later */
	const Value
		*object; /* the object whose accesses may be combined with this one; NULL: none */
	bool is_store;
};

class Sequence
{
	const SetVector<BasicBlock *> &blocks;
	function_ref<bool(const BasicBlock *)> ends;
	DenseMap<const BasicBlock *, unsigned> numbers;
	SmallPtrSet<const BasicBlock *, 16> entered;

      public:
	bool has_loops = false;

	Sequence(const SetVector<BasicBlock *> &blocks_,
		 function_ref<bool(const BasicBlock *)> ends_)
	    : blocks(blocks_), ends(ends_)
	{
	}
	/* Numbers all reachable blocks, the last ones first. */
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

/* Whether adjacent work-items access adjacent elements of this size. */
bool is_row(const Value *address, uint64_t size, const DataLayout &layout, Growing &growing)
{
	const GetElementPtrInst *element;

	while ((element = dyn_cast<GetElementPtrInst>(address))) {
		if (growing.of(element->getOperand(element->getNumOperands() - 1)) != Growth::NONE)
			return layout.getTypeAllocSize(element->getResultElementType()) == size;
		address = element->getPointerOperand();
	}
	return false;
}

/* The object whose accesses may be combined; NULL: the access is contiguous or uniform. */
const Value *joined_object(const Instruction &access, const DataLayout &layout, Growing &growing)
{
	const Value *address = getLoadStorePointerOperand(&access);
	const Value *object = getUnderlyingObject(address);
	uint64_t size =
		layout.getTypeStoreSize(getLoadStoreType(const_cast<Instruction *>(&access)));
	Growth growth = growing.of(address);

	/*
	 * Private arrays of different work-items are consecutive; private scalars of all work-items
	 * form a row.
	 */
	if (const AllocaInst *variable = dyn_cast<AllocaInst>(object))
		return address == object && variable->getAllocatedType()->isSingleValueType()
			       ? nullptr
			       : object;
	return growth == Growth::NONE ||
			       (growth == Growth::ONE && is_row(address, size, layout, growing))
		       ? nullptr
		       : object;
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
	/*
	 * Whether combining loads before this access with later ones, or stores after it with
	 * earlier ones, crosses it.
	 */
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
		return accesses.size() > MOST_ACCESSES || any_of(accesses, [&](const Access &by) {
			       return is_crossed(by, true) ||
				      (by.is_store && is_crossed(by, false));
		       });
	}
};

} // namespace

bool may_be_reordered(Function &item, unsigned dimension, const BasicBlock *start,
		      const SetVector<BasicBlock *> &blocks,
		      function_ref<bool(const BasicBlock *)> ends)
{
	TargetLibraryInfoImpl functions((Triple(item.getParent()->getTargetTriple())));
	TargetLibraryInfo library(functions);
	AssumptionCache assumptions(item);
	const DataLayout &layout = item.getParent()->getDataLayout();
	BasicAAResult basic(layout, item, library, assumptions);
	ScopedNoAliasAAResult scoped;
	AAResults aliases(library);
	SmallVector<Access, 32> accesses;
	Growing growing(dimension);
	Sequence sequence(blocks, ends);

	aliases.addAAResult(basic);
	aliases.addAAResult(scoped);
	sequence.visit(start);
	for (const BasicBlock *block : blocks)
		for (const Instruction &instruction : *block)
			if (getLoadStorePointerOperand(&instruction))
				accesses.push_back({&instruction, sequence.number(block),
						    joined_object(instruction, layout, growing),
						    isa<StoreInst>(instruction)});
	return Crossings(accesses, aliases, sequence.has_loops).exist();
}

} // namespace fclc
