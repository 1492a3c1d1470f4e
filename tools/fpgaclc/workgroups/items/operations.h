/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FPGACLC_WORKGROUPS_OPERATIONS_H
#define FPGACLC_WORKGROUPS_OPERATIONS_H

#include <llvm/IR/Module.h>

namespace fclc
{

/* More lanes than this fill the processor's vectors by themselves. */
enum { MOST_LANES = 4 };

/*
 * The library computes fabs(), floor(), max() and others of vectors with instructions for the processor's vectors, or without
 * the instruction that rounds. Gives them bodies that do the same to each lane, which loops/lanes.h can take apart if they are
 * short.
 */
void lower_operations(llvm::Module &module);

/* Whether the function is one of these. */
bool is_operation(const llvm::Function &function);

} // namespace fclc

#endif
