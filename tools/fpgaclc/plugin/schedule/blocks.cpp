/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/plugin/schedule/blocks.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/IR/CFG.h>

using namespace llvm;

namespace fclc
{

/* The loop directly inside of `outer` that has the block; nullptr: none. */
static const Loop *child_with(const LoopInfo &loops, const Loop *outer, const BasicBlock *block)
{
	const Loop *loop = loops.getLoopFor(block);

	while (loop && loop->getParentLoop() != outer)
		loop = loop->getParentLoop();
	return loop != outer ? loop : nullptr;
}

std::vector<item> items_of(Function &function, const LoopInfo &loops, const Loop *loop)
{
	std::vector<item> items;
	std::set<const Loop *> seen;

	for (BasicBlock *block : ReversePostOrderTraversal<Function *>(&function)) {
		item item;

		if (loop && !loop->contains(block))
			continue;
		const Loop *child = child_with(loops, loop, block);

		if (child && !seen.insert(child).second)
			continue;
		item.block = child ? nullptr : block;
		item.loop = child;
		items.push_back(item);
	}
	return items;
}

std::vector<item> blocks_of(const LoopInfo &loops, const Loop &loop)
{
	std::vector<item> items;
	Function *function = loop.getHeader()->getParent();

	(void)loops;
	for (BasicBlock *block : ReversePostOrderTraversal<Function *>(function)) {
		item item;

		if (!loop.contains(block))
			continue;
		item.block = block;
		items.push_back(item);
	}
	return items;
}

/* --- segments ---------------------------------------------------------------------------------- */

static void add_targets(const BasicBlock *from,
			const std::map<const BasicBlock *, unsigned> &numbers, unsigned self,
			std::set<unsigned> &targets)
{
	for (const BasicBlock *next : successors(from)) {
		auto found = numbers.find(next);

		if (found != numbers.end() && found->second > self)
			targets.insert(found->second);
	}
}

std::map<const BranchInst *, const Loop *> guards_of(const std::vector<item> &items,
						     ScalarEvolution &evolution)
{
	std::map<const BranchInst *, const Loop *> guards;

	for (const item &item : items)
		if (item.loop && !evolution.getSmallConstantTripCount(item.loop))
			if (const BranchInst *guard = item.loop->getLoopGuardBranch())
				guards[guard] = item.loop;
	return guards;
}

/* Where a guard leads to if it does not skip its loop. */
static const BasicBlock *behind_guard(const BranchInst &guard, const Loop &loop)
{
	const BasicBlock *to = loop.getLoopPreheader();

	return guard.getSuccessor(0) == to || guard.getSuccessor(1) == to ? to : loop.getHeader();
}

/* Where each item leads to, forward. */
static std::vector<std::set<unsigned>> targets_of(const std::vector<item> &items,
						  ScalarEvolution &evolution)
{
	std::map<const BranchInst *, const Loop *> guards = guards_of(items, evolution);
	std::map<const BasicBlock *, unsigned> numbers;
	std::vector<std::set<unsigned>> targets(items.size());

	for (unsigned i = 0; i < items.size(); i++) {
		if (items[i].block)
			numbers[items[i].block] = i;
		else
			for (const BasicBlock *block : items[i].loop->blocks())
				numbers[block] = i;
	}
	for (unsigned i = 0; i < items.size(); i++) {
		const auto *branch = items[i].block
					     ? dyn_cast<BranchInst>(items[i].block->getTerminator())
					     : nullptr;
		auto guard = guards.find(branch);
		auto entered = guard != guards.end()
				       ? numbers.find(behind_guard(*branch, *guard->second))
				       : numbers.end();

		if (entered != numbers.end() && entered->second > i)
			targets[i].insert(entered->second);
		else if (items[i].block)
			add_targets(items[i].block, numbers, i, targets[i]);
		else
			for (const BasicBlock *block : items[i].loop->blocks())
				add_targets(block, numbers, i, targets[i]);
	}
	return targets;
}

std::vector<segment> segments_of(const std::vector<item> &items,
				 const std::set<const Loop *> &alone, ScalarEvolution &evolution)
{
	std::vector<std::set<unsigned>> targets = targets_of(items, evolution);
	std::vector<unsigned> sources(items.size()), of(items.size());
	std::vector<segment> segments;

	for (const std::set<unsigned> &each : targets)
		for (unsigned to : each)
			sources[to]++;
	for (unsigned i = 0; i < items.size(); i++) {
		bool joined = i && sources[i] == 1 && targets[i - 1].size() == 1 &&
			      *targets[i - 1].begin() == i && !alone.count(items[i].loop) &&
			      !alone.count(items[i - 1].loop);

		if (!joined)
			segments.emplace_back();
		segments.back().items.push_back(items[i]);
		of[i] = static_cast<unsigned>(segments.size() - 1);
	}
	for (unsigned i = 0; i < items.size(); i++)
		for (unsigned to : targets[i])
			if (of[to] != of[i])
				segments[of[i]].next.push_back(of[to]);
	return segments;
}

} // namespace fclc
