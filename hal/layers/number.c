/* SPDX-License-Identifier: Apache-2.0 */
#include "hal/layers/number.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"

#define LONGEST_NS 3600e9

int fcl_layer_number(const char *key, const char *text, uint64_t max, uint64_t *ret_number,
		     struct fcl_err *err)
{
	char *end = NULL;
	unsigned long long number;

	errno = 0;
	number = isdigit((unsigned char)*text) ? strtoull(text, &end, 10) : 0;
	if (!end || *end || errno || number > max)
		return fcl_err_set(err, -EINVAL,
				   "%s: expected a number from 0 to %" PRIu64 ", found '%s'", key,
				   max, text);
	*ret_number = number;
	return 0;
}

/* Returns the length of a unit in ns; 0: no such unit. */
static double unit_ns(const char *unit)
{
	static const struct {
		const char *name;
		double ns;
	} units[] = {{"ns", 1}, {"us", 1e3}, {"ms", 1e6}, {"s", 1e9}};

	for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++)
		if (!strcmp(unit, units[i].name))
			return units[i].ns;
	return 0;
}

int fcl_layer_time(const char *key, const char *text, uint64_t *ret_ns, struct fcl_err *err)
{
	char *unit = NULL;
	double number = isdigit((unsigned char)*text) ? fcl_strtod(text, &unit) : 0;
	double ns = unit ? number * unit_ns(unit) : 0;

	if (!unit || !unit_ns(unit) || !(ns <= LONGEST_NS))
		return fcl_err_set(err, -EINVAL,
				   "%s: expected a time of at most an hour, such as 10us, 1.5ms or "
				   "2s, found '%s'",
				   key, text);
	*ret_ns = (uint64_t)ns;
	return 0;
}

/* splitmix64 of all three, so that the affected calls do not depend on thread scheduling. */
uint64_t fcl_layer_random(uint64_t seed, uint64_t op, uint64_t count, uint64_t limit)
{
	uint64_t x = seed * 0x9e3779b97f4a7c15u + op * 0xbf58476d1ce4e5b9u + count;

	for (int i = 0; i < 2; i++) {
		x += 0x9e3779b97f4a7c15u;
		x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
		x = (x ^ x >> 27) * 0x94d049bb133111ebu;
		x ^= x >> 31;
	}
	return x % limit;
}
