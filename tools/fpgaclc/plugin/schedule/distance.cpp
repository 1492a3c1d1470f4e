/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/plugin/schedule/distance.h"
#include "tools/fpgaclc/plugin/schedule/versions.h"

#include <cstdlib>
#include <map>
#include <numeric>
#include <vector>

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>

using namespace llvm;

namespace fclc
{

static constexpr meeting never = {false, 0, 0};

/* Iterations apart beyond which it does not matter for a pipeline whether they meet. */
static constexpr unsigned most_apart = 256;
/* Of a loop with a number of iterations that is not known. */
static constexpr int64_t many = 1 << 24;

/* Whether places that differ by so many bytes overlap. */
static bool overlap(int64_t difference, const access &first, const access &second)
{
	return difference < static_cast<int64_t>(first.bytes) &&
	       -difference < static_cast<int64_t>(second.bytes);
}

/* --- places as sums ---------------------------------------------------------------------------- */

namespace
{

/* A place in bytes: a constant, multiples of the iterations of loops, and multiples of other values. */
struct place_sum {
	int64_t constant = 0;
	std::map<const Loop *, int64_t> steps;
	std::map<const SCEV *, int64_t> others;
};

} // namespace

/* Indices do not wrap: an array is smaller than their type's range. */
static void add(const SCEV *part, int64_t factor, place_sum &sum)
{
	if (const auto *constant = dyn_cast<SCEVConstant>(part)) {
		if (signed_bits(constant->getAPInt()) <= 48) {
			sum.constant += factor * constant->getAPInt().getSExtValue();
			return;
		}
	} else if (const auto *parts = dyn_cast<SCEVAddExpr>(part)) {
		for (const SCEV *each : parts->operands())
			add(each, factor, sum);
		return;
	} else if (const auto *cast = dyn_cast<SCEVCastExpr>(part)) {
		add(cast->getOperand(0), factor, sum);
		return;
	} else if (const auto *recurrence = dyn_cast<SCEVAddRecExpr>(part)) {
		const auto *step = dyn_cast<SCEVConstant>(recurrence->getOperand(1));

		if (recurrence->isAffine() && step && signed_bits(step->getAPInt()) <= 48) {
			add(recurrence->getStart(), factor, sum);
			sum.steps[recurrence->getLoop()] += factor *
							    step->getAPInt().getSExtValue();
			return;
		}
	} else if (const auto *product = dyn_cast<SCEVMulExpr>(part)) {
		const auto *by = dyn_cast<SCEVConstant>(product->getOperand(0));

		if (by && product->getNumOperands() == 2 && signed_bits(by->getAPInt()) <= 48) {
			add(product->getOperand(1), factor * by->getAPInt().getSExtValue(), sum);
			return;
		}
	}
	sum.others[part] += factor;
}

static place_sum sum_of(const SCEV *offset)
{
	place_sum sum;

	add(offset, 1, sum);
	return sum;
}

/* The same values in both, none of which changes in the loop. */
static bool have_same_rest(ScalarEvolution &evolution, const place_sum &first,
			   const place_sum &second, const Loop &outer, const Loop &inner)
{
	if (first.others != second.others)
		return false;
	for (const place_sum *sum : {&first, &second})
		for (const auto &[loop, step] : sum->steps)
			if (!loop->contains(&inner))
				return false;
	for (const auto &[value, factor] : first.others)
		if (!evolution.isLoopInvariant(value, &outer))
			return false;
	return true;
}

/* --- distances --------------------------------------------------------------------------------- */

namespace
{

/* A loop that both places may move with. */
struct dimension {
	int64_t first = 0, second = 0; /* bytes an iteration */
	int64_t count = many;
	bool moves = false; /* it is one of those whose iterations count */
};

/* Whether a second access meets a first one that was so many iterations before. */
class search
{
      public:
	search(ScalarEvolution &evolution, const access &first, const access &second,
	       const Loop *outer, const Loop *inner, const place_sum &a, const place_sum &b);
	bool meets(int64_t later);

      private:
	const access &first, &second;
	std::vector<dimension> loops; /* from the outermost on */
	std::vector<int64_t> apart;   /* iterations of each */
	int64_t difference;

