/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FPGACLC_WORKGROUPS_LOCAL_H
#define FPGACLC_WORKGROUPS_LOCAL_H

#include <llvm/IR/Instructions.h>

namespace fclc
{

/*
 * Moves the __local variables that the function uses into the group's local memory, which begins
 * at `memory`, computed before `before`. Returns their bytes.
 */
uint64_t move_local_variables(llvm::Function &item, llvm::Value *memory, llvm::Instruction *before);

} // namespace fclc

#endif
