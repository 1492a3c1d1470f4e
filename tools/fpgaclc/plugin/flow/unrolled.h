/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_PLUGIN_FLOW_UNROLLED_H
#define FCLC_PLUGIN_FLOW_UNROLLED_H

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/SmallVector.h>

namespace llvm
{
class CallBase;
class Function;
} // namespace llvm

namespace fclc
{

/*
 * Turns the function's loops with UNROLL that contain calls with `is_wanted` into regions, and
 * returns the calls that begin them. Adds the wanted calls to `calls`, except those in inner loops
 * that are not unrolled.
 */
llvm::SmallVector<llvm::CallBase *, 2>
enclose_unrolled(llvm::Function &function,
		 llvm::function_ref<bool(const llvm::CallBase &)> is_wanted,
		 llvm::SmallPtrSetImpl<const llvm::CallBase *> &calls);

/*
 * The same for a kernel's function without loops: where several such calls follow one another, without a branch
 * between them.
 */
llvm::SmallVector<llvm::CallBase *, 2>
enclose_sequences(llvm::Function &kernel,
		  llvm::function_ref<bool(const llvm::CallBase &)> is_wanted,
		  llvm::SmallPtrSetImpl<const llvm::CallBase *> &calls);

/* Whether a function, or those that it calls, has a loop that hardware does not unroll. */
bool has_rolled_loop(llvm::Function &function);

} // namespace fclc

#endif
