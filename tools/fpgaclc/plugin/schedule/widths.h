/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_PLUGIN_SCHEDULE_WIDTHS_H
#define FCLC_PLUGIN_SCHEDULE_WIDTHS_H

#include <llvm/Analysis/DemandedBits.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/IR/Function.h>

namespace fclc
{

/* How many bits of integers a circuit has: those that can differ and that something looks at. */
class widths
{
      public:
	widths(llvm::Function &function, llvm::DemandedBits &demanded,
	       llvm::ScalarEvolution &evolution)
	    : layout(function.getParent()->getDataLayout()), demanded(demanded),
	      evolution(evolution)
	{
	}
	unsigned of(const llvm::Value &value) const;

      private:
	const llvm::DataLayout &layout;
	llvm::DemandedBits &demanded;
	llvm::ScalarEvolution &evolution;

	unsigned possible(const llvm::Value &value) const;
};

} // namespace fclc

#endif
