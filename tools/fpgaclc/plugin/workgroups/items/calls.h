/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_PLUGIN_CALLS_H
#define FCLC_PLUGIN_CALLS_H

#include <llvm/IR/Module.h>

namespace fclc
{

/*
 * The library is compiled for one address space, but a kernel's pointers have several, so calls of
 * the library differ in type from the function, and LLVM treats them as calls of an unknown
 * function. Casts such arguments and results, so that the function can be found and inlined.
 */
void match_calls(llvm::Module &module);

} // namespace fclc

#endif
