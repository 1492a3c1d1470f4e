/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_PLUGIN_REGIONS_H
#define FCLC_PLUGIN_REGIONS_H

#include "tools/fpgaclc/plugin/workgroups/items/group.h"
#include "tools/fpgaclc/plugin/workgroups/loops/narrow.h"
#include "tools/fpgaclc/plugin/workgroups/loops/slots.h"

namespace fclc
{

/* Values that the loops over a group need, computed once before them. */
struct Frame {
	Range range;           /* the work-items to run */
	llvm::Value *context;  /* the group's context, with the arrays of the slots */
	llvm::Value *capacity; /* number of work-items that the arrays have room for */
	llvm::BasicBlock *body;
	bool early_returns;
};

/*
 * Whether some work-items may return while others continue to a barrier. The specification requires
 * that either all or none reach a barrier, but such kernels are common, and work on hardware.
 */
bool has_early_returns(llvm::Function &item, llvm::BasicBlock *body, const Barriers &barriers);

/*
 * Turns a function that runs one work-item into one that runs a whole group: the code between two
 * barriers (a region) becomes the body of loops over the work-items. Returns the context size for
 * each work-item, in bytes.
 */
uint64_t make_regions(llvm::Function &item, const Frame &frame, const Barriers &barriers,
		      const Slots &slots);

} // namespace fclc

#endif
