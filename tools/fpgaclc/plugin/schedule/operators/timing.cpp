// SPDX-License-Identifier: Apache-2.0
#include "tools/fpgaclc/plugin/schedule/operators/timing.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <set>
#include <vector>

namespace fclc
{

namespace
{

enum family {
#define FAMILY(name, ...) name,
#include "tools/fpgaclc/plugin/schedule/operators/operators.def"
	no_family,
};

enum source {
#define SOURCE(name, text) name,
#include "tools/fpgaclc/plugin/schedule/operators/operators.def"
};

const char *const sources[] = {
#define SOURCE(name, text) text,
#include "tools/fpgaclc/plugin/schedule/operators/operators.def"
};

struct family_row {
	family base;
	double speed[3]; // of grades 1 to 3
};

const family_row families[] = {
#define FAMILY(name, base, first, second, third) {base, {first, second, third}},
#include "tools/fpgaclc/plugin/schedule/operators/operators.def"
};

struct row {
	std::string_view op, impl;
	family of;
	unsigned grade, bits, states, per_bit;
	double ns, dsp, ff, lut;
	sureness sure;
	source from;
};

const row rows[] = {
#define OPERATOR(name, impl, family, grade, bits, states, per_bit, ns, dsp, ff, lut, sure, source) \
	{name, impl, family, grade, bits,           states, per_bit,                               \
	 ns,   dsp,  ff,     lut,   sureness::sure, source},
#include "tools/fpgaclc/plugin/schedule/operators/operators.def"
};

struct memory_row {
	family of;
	std::string_view impl;
	uint64_t width, words, bits; // the most that are in it; 0: no limit
	bool holds(uint64_t wide, uint64_t many) const
	{
		return (!width || wide <= width) && (!words || many <= words) &&
		       (!bits || (many <= bits && wide * many <= bits));
	}
};

const memory_row memories[] = {
#define MEMORY(family, impl, width, words, bits) {family, impl, width, words, bits},
#include "tools/fpgaclc/plugin/schedule/operators/operators.def"
};

struct device {
	family of = no_family;
	unsigned grade = 2;
};

struct prefix {
	const char *text;
	family of;
};

// The first that a part's name begins with. xcku and xcvu end in p before the package if UltraScale+.
const prefix prefixes[] = {
	{"xczu", zynq_uplus},   {"xck2", zynq_uplus},  {"xcku", kintex_uplus},
	{"xcau", kintex_uplus}, {"xcu", virtex_uplus}, {"xcvu", virtex_uplus},
	{"xcv", versal},        {"xc7z03", kintex7},   {"xc7z04", kintex7},
	{"xc7z1", kintex7},     {"xc7k", kintex7},     {"xc7v", kintex7},
	{"xc7", series7},       {"xa7", series7},
};

// "xcvu9p-flgb2104-2-i": the digit behind a dash is the grade; "xc7z020clg484-1" has one dash only.
unsigned grade_of(std::string_view part)
{
	for (size_t at = part.size(); at-- > 1;)
		if (part[at - 1] == '-' && part[at] >= '1' && part[at] <= '3')
			return part[at] - '0';
	return 1;
}

device device_of(std::string_view part)
{
	for (const prefix &each : prefixes) {
		if (part.substr(0, std::strlen(each.text)) != each.text)
			continue;
		device found = {each.of, grade_of(part)};
		std::string_view name = part.substr(0, part.find('-'));
		bool maybe = name.substr(0, 4) == "xcku" || name.substr(0, 4) == "xcvu";
		if (maybe && name.find('p', 4) == name.npos)
			found.of = ultrascale;
		return found;
	}
	return device();
}

bool is_float(std::string_view op)
{
	return op == "sitofp" || op == "uitofp" || (op[0] == 'f' && op.substr(0, 4) != "fifo");
}

// The rows of an operator, and which of them are for one implementation and one grade of a family.
struct series {
	const std::vector<const row *> &rows;
	std::string_view impl;
	device on;
	bool has(const row &each) const
	{
		return each.impl == impl && each.of == on.of && each.grade == on.grade;
	}
};

// Floats have no widths between those that there are.
std::vector<const row *> rows_of(const operator_query &query)
{
	std::vector<const row *> found;
	for (const row &each : rows)
		if (each.op == query.op && (!is_float(each.op) || each.bits == query.bits))
			found.push_back(&each);
	return found;
}

double between(double low, double high, double part)
{
	return low + (high - low) * part;
}

operator_timing timing_at(const row &low, const row &high, unsigned bits)
{
	double part = low.bits == high.bits
			      ? 0
			      : (double(bits) - low.bits) / (double(high.bits) - low.bits);
	operator_timing result;
	result.stages = low.states - 1 + low.per_bit * bits;
	result.delay_ns = between(low.ns, high.ns, part);
	result.dsp = between(low.dsp, high.dsp, part);
	result.lut = between(low.lut, high.lut, part);
	result.ff = between(low.ff, high.ff, part);
	result.sure = std::max(low.sure, high.sure);
	if (low.bits != high.bits && bits != low.bits && bits != high.bits)
		result.sure = std::max(result.sure, sureness::interpolated);
	result.source = sources[low.from];
	return result;
}

// The series' version with so many states, for an operand of so many bits; unknown if it has none
// that wide. `past`: also past its widest row.
operator_timing version_of(const series &of, unsigned states, unsigned bits, bool past)
{
	const row *low = nullptr, *high = nullptr, *narrowest = nullptr;
	for (const row *one : of.rows) {
		const row &each = *one;
		if (!of.has(each) || each.states != states)
			continue;
		if (!narrowest || each.bits < narrowest->bits)
			narrowest = &each;
		if ((each.bits <= bits || !each.bits) && (!low || each.bits > low->bits))
			low = &each;
		if ((each.bits >= bits || !each.bits) && (!high || each.bits < high->bits))
			high = &each;
	}
	if (!narrowest)
		return operator_timing();
	if (low && high)
		return timing_at(*low, *high, bits);
	operator_timing result;
	if (high) { // narrower than any row
		result = timing_at(*high, *high, bits);
		result.sure = std::max(result.sure, sureness::interpolated);
	} else if (past) {
		const row *wide = low == narrowest ? low : narrowest;
		result = timing_at(*wide, *low, bits);
		result.sure = sureness::bound;
	}
	return result;
}

// The version with the fewest states that the clock allows, or that BIND_OP asks for.
operator_timing choose(const series &of, const operator_query &query, double scale, double usable,
		       bool past)
{
	operator_timing best;
	std::set<unsigned> versions;
	for (const row *each : of.rows)
		versions.insert(each->states);
	for (unsigned states : versions) {
		operator_timing each = version_of(of, states, query.bits, past);
		if (each.sure == sureness::unknown)
			continue;
		each.delay_ns = each.delay_ns < 0 ? usable : each.delay_ns * scale;
		each.fits = each.delay_ns <= usable + 1e-9;
		if (best.sure == sureness::unknown || !best.fits ||
		    (query.latency >= 0 && each.stages <= unsigned(query.latency)))
			best = each;
	}
	return best;
}

double scale_of(const device &from, const device &to)
{
	if (from.of == any_part)
		return 1;
	return families[to.of].speed[to.grade - 1] / families[from.of].speed[from.grade - 1];
}

// From the part's own grade, else the others of its family, the nearest first, else from its base.
operator_timing search(const device &on, const operator_query &query,
		       const std::vector<const row *> &rows, std::string_view impl, double usable,
		       bool past)
{
	static const unsigned orders[3][3] = {{1, 2, 3}, {2, 1, 3}, {3, 2, 1}};
	for (family of = on.of;; of = families[of].base) {
		for (unsigned grade : orders[on.grade - 1]) {
			device from = {of, grade};
			operator_timing found = choose({rows, impl, from}, query,
						       scale_of(from, on), usable, past);
			if (found.sure == sureness::unknown)
				continue;
			if (of != any_part && (of != on.of || grade != on.grade))
				found.sure = std::max(found.sure, sureness::interpolated);
			return found;
		}
		if (of == families[of].base)
			return operator_timing();
	}
}

// BIND_OP's latency is what hardware gets, whether a version with it is known or not.
void set_latency(operator_timing &found, int latency)
{
	if (latency < 0 || found.stages == unsigned(latency))
		return;
	found.stages = latency;
	found.sure = std::max(found.sure, sureness::interpolated);
}

} // namespace

std::string_view memory_of(std::string_view part, unsigned width, uint64_t words)
{
	device on = device_of(part);

	if (on.of == no_family)
		return "ram";
	for (family of = on.of;; of = families[of].base) {
		for (const memory_row &each : memories)
			if (each.of == of && each.holds(width, words))
				return each.impl;
		if (of == families[of].base)
			return "ram";
	}
}

bool timing_knows(std::string_view part)
{
	return device_of(part).of != no_family;
}

operator_timing timing_of(std::string_view part, const clock_target &clock,
			  const operator_query &query)
{
	device on = device_of(part);
	if (on.of == no_family || query.op.empty())
		return operator_timing();
	std::vector<const row *> rows = rows_of(query);
	operator_timing found;
	for (bool past : {false, true}) {
		for (std::string_view impl : {query.impl, std::string_view()}) {
			found = search(on, query, rows, impl, clock.usable(), past);
			if (found.sure != sureness::unknown)
				break;
		}
		if (found.sure != sureness::unknown)
			break;
	}
	if (found.sure == sureness::unknown)
		return found;
	if (!found.fits)
		found.sure = std::max(found.sure, sureness::bound);
	if (query.other_bits && query.other_bits < query.bits && found.dsp > 1)
		found.dsp = std::max(1.0, std::ceil(found.dsp * query.other_bits / query.bits));
	set_latency(found, query.latency);
	return found;
}

} // namespace fclc
