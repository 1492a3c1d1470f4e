/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/plugin/schedule/trips.h"

#include <llvm/Analysis/ScalarEvolutionExpressions.h>

#include "tools/fpgaclc/plugin/marks/marks.h"

using namespace llvm;

namespace fclc
{

/* Whether it depends on more than the loops around: the type's range would be the only limit. */
static bool depends_on_data(const SCEV *count)
{
	return SCEVExprContains(count, [](const SCEV *part) { return isa<SCEVUnknown>(part); });
}

static figure told(const Loop &loop)
{
	marked mark = find_mark(marks_of(loop), "LOOP_TRIPCOUNT");

	if (!mark || !mark.has("max"))
		return figure::not_known("the number of iterations depends on data");
	long most = mark.number("max", 0), least = mark.number("min", 0);

	return {static_cast<uint64_t>(std::max(0L, least)),
		static_cast<uint64_t>(std::max(0L, most)), sureness::bound};
}

/* Of a count that is less than the number of iterations by one. */
static uint64_t most_of(const SCEV *count, const SCEVConstant &most, ScalarEvolution &evolution)
{
	uint64_t high = most.getAPInt().getLimitedValue();

	if (isa<SCEVCouldNotCompute>(count))
		return high;
	APInt by_sign = evolution.getSignedRangeMax(count);

	return by_sign.isNonNegative() ? std::min(high, by_sign.getLimitedValue()) : high;
}

/* What asks before the first iteration whether there is one may have none. */
static uint64_t least_of(const Loop &loop, const SCEV *count, ScalarEvolution &evolution)
{
	if (loop.getLoopGuardBranch())
		return 0;
	if (isa<SCEVCouldNotCompute>(count))
		return 1;
	return evolution.getUnsignedRangeMin(count).getLimitedValue(INT32_MAX) + 1;
}

figure iterations_of(const Loop &loop, ScalarEvolution &evolution)
{
	auto *changing = const_cast<Loop *>(&loop);
	unsigned exact = evolution.getSmallConstantTripCount(changing);

	if (exact)
		return figure(exact);
	const SCEV *count = evolution.getBackedgeTakenCount(changing);
	const SCEV *most = evolution.getConstantMaxBackedgeTakenCount(changing);

	if (const auto *constant = dyn_cast<SCEVConstant>(count))
		if (constant->getAPInt().getActiveBits() < 63)
			return figure(constant->getAPInt().getZExtValue() + 1);
	if (find_mark(marks_of(loop), "LOOP_TRIPCOUNT"))
		return told(loop);
	if (!isa<SCEVConstant>(most) ||
	    (!isa<SCEVCouldNotCompute>(count) && depends_on_data(count)))
		return told(loop);
	uint64_t high = most_of(count, *cast<SCEVConstant>(most), evolution);

	/* That of the counter's type. */
	if (high > INT32_MAX)
		return told(loop);
	return {std::min(least_of(loop, count, evolution), high + 1), high + 1, sureness::exact};
}

} // namespace fclc
