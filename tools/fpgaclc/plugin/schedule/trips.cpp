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
	bool is_computed = !isa<SCEVCouldNotCompute>(count);

	if (isa<SCEVConstant>(most) && !(is_computed && depends_on_data(count))) {
		uint64_t high = cast<SCEVConstant>(most)->getAPInt().getLimitedValue() + 1;
		/* What asks before the first iteration whether there is one. */
		bool maybe_none = loop.getLoopGuardBranch() != nullptr;
		uint64_t low = maybe_none ? 0
			       : is_computed
				       ? evolution.getUnsignedRangeMin(count).getLimitedValue() + 1
				       : 1;

		return {std::min(low, high), high, sureness::exact};
	}
	return told(loop);
}

} // namespace fclc
