/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_PLUGIN_INDICES_H
#define FCLC_PLUGIN_INDICES_H

#include <llvm/IR/Function.h>

namespace fclc
{

/*
 * Computes array indices such as `3 * i + 1`, where `int i = get_global_id(0)`, in 64 bits. The
 * results only differ if the index overflows an int, which is undefined in C (C99, 6.5p5); without
 * this, the vectoriser cannot see that adjacent work-items access adjacent elements. All other
 * arithmetic wraps around, as in hardware.
 */
void widen_indices(llvm::Function &item);

} // namespace fclc

#endif
