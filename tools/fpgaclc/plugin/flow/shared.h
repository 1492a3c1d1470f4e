/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_PLUGIN_FLOW_SHARED_H
#define FCLC_PLUGIN_FLOW_SHARED_H

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
 * Warns of each argument of a kernel behind which one process of the function reads and another one writes.
 * A board runs the two at once, and the order of the source says nothing about what is read.
 */
void warn_of_shared(llvm::Function &function, llvm::ArrayRef<llvm::CallBase *> processes,
		    Uses &uses);

} // namespace fclc

#endif
