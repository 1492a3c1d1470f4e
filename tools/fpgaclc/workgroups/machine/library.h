/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FPGACLC_WORKGROUPS_LIBRARY_H
#define FPGACLC_WORKGROUPS_LIBRARY_H

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/Module.h>

namespace fclc
{

/* Functions in place of others. */
using Substitutes = llvm::DenseMap<const llvm::Function *, llvm::Function *>;

/*
 * The module is linked with the library of built-in functions for the oldest processors. Those for processors with FMA
 * compute mathematical functions up to twice as fast: where they have the same parameters, the kernels' versions for such
 * processors call them. Links them, if the option -fclc-library says in which file they are.
 */
Substitutes link_faster_functions(llvm::Module &module, llvm::ArrayRef<llvm::Function *> items);

} // namespace fclc

#endif
