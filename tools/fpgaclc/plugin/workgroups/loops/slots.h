/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_PLUGIN_SLOTS_H
#define FCLC_PLUGIN_SLOTS_H

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/Instructions.h>

#include "tools/fpgaclc/plugin/workgroups/loops/split.h"

namespace fclc
{

/* A variable that is live across a barrier. */
struct Slot {
	llvm::AllocaInst *variable; /* in the function that runs one work-item */
	bool uniform;               /* one value for the whole group */
	bool simple;                /* only loaded and stored as a whole */
	uint64_t offset;            /* offset of the array in the context, in bytes for each
				     * work-item */
	uint64_t bytes;             /* size of one work-item's element */
	/* For simple slots: barriers across which the value is live. */
	llvm::SmallPtrSet<const llvm::BasicBlock *, 8> live;
};

struct Slots {
	llvm::SmallVector<Slot, 16> list;
	uint64_t bytes = 0; /* size of the context, for each work-item */
};

/*
 * Finds the values that are live across barriers. `body` is where work-items start; code before it
 * runs once for the group. Afterwards, no instruction's result is used across a barrier.
 */
Slots make_slots(llvm::Function &item, llvm::BasicBlock *body, const Barriers &barriers);

} // namespace fclc

#endif
