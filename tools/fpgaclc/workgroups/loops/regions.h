/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FPGACLC_WORKGROUPS_REGIONS_H
#define FPGACLC_WORKGROUPS_REGIONS_H

#include "tools/fpgaclc/workgroups/items/group.h"
#include "tools/fpgaclc/workgroups/loops/narrow.h"
#include "tools/fpgaclc/workgroups/loops/slots.h"

namespace fclc
{

/* What the loops of a group need, computed once before them. */
struct Frame {
	Range range;           /* work-items that run */
	llvm::Value *context;  /* of the group; arrays of the slots */
	llvm::Value *capacity; /* work-items that the arrays have room for */
	llvm::BasicBlock *body;
	bool early_returns;
};

/*
 * Whether some work-items may return where others go on to a barrier. By the specification all meet
 * a barrier or none does, but such kernels are common, and hardware runs them.
 */
bool has_early_returns(llvm::Function &item, llvm::BasicBlock *body, const Barriers &barriers);

/*
 * Turns the function, which runs one work-item, into one that runs all of a group: the code between
 * two barriers (a region) becomes the body of loops over the work-items. Returns the bytes of context
 * that each work-item needs.
 */
uint64_t make_regions(llvm::Function &item, const Frame &frame, const Barriers &barriers,
		      const Slots &slots);

} // namespace fclc

#endif
