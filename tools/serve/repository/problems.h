/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_SERVE_PROBLEMS_H
#define FCL_SERVE_PROBLEMS_H

#include "base/text.h"

/* The problems of a model, one sentence each. A check reports all of them, not just the first. */
struct fcl_serve_problems {
	struct fcl_text text; /* one line for each */
	unsigned count;
};

/* Adds a sentence that says what was expected and what was found. */
void fcl_serve_complain(struct fcl_serve_problems *problems, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/*
 * All sentences in one line; "out of memory" if they could not be stored. Valid until the next
 * complaint.
 */
const char *fcl_serve_problems_line(struct fcl_serve_problems *problems);

void fcl_serve_problems_free(struct fcl_serve_problems *problems);

#endif
