/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_PLUGIN_LANES_H
#define FCLC_PLUGIN_LANES_H

#include <llvm/IR/Function.h>
#include <llvm/IR/Instruction.h>

namespace fclc
{

/*
 * Whether lanes_apart() can scalarise the instruction, if it uses vectors: they are short vectors
 * of floats or integers, and the instruction works lane by lane or accesses a lane of constant
 * index.
 */
bool has_separable_lanes(const llvm::Instruction &instruction);

/* The number of scalars that the instruction's value becomes. */
unsigned lanes_of(const llvm::Instruction &instruction);

/* Scalarises the function's vectors, so that work-items can be vectorised instead. */
void lanes_apart(llvm::Function &item);

} // namespace fclc

#endif
