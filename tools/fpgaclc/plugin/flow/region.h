/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_PLUGIN_FLOW_REGION_H
#define FCLC_PLUGIN_FLOW_REGION_H

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Instructions.h>

#include "tools/fpgaclc/plugin/flow/names.h"

namespace fclc
{

/* The instructions between a region's begin and its end. */
class Region
{
	llvm::CallBase *begin;
	llvm::SmallPtrSet<const llvm::Instruction *, 32> inside;

	bool ends(const llvm::Instruction &instruction) const
	{
		const llvm::CallBase *call = llvm::dyn_cast<llvm::CallBase>(&instruction);

		return call && is_scope_end(*call) &&
		       call->getArgOperand(0) == begin->getArgOperand(0);
	}
	static llvm::Instruction *after(llvm::CallBase *call)
	{
		llvm::InvokeInst *invoke = llvm::dyn_cast<llvm::InvokeInst>(call);

		return invoke ? &invoke->getNormalDest()->front() : call->getNextNode();
	}

      public:
	explicit Region(llvm::CallBase *call) : begin(call)
	{
		collect(after(call), inside);
	}
	/* Whether calls only run concurrently if they share nothing. */
	bool is_apart() const
	{
		return is_apart_begin(*begin);
	}
	/* Collects everything reachable from an instruction without leaving the region. */
	void collect(llvm::Instruction *from,
		     llvm::SmallPtrSetImpl<const llvm::Instruction *> &found) const
	{
		llvm::SmallVector<llvm::Instruction *, 16> work{from};

		while (!work.empty()) {
			llvm::Instruction *at = work.pop_back_val();

			for (; at && found.insert(at).second && !ends(*at); at = at->getNextNode())
				if (at->isTerminator())
					for (llvm::BasicBlock *next :
					     llvm::successors(at->getParent()))
						work.push_back(&next->front());
		}
	}
	const llvm::SmallPtrSetImpl<const llvm::Instruction *> &instructions() const
	{
		return inside;
	}
};

} // namespace fclc

#endif
