/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_SERVE_PROBLEMS_H
#define FCL_SERVE_PROBLEMS_H

#include "base/text.h"

/* What does not fit in a model, one sentence each: a check names all of it, not the first only. */
struct fcl_serve_problems {
	struct fcl_text text; /* lines */
	unsigned count;
};

/* Adds a sentence: what was expected and what was found. */
void fcl_serve_complain(struct fcl_serve_problems *problems, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* The sentences as one line; "out of memory" if they could not be kept. Valid until the next complaint. */
const char *fcl_serve_problems_line(struct fcl_serve_problems *problems);

void fcl_serve_problems_free(struct fcl_serve_problems *problems);

#endif
