/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/plugin/schedule/index.h"
#include "tools/fpgaclc/plugin/schedule/versions.h"

#include <cstdlib>

#include <llvm/Analysis/ScalarEvolutionExpressions.h>

using namespace llvm;

namespace fclc
{

namespace
{

class collector
{
      public:
	explicit collector(ScalarEvolution &evolution) : evolution(evolution)
	{
	}
	void add(const SCEV *part, int64_t factor);
	linear result;

      private:
	ScalarEvolution &evolution;

	bool add_product(const SCEVMulExpr &product, int64_t factor);
};

} // namespace

bool collector::add_product(const SCEVMulExpr &product, int64_t factor)
{
	const auto *constant = dyn_cast<SCEVConstant>(product.getOperand(0));
	SmallVector<const SCEV *, 4> rest(llvm::drop_begin(product.operands()));

	if (!constant || signed_bits(constant->getAPInt()) > 48)
		return false;
	add(evolution.getMulExpr(rest), factor * constant->getAPInt().getSExtValue());
	return true;
}

/* Indices do not wrap: an array is smaller than their type's range. */
void collector::add(const SCEV *part, int64_t factor)
{
	if (const auto *constant = dyn_cast<SCEVConstant>(part)) {
		if (signed_bits(constant->getAPInt()) <= 48)
			result.constant += factor * constant->getAPInt().getSExtValue();
		else
			result.factors.push_back(factor);
	} else if (const auto *sum = dyn_cast<SCEVAddExpr>(part)) {
		for (const SCEV *each : sum->operands())
			add(each, factor);
	} else if (const auto *recurrence = dyn_cast<SCEVAddRecExpr>(part)) {
		add(recurrence->getStart(), factor);
		const auto *step = dyn_cast<SCEVConstant>(recurrence->getOperand(1));
		bool affine = recurrence->isAffine() && step && signed_bits(step->getAPInt()) <= 48;

		result.factors.push_back(affine ? factor * step->getAPInt().getSExtValue()
						: factor);
	} else if (const auto *cast = dyn_cast<SCEVCastExpr>(part)) {
		add(cast->getOperand(0), factor);
	} else {
		const auto *product = dyn_cast<SCEVMulExpr>(part);

		if (!product || !add_product(*product, factor))
			result.factors.push_back(factor);
	}
}

linear linear_of(ScalarEvolution &evolution, const SCEV *offset)
{
	collector collector(evolution);

	collector.add(offset, 1);
	return collector.result;
}

/* To the nearest: what is less than half a step away are inner dimensions. */
static int64_t steps_in(int64_t bytes, int64_t step)
{
	int64_t half = bytes < 0 ? -(step / 2) : step / 2;

	return (bytes + (step > 1 ? half - (bytes >= 0) : 0)) / step;
}

long residue_of(const linear &offset, int64_t step, int64_t whole, int64_t factor)
{
	bool inner = false;
	int64_t constant = offset.constant, index;

	if (whole)
		constant %= whole;
	for (int64_t each : offset.factors) {
		if (whole && each % whole == 0)
			continue;
		if (each % step)
			inner = true;
		else if ((each / step) % factor)
			return -1;
	}
	if (inner)
		index = steps_in(constant, step);
	else
		index = constant >= 0 ? constant / step : -((-constant + step - 1) / step);
	return static_cast<long>(((index % factor) + factor) % factor);
}

} // namespace fclc
