/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_PLUGIN_SPLIT_H
#define FCLC_PLUGIN_SPLIT_H

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Function.h>

namespace fclc
{

/* A point at which all work-items of a group wait for each other. */
struct Barrier {
	llvm::BasicBlock *block; /* ends here, with nothing after it but a branch to `after` */
	llvm::BasicBlock *after; /* its only predecessor is `block` */
};

using Barriers = llvm::SmallVector<Barrier, 8>;

/*
 * Adds barriers where they are cheap and useful: around uniform branches that decide on other
 * barriers; and into each iteration of innermost loops with a uniform trip count whose memory
 * accesses suit vectors, so that the loop over work-items becomes the innermost one.
 */
void add_barriers(llvm::Function &item);

/* Removes all calls of the barrier function and splits their blocks there. */
Barriers split_at_barriers(llvm::Function &item);

} // namespace fclc

#endif
