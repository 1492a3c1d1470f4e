/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/plugin/schedule/distance.h"
#include "tools/fpgaclc/plugin/schedule/versions.h"

#include <cstdlib>

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>

using namespace llvm;

namespace fclc
{

static constexpr meeting never = {false, 0, 0};

/* What the offset changes by in each iteration. */
static bool step_of(ScalarEvolution &evolution, const SCEV *offset, const Loop *loop, int64_t &step)
{
	if (evolution.isLoopInvariant(offset, loop)) {
		step = 0;
		return true;
	}
	const auto *recurrence = dyn_cast<SCEVAddRecExpr>(offset);

	if (!recurrence || recurrence->getLoop() != loop || !recurrence->isAffine())
		return false;
	const auto *constant = dyn_cast<SCEVConstant>(recurrence->getOperand(1));

	if (!constant || signed_bits(constant->getAPInt()) > 62)
		return false;
	step = constant->getAPInt().getSExtValue();
	return true;
}

/* Whether places that differ by so many bytes overlap. */
static bool overlap(int64_t difference, const access &first, const access &second)
{
	return difference < static_cast<int64_t>(first.bytes) &&
	       -difference < static_cast<int64_t>(second.bytes);
}

static meeting at_step(int64_t difference, int64_t step, const access &first, const access &second,
		       uint64_t iterations)
{
	meeting found = never;
	int64_t distance;

	found.now = overlap(difference, first, second);
	if (!step) {
		found.forward = found.backward = found.now;
		return found;
	}
	/* The first is at the second's place `distance` iterations later. */
	distance = difference / step;
	if (difference % step && !overlap(difference % step, first, second) &&
	    !overlap(difference % step - step, first, second))
		return found;
	if (iterations && static_cast<uint64_t>(std::llabs(distance)) >= iterations)
		return found;
	if (distance > 0)
		found.backward = static_cast<unsigned>(std::min<int64_t>(distance, 1 << 30));
	else if (distance < 0)
		found.forward = static_cast<unsigned>(std::min<int64_t>(-distance, 1 << 30));
	return found;
}

/* Ranges that never touch. */
static bool are_apart(ScalarEvolution &evolution, const SCEV *difference, const access &first,
		      const access &second)
{
	ConstantRange range = evolution.getSignedRange(difference);

	if (range.isFullSet())
		return false;
	return range.getSignedMin().sge(static_cast<int64_t>(first.bytes)) ||
	       range.getSignedMax().sle(-static_cast<int64_t>(second.bytes));
}

meeting meeting_of(ScalarEvolution &evolution, const access &first, const access &second,
		   const Loop *inner)
{
	int64_t step = 0, other = 0;

	if (!first.offset || !second.offset)
		return {};
	if (first.bank >= 0 && second.bank >= 0 && first.bank != second.bank)
		return never;
	/* Positive: the second is behind the first. */
	const SCEV *difference = evolution.getMinusSCEV(second.offset, first.offset);

	if (isa<SCEVCouldNotCompute>(difference))
		return {};
	const auto *constant = dyn_cast<SCEVConstant>(difference);

	if (!inner)
		return constant && !overlap(constant->getAPInt().getSExtValue(), first, second)
			       ? never
			       : meeting{};
	if (!step_of(evolution, first.offset, inner, step) ||
	    !step_of(evolution, second.offset, inner, other) || step != other || !constant) {
		if (are_apart(evolution, difference, first, second) &&
		    evolution.isLoopInvariant(difference, inner))
			return never;
		meeting found;

		/* One value of an index: the same place now, any place later. */
		found.now = !constant ||
			    overlap(constant->getAPInt().getSExtValue(), first, second);
		return found;
	}
	uint64_t iterations = evolution.getSmallConstantTripCount(inner);
	return at_step(constant->getAPInt().getSExtValue(), step, first, second, iterations);
}

} // namespace fclc
