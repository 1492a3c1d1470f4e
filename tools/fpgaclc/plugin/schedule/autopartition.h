/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_PLUGIN_SCHEDULE_AUTOPARTITION_H
#define FCLC_PLUGIN_SCHEDULE_AUTOPARTITION_H

#include <vector>

#include <map>
#include <set>
#include <vector>

#include <llvm/Analysis/ScalarEvolution.h>

#include "tools/fpgaclc/plugin/schedule/array.h"

namespace fclc
{

/* All loads and stores of one array. */
struct array_uses {
	/* In each block; nullptr: not known. */
	std::map<const llvm::BasicBlock *, std::vector<const llvm::SCEV *>> offsets;
	std::set<const llvm::BasicBlock *> told; /* those in a pipeline that PIPELINE asks for */
	unsigned stores = 0;       /* the most in one block: what one iteration may write */
	bool only_accesses = true; /* no call or copy takes its address */
};

/*
 * What the vendor's newer tools do to an array of the kernel's own. If no pragma cuts it: a few words
 * become registers. If all accesses have a constant index in one dimension, or all those of a
 * pipeline that PIPELINE asks for and that has more of them than ports, it is cut completely along it. Otherwise, if no iteration writes it
 * more than once, there may be copies of it, for more reads at a time.
 */
void partition_alone(array &array, const array_uses &uses, llvm::ScalarEvolution &evolution);

} // namespace fclc

#endif
