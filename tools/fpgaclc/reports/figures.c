/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/reports/figures.h"

struct fclc_figure fclc_figure_of(const struct fclc_value *object, const char *key)
{
	const struct fclc_value *value = fclc_tree_get(object, key);
	struct fclc_figure figure = {.sure = "there is no figure"};

	if (!value)
		return figure;
	if (value->kind == FCLC_VALUE_NUMBER)
		return (struct fclc_figure){true, value->number, value->number, "exact"};
	if (fclc_tree_get(value, "min") && fclc_tree_get(value, "max"))
		return (struct fclc_figure){true, fclc_tree_number(value, "min", 0),
					    fclc_tree_number(value, "max", 0),
					    fclc_tree_text(value, "sure")};
	if (fclc_tree_get(value, "unknown"))
		figure.sure = fclc_tree_text(value, "unknown");
	return figure;
}

struct fclc_figure fclc_figure_plus(struct fclc_figure figure, double cycles)
{
	figure.min += cycles;
	figure.max += cycles;
	return figure;
}

const char *fclc_figure_least(struct fclc_arena *arena, struct fclc_figure figure,
			      const char *unknown)
{
	return figure.known ? fclc_format(arena, "%.0f", figure.min) : unknown;
}

const char *fclc_figure_most(struct fclc_arena *arena, struct fclc_figure figure,
			     const char *unknown)
{
	return figure.known ? fclc_format(arena, "%.0f", figure.max) : unknown;
}

const char *fclc_figure_text(struct fclc_arena *arena, struct fclc_figure figure,
			     const char *unknown)
{
	if (!figure.known || figure.min == figure.max)
		return fclc_figure_most(arena, figure, unknown);
	return fclc_format(arena, "%.0f ~ %.0f", figure.min, figure.max);
}

const char *fclc_figure_time(struct fclc_arena *arena, double cycles, double period_ns)
{
	static const char *const units[] = {"ns", "us", "ms", "sec"};
	double time = cycles * period_ns;
	unsigned unit = 0;

	for (; unit < 3 && time >= 100; unit++)
		time /= 1000;
	return fclc_format(arena, "%.3f %s", time, units[unit]);
}

const char *fclc_figure_times(struct fclc_arena *arena, struct fclc_figure figure, double period_ns,
			      const char *unknown)
{
	if (!figure.known)
		return unknown;
	if (figure.min == figure.max)
		return fclc_figure_time(arena, figure.max, period_ns);
	return fclc_format(arena, "%s ~ %s", fclc_figure_time(arena, figure.min, period_ns),
			   fclc_figure_time(arena, figure.max, period_ns));
}
