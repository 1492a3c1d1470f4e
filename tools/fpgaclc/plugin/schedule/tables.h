/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_PLUGIN_SCHEDULE_TABLES_H
#define FCLC_PLUGIN_SCHEDULE_TABLES_H

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>

namespace fclc
{

/*
 * An array that one loop fills with what is known at compile time, and that is only read behind it, is
 * a table in the circuit: the loop takes no time, as an HLS tool runs it. What is left of it is a call
 * that takes none.
 */
void drop_fills_of_tables(llvm::Function &function, llvm::LoopInfo &loops,
			  llvm::ScalarEvolution &evolution, llvm::DominatorTree &tree);

/* Such a call. */
bool is_table(const llvm::Instruction &instruction);

} // namespace fclc

#endif
