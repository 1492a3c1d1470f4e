/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/plugin/schedule/autopartition.h"

#include "tools/fpgaclc/plugin/schedule/figure.h"
#include "tools/fpgaclc/plugin/schedule/index.h"

using namespace llvm;

namespace fclc
{

constexpr uint64_t most_banks = 1024;  // that are made of a dimension
constexpr uint64_t most_reached = 128; // of them, that code reaches whose index is not known
constexpr uint64_t most_registers = 4; // that an array becomes

static bool is_constant_in(const array &array, unsigned dim, const SCEV *offset,
			   ScalarEvolution &evolution)
{
	int64_t step = static_cast<int64_t>(array.stride(dim));
	int64_t whole = dim > 1 ? static_cast<int64_t>(array.stride(dim - 1)) : 0;
	int64_t count = static_cast<int64_t>(array.counts[dim - 1]);

	return offset && step && residue_of(linear_of(evolution, offset), step, whole, count) >= 0;
}

/* Whether banks along it serve code at once that knows them; other code decides when it runs. */
static bool is_worth_banks(const array &array, unsigned dim, const array_uses &uses,
			   ScalarEvolution &evolution)
{
	bool all = true, any = false;

	for (const auto &[block, offsets] : uses.offsets) {
		size_t constant = 0;

		for (const SCEV *offset : offsets)
			constant += is_constant_in(array, dim, offset, evolution);
		if (constant && constant < offsets.size())
			return false;
		any |= constant > array.ports && uses.told.count(block) &&
		       array.counts[dim - 1] <= most_reached;
		all &= constant > 0;
	}
	return all || any;
}

/* The dimension to cut completely; 0: none. */
static unsigned constant_dimension(const array &array, const array_uses &uses,
				   ScalarEvolution &evolution)
{
	for (unsigned dim = static_cast<unsigned>(array.counts.size()); dim; dim--)
		if (array.counts[dim - 1] > 1 && array.counts[dim - 1] <= most_banks &&
		    is_worth_banks(array, dim, uses, evolution))
			return dim;
	return 0;
}

static bool is_whole(const array &array)
{
	for (uint64_t count : array.counts)
		if (!count)
			return false;
	return !array.counts.empty();
}

static uint64_t words_of(const array &array)
{
	uint64_t words = 1;

	for (uint64_t count : array.counts)
		words = saturating_mul(words, count);
	return words;
}

static void cut_up(array &array, unsigned dim)
{
	array.cuts.push_back({"complete", dim, array.counts[dim - 1]});
}

/* What is in banks of one word is in registers. */
static void make_registers(array &array)
{
	array.kind = "register";
	for (unsigned dim = 1; dim <= array.counts.size(); dim++)
		cut_up(array, dim);
}

void partition_alone(array &array, const array_uses &uses, ScalarEvolution &evolution)
{
	bool ram = array.kind == "ram";

	if ((!ram && array.kind != "rom") || uses.offsets.empty() || !uses.only_accesses ||
	    !is_whole(array))
		return;
	unsigned dim = array.cuts.empty() ? constant_dimension(array, uses, evolution) : 0;

	if (ram && array.cuts.empty() &&
	    (words_of(array) <= most_registers || (dim && array.counts.size() == 1)))
		make_registers(array);
	else if (dim)
		cut_up(array, dim);
	else if (ram && uses.stores == 1 && array.ports == 2)
		array.ports = array.read_ports = array::copies;
}

} // namespace fclc
