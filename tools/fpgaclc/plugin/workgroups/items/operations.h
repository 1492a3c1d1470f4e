/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_PLUGIN_OPERATIONS_H
#define FCLC_PLUGIN_OPERATIONS_H

#include <llvm/IR/Module.h>

namespace fclc
{

/* Vectors with more lanes fill the processor's registers by themselves. */
enum { MOST_LANES = 4 };

/*
 * The library computes fabs(), floor(), max() and others of vectors with vector instructions, or
 * without the rounding instruction. Replaces their bodies with lane-wise ones, which loops/lanes.h
 * can take apart if the vectors are short.
 */
void lower_operations(llvm::Module &module);

/* Whether the function is one of these. */
bool is_operation(const llvm::Function &function);

} // namespace fclc

#endif
