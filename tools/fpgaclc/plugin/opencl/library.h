/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_PLUGIN_OPENCL_LIBRARY_H
#define FCLC_PLUGIN_OPENCL_LIBRARY_H

#include <memory>

#include <llvm/IR/Module.h>

namespace fclc
{

/* A library of built-in functions, whose functions are read when they are needed; null: it cannot be read. */
std::unique_ptr<llvm::Module> open_library(const llvm::Module &module, llvm::StringRef path);

/* Adds the definitions of functions that the module declares, and of what these need, as its own. */
void link_needed(llvm::Module &module, std::unique_ptr<llvm::Module> library);

/*
 * Links PoCL's functions that the module calls, if the option -fclc-builtins names their file. It is
 * not read if there are none: that takes longer than to compile a small kernel.
 */
void link_builtins(llvm::Module &module);

} // namespace fclc

#endif
