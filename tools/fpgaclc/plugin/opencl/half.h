/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_PLUGIN_OPENCL_HALF_H
#define FCLC_PLUGIN_OPENCL_HALF_H

#include <llvm/IR/Module.h>

namespace fclc
{

/*
 * The library has no functions of half: defines those that the module calls by the function of
 * float, whose result is rounded. Those that have none are errors.
 */
void define_halves(llvm::Module &module, const llvm::Module &library);

} // namespace fclc

#endif
