/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_PLUGIN_SCHEDULE_GUARDS_H
#define FCLC_PLUGIN_SCHEDULE_GUARDS_H

namespace llvm
{
class Module;
}

namespace fclc
{

/* A circuit initialises its static variables before it starts: nothing asks whether it has. */
void drop_guards(llvm::Module &module);

} // namespace fclc

#endif
