/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_COMMON_SOURCE_H
#define FCLC_COMMON_SOURCE_H

#include <stdbool.h>
#include <stdint.h>

struct fclc_language; /* common/language.h */
struct fclc_step;     /* common/step.h */

/*
 * A source file, or another file with kernels. For a .xo file, `path` names the sources that it was
 * built from and `unit` is set from the start; most other members are unused.
 */
struct fclc_source {
	const char *path;      /* as given on the command line */
	const char *absolute;  /* real path */
	const char *directory; /* of the real path, with a trailing slash */
	const struct fclc_language *language;
	bool forced;      /* by -x, not by the file's name */
	bool cxx_library; /* is linked with C++'s library */
	unsigned index;
	const char *facts;       /* what the plugin has found in it (frontend/facts.h) */
	struct fclc_step *step;  /* that reads it, and then compiles it; NULL: two steps do */
	const char *unit;        /* object that goes into the payload */
	const char *stack_usage; /* .su file that the compiler writes with it */
	uint32_t nkernels;       /* number of kernels defined here */
	bool dataflow;           /* has a DATAFLOW region */
	bool needs_2_0;          /* uses pipes, channels, or global variables */
	bool pipes;              /* has pipes or channels outside of functions */
};

/* Whether a file's name ends with `suffix` and is longer. */
bool fclc_has_suffix(const char *path, const char *suffix);

/* A path without its directories. */
const char *fclc_base_name(const char *path);

/* Whether a file's name ends in .xo, or in aoc's equivalents .aoco or .aocr. */
bool fclc_xo_is(const char *path);

#endif
