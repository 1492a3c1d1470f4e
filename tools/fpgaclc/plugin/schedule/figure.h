/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_PLUGIN_SCHEDULE_FIGURE_H
#define FCLC_PLUGIN_SCHEDULE_FIGURE_H

#include <algorithm>
#include <cstdint>
#include <string>

#include "tools/fpgaclc/plugin/schedule/operators/timing.h"

namespace fclc
{

/* A number of cycles or iterations, how sure it is, or why it is not known. */
struct figure {
	uint64_t min = 0, max = 0;
	sureness sure = sureness::exact;
	std::string unknown; /* empty: it is known */

	figure() = default;
	explicit figure(uint64_t number, sureness sure = sureness::exact)
	    : min(number), max(number), sure(sure)
	{
	}
	figure(uint64_t min, uint64_t max, sureness sure) : min(min), max(max), sure(sure)
	{
	}
	static figure not_known(const std::string &why)
	{
		figure result;

		result.unknown = why;
		result.sure = sureness::unknown;
		return result;
	}
	bool is_known() const
	{
		return unknown.empty();
	}
};

inline uint64_t saturating_add(uint64_t a, uint64_t b)
{
	return a + b < a ? UINT64_MAX : a + b;
}

inline uint64_t saturating_mul(uint64_t a, uint64_t b)
{
	return a && b > UINT64_MAX / a ? UINT64_MAX : a * b;
}

inline sureness least_sure(sureness a, sureness b)
{
	return std::max(a, b);
}

/* No surer than that. */
inline figure weakened(figure figure, sureness sure)
{
	figure.sure = least_sure(figure.sure, sure);
	return figure;
}

/* One after the other. */
inline figure operator+(const figure &a, const figure &b)
{
	if (!a.is_known() || !b.is_known())
		return a.is_known() ? b : a;
	return {saturating_add(a.min, b.min), saturating_add(a.max, b.max),
		least_sure(a.sure, b.sure)};
}

/* Either of them. */
inline figure either(const figure &a, const figure &b)
{
	if (!a.is_known() || !b.is_known())
		return a.is_known() ? b : a;
	return {std::min(a.min, b.min), std::max(a.max, b.max), least_sure(a.sure, b.sure)};
}

/* Both, at once. */
inline figure longest(const figure &a, const figure &b)
{
	if (!a.is_known() || !b.is_known())
		return a.is_known() ? b : a;
	return {std::max(a.min, b.min), std::max(a.max, b.max), least_sure(a.sure, b.sure)};
}

} // namespace fclc

#endif
