/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_PLUGIN_OPENCL_PIPES_CODE_H
#define FCLC_PLUGIN_OPENCL_PIPES_CODE_H

#include <string>

namespace llvm
{
class Module;
}

namespace fclc
{

/* The variable of this name stands for pipes outside of functions, from number `first` on. */
void add_numbered_pipes(const std::string &variable, unsigned first, unsigned elements);

/* Puts the runtime's pipes in the place of what is loaded from such variables, and removes these. */
void load_pipes(llvm::Module &module);

} // namespace fclc

#endif
