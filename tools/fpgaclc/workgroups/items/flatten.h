/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FPGACLC_WORKGROUPS_FLATTEN_H
#define FPGACLC_WORKGROUPS_FLATTEN_H

#include <llvm/IR/Function.h>

namespace fclc
{

/* The library's name for every kind of barrier. */
static constexpr const char *barrier_function = "pocl.barrier";

bool is_barrier(const llvm::Instruction &instruction);

/*
 * Inlines into `item`, a function that runs one work-item, every function that uses barriers or
 * work-item functions, and small ones that may run faster for it. False, with an error reported to the compiler: a function calls itself.
 */
bool flatten(llvm::Function &item);

} // namespace fclc

#endif
