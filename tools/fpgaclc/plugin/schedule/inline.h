/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_PLUGIN_SCHEDULE_INLINE_H
#define FCLC_PLUGIN_SCHEDULE_INLINE_H

#include <vector>

#include "tools/fpgaclc/plugin/schedule/model.h"

namespace llvm
{
class Function;
class Module;
} // namespace llvm

namespace fclc
{

/*
 * Marks functions as ones that LLVM always or never inlines: as INLINE says, otherwise small ones
 * and those that are called once. Functions with a pipeline of their own, and processes, stay. Names
 * pragmas that are lost by it.
 */
void choose_inlined(llvm::Module &module, llvm::Function &top, std::vector<unmodelled> &missing);

} // namespace fclc

#endif
