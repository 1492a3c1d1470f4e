/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_PLUGIN_DIVIDE_H
#define FCLC_PLUGIN_DIVIDE_H

#include <llvm/IR/Function.h>

namespace fclc
{

/*
 * In OpenCL C (6.3), an integer division by zero, or one whose quotient overflows, has an
 * unspecified result but raises no exception. The processor does raise one, so such a divisor is
 * replaced with 1; the minimum divided by -1 wraps.
 */
void guard_divisions(llvm::Function &function);

} // namespace fclc

#endif
