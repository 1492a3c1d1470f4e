/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_PLUGIN_SCHEDULE_INLINE_H
#define FCLC_PLUGIN_SCHEDULE_INLINE_H

namespace llvm
{
class Function;
class Module;
} // namespace llvm

namespace fclc
{

/*
 * Marks functions as ones that LLVM always or never inlines: as INLINE says, otherwise small ones
 * and those that are called once. Functions with a pipeline of their own, and processes, stay.
 */
void choose_inlined(llvm::Module &module, llvm::Function &top);

} // namespace fclc

#endif
