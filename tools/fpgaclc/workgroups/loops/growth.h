/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FPGACLC_WORKGROUPS_GROWTH_H
#define FPGACLC_WORKGROUPS_GROWTH_H

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/Instructions.h>

namespace fclc
{

/* By how much a value grows from one work-item to the next in one dimension; an address: in elements. */
enum class Growth { NONE, ONE, MORE };

/*
 * Growth in a dimension. Unlike Uniform it does not ask which work-items compute a value; and what is loaded, or depends on
 * the way that a work-item has come (a phi), is only estimated. Sums and products of ids are never estimated too low.
 */
class Growing
{
	unsigned dimension;
	unsigned depth = 0;
	/* Values that are being evaluated count as if they did not grow. */
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
