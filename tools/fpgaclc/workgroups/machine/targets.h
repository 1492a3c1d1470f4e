/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FPGACLC_WORKGROUPS_TARGETS_H
#define FPGACLC_WORKGROUPS_TARGETS_H

#include <llvm/IR/Module.h>

namespace fclc
{

/*
 * Compiles what the library brings for the same processor and with the same checks as the kernels,
 * and prefers to inline it: loops over work-items become vectors only without calls.
 */
void unify_targets(llvm::Module &module, const llvm::Function &item);

/*
 * Adds a version of the function, and of all that it calls, for processors of level x86-64-v3
 * (AVX2, FMA). Returns `item` if it is for such processors itself.
 */
llvm::Function *add_wide_version(llvm::Function &item);

} // namespace fclc

#endif
