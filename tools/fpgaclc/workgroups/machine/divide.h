/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_WORKGROUPS_DIVIDE_H
#define FCLC_WORKGROUPS_DIVIDE_H

#include <llvm/IR/Function.h>

namespace fclc
{

/*
 * OpenCL C (6.3) leaves the result of an integer division open if the divisor is zero, or if the
 * quotient does not fit, but raises no exception. The processor does, so such a divisor becomes 1;
 * the lowest number divided by -1 wraps.
 */
void guard_divisions(llvm::Function &function);

} // namespace fclc

#endif
