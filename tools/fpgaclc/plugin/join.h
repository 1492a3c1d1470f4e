/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_PLUGIN_JOIN_H
#define FCLC_PLUGIN_JOIN_H

#include <string>

namespace llvm
{
class Module;
}

namespace fclc
{

/*
 * Links the IR of a kernel's sources into the module, whose metadata "fclc.join" lists their files
 * in the module's directory. Problems are compiler errors. Returns whether it changed the module.
 */
bool join_sources(llvm::Module &module);

/* Links the IR in the file into the module. Returns false after a compiler error. */
bool join_file(llvm::Module &module, const std::string &path);

/*
 * Writes the module to the file that its variable fclc_leaves names, if it has one, and removes all
 * code from it. Returns whether it did.
 */
bool leave_as_ir(llvm::Module &module);

} // namespace fclc

#endif
