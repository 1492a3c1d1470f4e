/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_PLUGIN_CONSTANTS_H
#define FCLC_PLUGIN_CONSTANTS_H

#include <llvm/IR/Module.h>

namespace fclc
{

/*
 * Makes vectors built from constants and one variable lane load the constants from memory. LLVM 16
 * loses the variable if a lane of such a vector is undefined, as the fourth lane of a vector of 3
 * is: once the vector is frozen, the x86 code generator takes that lane for the variable one (LLVM
 * issue 74736, fixed in version 18). Must run after all passes that could fold the loads again.
 */
void keep_variable_lanes(llvm::Module &module);

/*
 * Does the same for the first mask of (a & C) | (b & ~C), for example a copied sign, if a select
 * uses the result. For AVX-512, LLVM 15 to 19 combine the select and these operations into one
 * masked vpternlog; if b is the select's other value, its truth table is wrong.
 */
void keep_merges_apart(llvm::Module &module);

} // namespace fclc

#endif
