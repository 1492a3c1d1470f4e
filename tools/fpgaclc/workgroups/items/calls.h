/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FPGACLC_WORKGROUPS_CALLS_H
#define FPGACLC_WORKGROUPS_CALLS_H

#include <llvm/IR/Module.h>

namespace fclc
{

/*
 * The library is compiled for one address space, and a kernel's pointers have several: a call of
 * the library then has another type than the function, which LLVM takes for a call of something
 * unknown. Casts such arguments and results, so that the function can be found and inlined.
 */
void match_calls(llvm::Module &module);

} // namespace fclc

#endif
