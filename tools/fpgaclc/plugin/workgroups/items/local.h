/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_PLUGIN_LOCAL_H
#define FCLC_PLUGIN_LOCAL_H

#include <llvm/IR/Instructions.h>

namespace fclc
{

/* Address space numbers under clang's -ffake-address-space-map. */
enum { GLOBAL_SPACE = 1, CONSTANT_SPACE = 2, LOCAL_SPACE = 3 };

/*
 * Has functions that are not kernels request the memory of the __local variables that they declare,
 * by a call (opencl/locals.cpp). Such functions are inlined.
 */
void request_local_variables(llvm::Module &module);

/* Whether it is such a call. */
bool is_local_request(const llvm::Instruction &instruction);

/* Replaces each such call with a __local variable. */
void make_local_variables(llvm::Function &item);

/*
 * Moves the __local variables that the function uses into the group's local memory, which starts at
 * `memory`; addresses are computed before `before`. Returns their size in bytes.
 */
uint64_t move_local_variables(llvm::Function &item, llvm::Value *memory, llvm::Instruction *before);

} // namespace fclc

#endif
