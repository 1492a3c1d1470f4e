/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FPGACLC_WORKGROUPS_INDICES_H
#define FPGACLC_WORKGROUPS_INDICES_H

#include <llvm/IR/Function.h>

namespace fclc
{

/*
 * Computes array indices such as `3 * i + 1`, where `int i = get_global_id(0)`, in 64 bits. The results are the same
 * unless the index exceeds an int, which C leaves undefined (C99, 6.5p5), and only then can the vectorizer see that
 * consecutive work-items access consecutive elements. All other arithmetic wraps around, as in hardware.
 */
void widen_indices(llvm::Function &item);

} // namespace fclc

#endif
