/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_PLUGIN_FLOW_H
#define FCLC_PLUGIN_FLOW_H

namespace llvm
{
class Module;
}

namespace fclc
{

/*
 * Turns the calls in DATAFLOW regions into processes (payload/include/fpgacl/flow.h). Returns
 * whether it changed the module.
 */
bool make_processes(llvm::Module &module);

} // namespace fclc

#endif
