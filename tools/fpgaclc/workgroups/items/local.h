/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FPGACLC_WORKGROUPS_LOCAL_H
#define FPGACLC_WORKGROUPS_LOCAL_H

#include <llvm/IR/Instructions.h>

namespace fclc
{

/* The numbers of address spaces that clang's -ffake-address-space-map gives. */
enum { GLOBAL_SPACE = 1, CONSTANT_SPACE = 2, LOCAL_SPACE = 3 };

/* Whether it asks for memory of the group, as a function does that declares __local arrays (opencl/intel_forms.c). */
bool is_local_request(const llvm::Instruction &instruction);

/* Makes a __local variable of each such call. */
void make_local_variables(llvm::Function &item);

/*
 * Moves the __local variables that the function uses into the group's local memory, which begins
 * at `memory`, computed before `before`. Returns their bytes.
 */
uint64_t move_local_variables(llvm::Function &item, llvm::Value *memory, llvm::Instruction *before);

} // namespace fclc

#endif
