/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/cli/clock.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* What a number without a unit is: periods in ns and frequencies in Hz do not overlap. */
#define MOST_NS 1000

/* "5", "5ns", "200MHz", "200000000", and v++'s "200000000:kernel". */
static bool read_period(const char *text, double *ret_ns)
{
	static const struct {
		const char *unit;
		double hz; /* 0: it is a time */
	} units[] = {{"ns", 0}, {"Hz", 1}, {"kHz", 1e3}, {"MHz", 1e6}, {"GHz", 1e9}};
	char *end;
	double number = strtod(text, &end);
	double hz = number <= MOST_NS ? 0 : 1;
	size_t length = strcspn(end, ":");

	if (end == text || !(number > 0))
		return false;
	for (size_t i = 0; i < sizeof(units) / sizeof(*units); i++)
		if (length == strlen(units[i].unit) && !strncasecmp(end, units[i].unit, length)) {
			hz = units[i].hz;
			end += length;
		}
	*ret_ns = hz > 0 ? 1e9 / (number * hz) : number;
	return (!*end || *end == ':') && *ret_ns >= 0.1 && *ret_ns <= MOST_NS;
}

/* "27%", "0.5ns" or "0.5", in ns. */
static bool read_uncertainty(const char *text, struct fclc_options *options)
{
	char *end;
	double number = strtod(text, &end);
	size_t length = strcspn(end, ":");

	if (end == text || !(number >= 0))
		return false;
	options->uncertainty_ns = -1;
	options->uncertainty_share = -1;
	if (length == 1 && *end == '%')
		options->uncertainty_share = number / 100;
	else if (!length || (length == 2 && !strncmp(end, "ns", 2)))
		options->uncertainty_ns = number;
	return options->uncertainty_ns >= 0 ||
	       (options->uncertainty_share >= 0 && options->uncertainty_share < 1);
}

static bool read_count(const char *text, int *ret_count)
{
	char *end;
	long count = strtol(text, &end, 10);

	*ret_count = (int)count;
	return end != text && !*end && count >= 0 && count <= 1000000;
}

/* The flow for Vivado: pointers are memories, not m_axi, and requests have no latency. */
static bool read_flow(const char *text, struct fclc_options *options)
{
	options->vivado_flow = !strcmp(text, "vivado");
	return options->vivado_flow || !strcmp(text, "vitis");
}

static bool read_style(const char *text, struct fclc_options *options)
{
	options->pipeline_style = text;
	return !strcmp(text, "stp") || !strcmp(text, "flp") || !strcmp(text, "frp");
}

static int refuse(const char *key, const char *value, const char *expected, struct fclc_place place,
		  struct fcl_err *err)
{
	return fclc_error(err, place, "%s '%s': expected %s", key, value, expected);
}

int fclc_clock_take(struct fclc_options *options, const char *key, const char *value,
		    struct fclc_place place, bool *ret_known, struct fcl_err *err)
{
	*ret_known = true;
	if (!strcmp(key, "part")) {
		options->part = value;
		return 0;
	}
	if (!strcmp(key, "clock") || !strcmp(key, "freqhz"))
		return read_period(value, &options->clock_ns)
			       ? 0
			       : refuse(key, value,
					"a period from 0.1 to 1000 ns, or a frequency such as 300MHz",
					place, err);
	if (!strcmp(key, "clock_uncertainty"))
		return read_uncertainty(value, options)
			       ? 0
			       : refuse(key, value, "a share of the clock such as 27%, or ns",
					place, err);
	if (!strcmp(key, "flow_target"))
		return read_flow(value, options)
			       ? 0
			       : refuse(key, value, "vivado or vitis", place, err);
	if (!strcmp(key, "syn.compile.pipeline_loops"))
		return read_count(value, &options->pipeline_loops)
			       ? 0
			       : refuse(key, value, "a number of iterations", place, err);
	if (!strcmp(key, "syn.compile.pipeline_style"))
		return read_style(value, options)
			       ? 0
			       : refuse(key, value, "stp, flp or frp", place, err);
	if (!strcmp(key, "syn.interface.m_axi_latency"))
		return read_count(value, &options->m_axi_latency)
			       ? 0
			       : refuse(key, value, "a number of cycles", place, err);
	*ret_known = false;
	return 0;
}
