/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FPGACLC_WORKGROUPS_REORDERED_H
#define FPGACLC_WORKGROUPS_REORDERED_H

#include <llvm/ADT/SetVector.h>
#include <llvm/IR/Function.h>

namespace fclc
{

/*
 * LLVM's vectorizer joins accesses of a work-item that are next to each other, such as those to a[2 * i] and a[2 * i + 1]:
 * it loads where the first one was, and stores where the last one was. In a loop whose accesses are marked as independent
 * it does so even across others of the same work-item to the same memory, of which the mark says nothing.
 *
 * Whether that may happen, if work-items in this dimension make up vectors, to accesses in these blocks: the code of one
 * work-item from `start` to those that are ends.
 */
bool may_be_reordered(llvm::Function &item, unsigned dimension, const llvm::BasicBlock *start,
		      const llvm::SetVector<llvm::BasicBlock *> &blocks,
		      llvm::function_ref<bool(const llvm::BasicBlock *)> ends);

} // namespace fclc

#endif
