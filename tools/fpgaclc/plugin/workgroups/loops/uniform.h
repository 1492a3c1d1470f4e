/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_PLUGIN_UNIFORM_H
#define FCLC_PLUGIN_UNIFORM_H

#include <llvm/ADT/DenseSet.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/IR/Function.h>

namespace fclc
{

/*
 * Which values are the same in all work-items of a group, and computed by all of them. The function
 * runs one work-item, except for its entry block, which runs once for the group. Values not known
 * to be uniform count as divergent.
 */
class Uniform
{
	llvm::DenseSet<const llvm::Value *> divergent;
	llvm::DenseSet<const llvm::BasicBlock *> partial; /* not run by all work-items */

	bool mark(const llvm::Value *value);
	void mark_blocks(const llvm::BasicBlock *branch, const llvm::PostDominatorTree &ends);
	bool depends(const llvm::Instruction &instruction) const;

      public:
	Uniform(llvm::Function &function, const llvm::PostDominatorTree &ends);

	bool is_uniform(const llvm::Value *value) const
	{
		return !divergent.contains(value);
	}
	bool is_run_by_all(const llvm::BasicBlock *block) const
	{
		return !partial.contains(block);
	}
};

/* How much a value grows from one work-item to the next in dimension x. */
enum class Stride { UNIFORM, ONE, OTHER };

/* The stride of an address, in elements of the accessed type. */
Stride stride_of(const llvm::Value *address, const llvm::Type *type, const Uniform &uniform);

} // namespace fclc

#endif
