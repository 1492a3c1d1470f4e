/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_PLUGIN_FLOW_LOOPS_H
#define FCLC_PLUGIN_FLOW_LOOPS_H

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SetVector.h>

namespace llvm
{
class CallBase;
class Function;
class Module;
} // namespace llvm

namespace fclc
{

class Uses;

/*
 * Moves loops in regions, which hardware also turns into processes, to functions of their own, so
 * that only their calls remain. `begins` are the calls that begin the regions.
 */
void extract_loops(llvm::Function &function, llvm::ArrayRef<llvm::CallBase *> begins, Uses &uses,
		   llvm::function_ref<bool(const llvm::CallBase &)> can_be_process);

/* The function and all user functions that it calls, directly or not. */
llvm::SetVector<llvm::Function *> reached_from(llvm::Function &function);

/* Drops line numbers that were only needed to name loops. */
bool drop_lines(llvm::Module &module);

} // namespace fclc

#endif
