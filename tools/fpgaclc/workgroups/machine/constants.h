/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FPGACLC_WORKGROUPS_CONSTANTS_H
#define FPGACLC_WORKGROUPS_CONSTANTS_H

#include <llvm/IR/Module.h>

namespace fclc
{

/*
 * Lets vectors that are put together from constants and a variable lane read the constants from
 * memory. LLVM 16 loses the variable where a lane of such a vector is undefined, as the fourth of 3
 * is in a register: once the vector is frozen, its code generator for x86 takes that lane for the
 * variable one (LLVM's issue 74736, which was open until version 18). To be run after all passes
 * that could fold the reads again.
 */
void keep_variable_lanes(llvm::Module &module);

/*
 * Does the same to the first mask of (a & C) | (b & ~C), a copied sign for instance, where a select
 * uses the result: for AVX-512, LLVM 15 to 19 make one masked vpternlog of the select and of these,
 * and where b is the select's other value, it has the table of another function.
 */
void keep_merges_apart(llvm::Module &module);

} // namespace fclc

#endif
