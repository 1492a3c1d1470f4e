/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_REPORTS_FIGURES_H
#define FCLC_REPORTS_FIGURES_H

#include <stdbool.h>

#include "tools/fpgaclc/reports/tree.h"

/* A number of cycles or of iterations, or why it is not known. */
struct fclc_figure {
	bool known;
	double min, max;
	const char *sure; /* "exact", "interpolated" or "bound"; of one that is not known, why */
};

/* Of {"min", "max", "sure"}, of {"unknown": "why"}, or of a number; a member that is absent is not known. */
struct fclc_figure fclc_figure_of(const struct fclc_value *object, const char *key);
struct fclc_figure fclc_figure_plus(struct fclc_figure figure, double cycles);

/* "7", "1 ~ 64", or `unknown`. */
const char *fclc_figure_text(struct fclc_arena *arena, struct fclc_figure figure,
			     const char *unknown);
/* One end of it. */
const char *fclc_figure_least(struct fclc_arena *arena, struct fclc_figure figure,
			      const char *unknown);
const char *fclc_figure_most(struct fclc_arena *arena, struct fclc_figure figure,
			     const char *unknown);
/* So many cycles as a time, in the unit that suits it: "20.490 us". */
const char *fclc_figure_time(struct fclc_arena *arena, double cycles, double period_ns);
const char *fclc_figure_times(struct fclc_arena *arena, struct fclc_figure figure, double period_ns,
			      const char *unknown);

#endif
