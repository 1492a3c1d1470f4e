/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FPGACLC_WORKGROUPS_SPLIT_H
#define FPGACLC_WORKGROUPS_SPLIT_H

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Function.h>

namespace fclc
{

/* A place where all work-items of a group wait for each other. */
struct Barrier {
	llvm::BasicBlock *block; /* ends here; nothing follows in it but a branch to `after` */
	llvm::BasicBlock *after; /* its only predecessor is `block` */
};

using Barriers = llvm::SmallVector<Barrier, 8>;

/*
 * Adds barriers where they cost little and help: around branches that decide on other barriers, if
 * they are the same for all work-items; and into each iteration of innermost loops whose number of
 * iterations is uniform and whose memory accesses suit vectors, so that the loop over work-items
 * becomes the innermost one.
 */
void add_barriers(llvm::Function &item);

/* Removes all calls of the barrier function and splits their blocks there. */
Barriers split_at_barriers(llvm::Function &item);

} // namespace fclc

#endif
