/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FPGACLC_WORKGROUPS_SLOTS_H
#define FPGACLC_WORKGROUPS_SLOTS_H

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/Instructions.h>

#include "tools/fpgaclc/workgroups/loops/split.h"

namespace fclc
{

/* A variable of work-items that lives across a barrier. */
struct Slot {
	llvm::AllocaInst *variable; /* in the function that runs one work-item */
	bool uniform;               /* one value for the group instead of one for each work-item */
	bool simple;                /* only loaded and stored, as a whole */
	uint64_t offset;            /* of the array in the context, in bytes for each work-item */
	uint64_t bytes;             /* of one work-item's element */
	/* Simple slots: barriers after which the value may be read before it is written. */
	llvm::SmallPtrSet<const llvm::BasicBlock *, 8> live;
};

struct Slots {
	llvm::SmallVector<Slot, 16> list;
	uint64_t bytes = 0; /* of the context, for each work-item */
};

/*
 * Finds what lives across barriers. `body` is where work-items begin; what comes before it runs
 * once for the group. Afterwards no instruction's result is used on the other side of a barrier.
 */
Slots make_slots(llvm::Function &item, llvm::BasicBlock *body, const Barriers &barriers);

} // namespace fclc

#endif
