/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_PLUGIN_SCHEDULE_POINTERS_H
#define FCLC_PLUGIN_SCHEDULE_POINTERS_H

#include <llvm/IR/Function.h>

namespace fclc
{

/*
 * A load or store through a pointer that a condition chooses between arrays becomes one of each array,
 * behind the condition: memories have ports of their own. Optimisation makes such pointers of the
 * branches of an `if`. Returns whether anything has changed.
 */
bool separate_arrays(llvm::Function &function);

} // namespace fclc

#endif
