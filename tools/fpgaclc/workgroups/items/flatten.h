/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FPGACLC_WORKGROUPS_FLATTEN_H
#define FPGACLC_WORKGROUPS_FLATTEN_H

#include <llvm/IR/Function.h>
#include <llvm/IR/InstrTypes.h>

namespace fclc
{

/* The library's name for every kind of barrier. */
static constexpr const char *barrier_function = "pocl.barrier";

bool is_barrier(const llvm::Instruction &instruction);

/*
 * Inlines the call, and gives its function the attributes that the body needs: the width of vectors, for AVX-512, also
 * decides in which registers other calls pass them. Returns whether it could.
 */
bool inline_call(llvm::CallBase &call);

/*
 * Inlines into `item`, a function that runs one work-item, every function that uses barriers or
 * work-item functions, and small ones that may run faster for it. False, with an error reported to the compiler: a function calls itself.
 */
bool flatten(llvm::Function &item);

} // namespace fclc

#endif