	bool meets(size_t loop, int64_t later);
	bool meets_at() const;
};

} // namespace

search::search(ScalarEvolution &evolution, const access &first, const access &second,
	       const Loop *outer, const Loop *inner, const place_sum &a, const place_sum &b)
    : first(first), second(second), difference(b.constant - a.constant)
{
	bool moves = true;

	for (const Loop *loop = inner; loop; loop = loop->getParentLoop()) {
		unsigned count = evolution.getSmallConstantTripCount(loop);
		auto one = a.steps.find(loop), other = b.steps.find(loop);
		dimension made;

		made.first = one != a.steps.end() ? one->second : 0;
		made.second = other != b.steps.end() ? other->second : 0;
		made.count = count ? count : many;
		made.moves = moves;
		loops.insert(loops.begin(), made);
		moves = moves && loop != outer;
	}
	apart.resize(loops.size());
}

/* With `apart` iterations between them, in each loop. */
bool search::meets_at() const
{
	int64_t low = difference, high = difference, constant = difference;
	uint64_t common = 0;

	for (size_t i = 0; i < loops.size(); i++) {
		const dimension &loop = loops[i];
		int64_t from = std::max<int64_t>(0, -apart[i]);
		int64_t to = std::min(loop.count, loop.count - apart[i]) - 1;
		int64_t step = loop.second - loop.first, moved = loop.second * apart[i];

		if (from > to)
			return false;
		low += moved + std::min(step * from, step * to);
		high += moved + std::max(step * from, step * to);
		constant += moved;
		common = std::gcd(common, static_cast<uint64_t>(std::llabs(step)));
	}
	low = std::max(low, 1 - static_cast<int64_t>(second.bytes));
	high = std::min(high, static_cast<int64_t>(first.bytes) - 1);
	if (!common)
		return low <= constant && constant <= high;
	int64_t factor = static_cast<int64_t>(common);
	int64_t up = ((constant - low) % factor + factor) % factor;

	return low <= high && low + up <= high;
}

/* In the loops from this one outward: an inner loop that has begun anew counts for one more outside. */
bool search::meets(size_t loop, int64_t later)
{
	const dimension &at = loops[loop];
	bool outermost = loop == 0 || !loops[loop - 1].moves;

	if (!at.moves)
		return later == 0 && meets_at();
	if (outermost) {
		apart[loop] = later;
		return later < at.count && meets_at();
	}
	apart[loop] = later % at.count;
	if (meets(loop - 1, later / at.count))
		return true;
	apart[loop] -= at.count;
	return meets(loop - 1, later / at.count + 1);
}

bool search::meets(int64_t later)
{
	std::fill(apart.begin(), apart.end(), 0);
	return meets(loops.size() - 1, later);
}

/* The least number of iterations from the first to the second; 0: they never meet, or so late that it is all the same. */
static unsigned distance_of(search &search, unsigned least)
{
	for (unsigned later = least; later <= most_apart; later++)
		if (search.meets(later))
			return later;
	return 0;
}

/* How often a value that is not known changes is not known: at any time but now, or at any time. */
static meeting at_any_time(const SCEV *difference, const access &first, const access &second,
			   unsigned least)
{
	const auto *constant = dyn_cast<SCEVConstant>(difference);
	meeting found = {true, least, least};

	found.now = !constant || overlap(constant->getAPInt().getSExtValue(), first, second);
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
		   const Loop *outer, const Loop *inner, unsigned least)
{
	meeting found;

	if (!first.offset || !second.offset)
		return {};
	if (first.bank >= 0 && second.bank >= 0 && first.bank != second.bank)
		return never;
	/* Positive: the second is behind the first. */
	const SCEV *difference = evolution.getMinusSCEV(second.offset, first.offset);

	if (isa<SCEVCouldNotCompute>(difference))
		return {};
	if (!inner)
		return isa<SCEVConstant>(difference) &&
				       !at_any_time(difference, first, second, 1).now
			       ? never
			       : meeting{};
	if (are_apart(evolution, difference, first, second) &&
	    evolution.isLoopInvariant(difference, outer))
		return never;
	place_sum a = sum_of(first.offset), b = sum_of(second.offset);

	if (!have_same_rest(evolution, a, b, *outer, *inner))
		return at_any_time(difference, first, second, least);
	search forward(evolution, first, second, outer, inner, a, b);
	search backward(evolution, second, first, outer, inner, b, a);

	found.now = forward.meets(0);
	found.forward = distance_of(forward, least);
	found.backward = distance_of(backward, least);
	return found;
}

} // namespace fclc
