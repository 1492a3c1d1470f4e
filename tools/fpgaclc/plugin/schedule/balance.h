/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_PLUGIN_SCHEDULE_BALANCE_H
#define FCLC_PLUGIN_SCHEDULE_BALANCE_H

#include <llvm/IR/Function.h>

namespace fclc
{

/*
 * Makes trees of chains of sums, products and the like of integers, with what a loop carries at the
 * root. Not in functions with EXPRESSION_BALANCE off.
 */
void balance(llvm::Function &function);

} // namespace fclc

#endif
