/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/plugin/workgroups/loops/order.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>

#include "tools/fpgaclc/plugin/workgroups/items/ids.h"
#include "tools/fpgaclc/plugin/workgroups/loops/growth.h"

using namespace llvm;

namespace fclc
{

namespace
{

/* A row with fewer work-items does not fill a vector. */
enum { SHORT_ROW = 8 };

/*
 * Relative cost of an access that is not contiguous across work-items, compared with one that is.
 */
enum { COST_APART = 8 };

/* How an access grows in each dimension, and how often it probably runs. */
struct GrowingAccess {
	Growth growth[3];
	unsigned weight;
};

SmallVector<GrowingAccess, 16> accesses_of(Function &item)
{
	DominatorTree dominators(item);
	LoopInfo loops(dominators);
	Growing dimensions[] = {Growing(0), Growing(1), Growing(2)};
	SmallVector<GrowingAccess, 16> accesses;

	for (const Instruction &instruction : instructions(item)) {
		const Value *address = getLoadStorePointerOperand(&instruction);
		unsigned depth = std::min(loops.getLoopDepth(instruction.getParent()), 3u);
		GrowingAccess access = {{}, 1u << 3 * depth};

		if (!address || isa<AllocaInst>(getUnderlyingObject(address)))
			continue;
		for (unsigned i = 0; i < 3; i++)
			access.growth[i] = dimensions[i].of(address);
		accesses.push_back(access);
	}
	return accesses;
}

/* The cost of the accesses if this dimension is innermost. */
uint64_t cost_of(ArrayRef<GrowingAccess> accesses, unsigned dimension)
{
	static const unsigned costs[] = {0, 1, COST_APART};
	uint64_t cost = 0;

	for (const GrowingAccess &access : accesses)
		cost += costs[(unsigned)access.growth[dimension]] * access.weight;
	return cost;
}

bool has_rows(ArrayRef<GrowingAccess> accesses, unsigned dimension)
{
	return any_of(accesses, [=](const GrowingAccess &access) {
		return access.growth[dimension] == Growth::ONE;
	});
}

/* Whether much of the cost comes from accesses that are contiguous in another dimension. */
bool wants_tiles(ArrayRef<GrowingAccess> accesses, unsigned dimension)
{
	uint64_t cost = 0;

	for (const GrowingAccess &access : accesses)
		if (access.growth[dimension] == Growth::MORE &&
		    is_contained(access.growth, Growth::ONE))
			cost += COST_APART * access.weight;
	return cost && cost >= cost_of(accesses, dimension) / 4;
}

} // namespace

Order best_order(Function &item, const uint64_t *required)
{
	SmallVector<GrowingAccess, 16> accesses = accesses_of(item);
	uint64_t least = cost_of(accesses, 0) / 2;
	Order order = {};

	for (unsigned i = 1; i < 3; i++) {
		uint64_t cost = cost_of(accesses, i);

		if (required && required[i] < SHORT_ROW && required[i] < required[0])
			continue;
		if (!has_rows(accesses, i) || cost > least)
			continue;
		least = cost;
		order.inner = i;
	}
	order.tiled = wants_tiles(accesses, order.inner);
	return order;
}

unsigned exchanged(unsigned field, unsigned dimension)
{
	unsigned own = field % 3;

	if (field >= WORK_DIM || (own && own != dimension))
		return field;
	return field - own + (own ? 0 : dimension);
}

void put_first(Function &item, unsigned dimension)
{
	for (Instruction &instruction : instructions(item)) {
		Field field = field_of(&instruction);

		if (field == FIELDS)
			continue;
		CallInst &call = cast<CallInst>(instruction);
		call.setArgOperand(0, ConstantInt::get(call.getArgOperand(0)->getType(),
						       exchanged(field, dimension)));
	}
}

} // namespace fclc
