/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_PLUGIN_SCHEDULE_BLOCKS_H
#define FCLC_PLUGIN_SCHEDULE_BLOCKS_H

#include <vector>

#include <llvm/Analysis/LoopInfo.h>

#include "tools/fpgaclc/plugin/schedule/builder.h"

namespace fclc
{

/*
 * The blocks of a function, or of a loop, with each loop in it as one item; sorted. Empty: jumps make
 * no sequence of them.
 */
std::vector<item> items_of(llvm::Function &function, const llvm::LoopInfo &loops,
			   const llvm::Loop *loop);

/* The blocks of a loop and all loops in it, sorted, without the edges that go back. */
std::vector<item> blocks_of(const llvm::LoopInfo &loops, const llvm::Loop &loop);

/*
 * The branches that ask before loops among the items whether these have an iteration. A circuit enters
 * such a loop in any case, and its own header asks: what a branch skips is no way of its own. A loop
 * whose iterations are known has one: a branch before it is the source's.
 */
std::map<const llvm::BranchInst *, const llvm::Loop *> guards_of(const std::vector<item> &items,
								 llvm::ScalarEvolution &evolution);

/* Items that always run one behind the other. */
struct segment {
	std::vector<item> items;
	std::vector<unsigned> next;
};

/* `alone`: loops that stand apart from what is around them. */
std::vector<segment> segments_of(const std::vector<item> &items,
				 const std::set<const llvm::Loop *> &alone,
				 llvm::ScalarEvolution &evolution);

} // namespace fclc

#endif
