/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_PLUGIN_GROWTH_H
#define FCLC_PLUGIN_GROWTH_H

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/Instructions.h>

namespace fclc
{

/*
 * How much a value grows from one work-item to the next in one dimension; an address: in elements.
 */
enum class Growth { NONE, ONE, MORE };

/*
 * Growth in one dimension. Unlike Uniform, it ignores which work-items compute a value, and only
 * estimates the growth of loaded values and of phis. Sums and products of ids are never
 * underestimated.
 */
class Growing
{
	unsigned dimension;
	unsigned depth = 0;
	/* Values under evaluation count as not growing. */
	llvm::DenseMap<const llvm::Value *, Growth> known;

	Growth product(const llvm::Value *a, const llvm::Value *b);
	Growth any(llvm::ArrayRef<const llvm::Value *> values);
	Growth of_call(const llvm::CallBase &call);
	Growth of_address(const llvm::GetElementPtrInst &address);
	Growth of_instruction(const llvm::Instruction &instruction);

      public:
	explicit Growing(unsigned dimension_) : dimension(dimension_)
	{
	}
	Growth of(const llvm::Value *value);
};

} // namespace fclc

#endif
