/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_PLUGIN_SCHEDULE_OPERATORS_TIMING_H
#define FCLC_PLUGIN_SCHEDULE_OPERATORS_TIMING_H

#include <cstdint>
#include <string_view>

namespace fclc
{

/* From the surest to the least sure. */
enum class sureness {
	exact,        /* a report states it, for this family and grade */
	interpolated, /* between reports, or from another grade or family */
	bound,        /* past what any report states, or slower than the clock */
	unknown,
};

/* What an operator takes. */
struct operator_timing {
	/* From its operands' state to its result's: 0 is combinational, and a float adder that
	 * reports show over 5 states has 4. */
	unsigned stages = 0;
	double delay_ns = 0;   /* in each of its states */
	unsigned interval = 1; /* cycles between starts of one instance */
	double dsp = 0, lut = 0, ff = 0;
	sureness sure = sureness::unknown; /* unknown: no data at all */
	bool fits = false;                 /* in the clock: delay_ns is at most what is usable */
	const char *source = "";           /* in words */
};

struct clock_target {
	double period_ns = 10.0;
	double uncertainty_ns = 2.7;
	double usable() const
	{
		return period_ns - uncertainty_ns;
	}
};

/*
 * `op` and `impl` are those of operators.def, where other names for an implementation mean the
 * usual one. `bits` is the width of the wider operand; of a mux, how many inputs it has; of a
 * float operator or a conversion to float, the float's, and of fpext and fptrunc the result's.
 * `other_bits` is the width of a multiplication's other operand; 0: the same. `latency` is the
 * number of stages that BIND_OP asks for, or -1.
 */
struct operator_query {
	std::string_view op, impl;
	unsigned bits = 32, other_bits = 0;
	int latency = -1;
};

/* What operators.def has for the part, "xcu250-figd2104-2L-e", at the clock. */
operator_timing timing_of(std::string_view part, const clock_target &clock,
			  const operator_query &query);

/*
 * Which memory an array of so many words of so many bits becomes that no pragma says it of: an `impl`
 * of "load" and "store". "ram" on a part of no known family.
 */
std::string_view memory_of(std::string_view part, unsigned width, uint64_t words);

/* Whether the part's family is one that figures are known for. */
bool timing_knows(std::string_view part);

} // namespace fclc

#endif
