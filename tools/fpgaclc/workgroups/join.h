/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_WORKGROUPS_JOIN_H
#define FCLC_WORKGROUPS_JOIN_H

namespace llvm
{
class Module;
}

namespace fclc
{

/*
 * Links the IR of a kernel's sources into a module that names their files, in the module's folder, in the
 * metadata "fclc.join". A problem is an error of the compiler. Returns whether it changed the module.
 */
bool join_sources(llvm::Module &module);

} // namespace fclc

#endif
