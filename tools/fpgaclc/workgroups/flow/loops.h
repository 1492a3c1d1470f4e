/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_WORKGROUPS_FLOW_LOOPS_H
#define FCLC_WORKGROUPS_FLOW_LOOPS_H

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
 * Hardware makes a process of a loop in a region, too: moves such loops of the function into functions of
 * their own, so that calls of these are left. `begins` starts the regions.
 */
void extract_loops(llvm::Function &function, llvm::ArrayRef<llvm::CallBase *> begins, Uses &uses,
		   llvm::function_ref<bool(const llvm::CallBase &)> can_be_process);

/* The function, and the user's functions that it calls, directly or not. */
llvm::SetVector<llvm::Function *> reached_from(llvm::Function &function);

/* Drops the line numbers that only the names of loops need. */
bool drop_lines(llvm::Module &module);

} // namespace fclc

#endif
