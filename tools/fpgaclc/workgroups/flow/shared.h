/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_WORKGROUPS_FLOW_SHARED_H
#define FCLC_WORKGROUPS_FLOW_SHARED_H

#include <llvm/ADT/ArrayRef.h>

namespace llvm
{
class CallBase;
class Function;
} // namespace llvm

namespace fclc
{

class Uses;

/* Whether the wrapper that a board starts calls a function. */
bool is_kernel(const llvm::Function &function);

/*
 * If the function is a kernel: warns of each argument whose memory one process reads and another
 * one writes. A board runs both concurrently, so the source order does not determine what is read.
 */
void warn_of_shared(llvm::Function &function, llvm::ArrayRef<llvm::CallBase *> processes,
		    Uses &uses);

} // namespace fclc

#endif
