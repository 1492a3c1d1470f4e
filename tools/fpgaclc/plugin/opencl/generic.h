/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_PLUGIN_OPENCL_GENERIC_H
#define FCLC_PLUGIN_OPENCL_GENERIC_H

#include <llvm/IR/Module.h>

namespace fclc
{

/*
 * OpenCL C 2.0 declares built-in functions that take pointers to the generic address space, but PoCL's
 * library only has them for named address spaces. As all of these are one memory here, each such
 * function that the module declares becomes a call of its counterpart for a named space.
 */
void define_generics(llvm::Module &module, const llvm::Module &library);

} // namespace fclc

#endif
