/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_PLUGIN_REORDERED_H
#define FCLC_PLUGIN_REORDERED_H

#include <llvm/ADT/SetVector.h>
#include <llvm/IR/Function.h>

namespace fclc
{

/*
 * LLVM's vectoriser combines adjacent accesses of a work-item, such as a[2 * i] and a[2 * i + 1]:
 * it loads at the first and stores at the last one. In a loop whose accesses are marked as
 * independent, it even does so across other accesses of the same work-item to the same memory,
 * which the mark does not cover.
 *
 * Returns whether that may happen to accesses in the code from `start` to the blocks in `ends`, if
 * work-items of this dimension are vectorised.
 */
bool may_be_reordered(llvm::Function &item, unsigned dimension, const llvm::BasicBlock *start,
		      const llvm::SetVector<llvm::BasicBlock *> &blocks,
		      llvm::function_ref<bool(const llvm::BasicBlock *)> ends);

} // namespace fclc

#endif
