/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_PLUGIN_ACCESSES_H
#define FCLC_PLUGIN_ACCESSES_H

#include <llvm/IR/Module.h>

namespace fclc
{

/* Whether the user has asked for --check=memory. */
bool checks_memory();

/*
 * Calls payload_access.c before each access to memory, with its address, size in bytes and place in
 * the source: "vadd.cpp:7:10". Accesses that are certainly inside a variable are left out. Changes
 * nothing without --check=memory.
 */
void check_accesses(llvm::Module &module);

} // namespace fclc

#endif
