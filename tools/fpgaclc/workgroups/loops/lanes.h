/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FPGACLC_WORKGROUPS_LANES_H
#define FPGACLC_WORKGROUPS_LANES_H

#include <llvm/IR/Function.h>
#include <llvm/IR/Instruction.h>

namespace fclc
{

/*
 * Whether lanes_apart() leaves nothing of the instruction's vectors, if it has any: they are short vectors of floats or
 * integers, with which the instruction does the same to each lane or takes a constant one.
 */
bool has_separable_lanes(const llvm::Instruction &instruction);

/* How many variables the instruction's value is once its lanes are apart. */
unsigned lanes_of(const llvm::Instruction &instruction);

/* Makes each lane of the function's vectors a variable of its own, so that vectors can be made of work-items instead. */
void lanes_apart(llvm::Function &item);

} // namespace fclc

#endif
