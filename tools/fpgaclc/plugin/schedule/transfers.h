/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_PLUGIN_SCHEDULE_TRANSFERS_H
#define FCLC_PLUGIN_SCHEDULE_TRANSFERS_H

#include <llvm/IR/Module.h>

namespace fclc
{

/*
 * Makes loops of what fills or copies an array, an element in each iteration: hardware has memories,
 * not bytes. Before optimisation, and after loops have their names (names.h).
 */
void make_loops_of_transfers(llvm::Module &module);

} // namespace fclc

#endif
