/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_PLUGIN_FLATTEN_H
#define FCLC_PLUGIN_FLATTEN_H

#include <llvm/IR/Function.h>
#include <llvm/IR/InstrTypes.h>

namespace fclc
{

/* The library's function for every kind of barrier. */
static constexpr const char *barrier_function = "pocl.barrier";

bool is_barrier(const llvm::Instruction &instruction);

/*
 * Inlines the call, and gives the caller the attributes that the body needs: for AVX-512, the
 * vector width also determines in which registers other calls pass vectors. Returns whether it
 * could.
 */
bool inline_call(llvm::CallBase &call);

/*
 * Inlines into `item`, a function that runs one work-item, every function that uses barriers or
 * work-item functions, and small ones for speed. On recursion, reports an error to the compiler and
 * returns false.
 */
bool flatten(llvm::Function &item);

} // namespace fclc

#endif
