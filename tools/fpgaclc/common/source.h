/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_COMMON_SOURCE_H
#define FCLC_COMMON_SOURCE_H

#include <stdbool.h>
#include <stdint.h>

struct fclc_pipes; /* opencl/global_pipes.c */

/*
 * A source file, or a .xo file: then `path` names the sources that it was built from, `unit` is set
 * from the start, and the other members are not.
 */
struct fclc_source {
	const char *path;      /* as given on the command line */
	const char *absolute;  /* real path */
	const char *directory; /* of the real path, with a trailing slash */
	bool cxx;
	const char *language; /* as -x gave it; NULL: by the file's name */
	unsigned index;
	const char *preprocessed; /* -E output with #define lines, in the temporary directory */
	const char *ir;           /* LLVM IR text */
	const char *object;       /* object with DWARF, for examination only */
	const char *unit;         /* object that goes into the payload */
	const char *stack_usage;  /* .su file written beside it */
	uint32_t nkernels;        /* kernels defined here */
	bool compiled;            /* a .xo file */
	bool opencl;              /* in OpenCL C */
	bool needs_2_0;           /* has pipes, channels, or variables in global memory */
	struct fclc_pipes *pipes; /* declared outside of functions; NULL: none */
	const char **autoruns;    /* names of kernels that are not launched */
	uint32_t nautoruns;
	const char *rewritten; /* the source without such declarations; NULL: it has none */
};

/* Whether a file's name is longer than `suffix` and ends with it. */
bool fclc_has_suffix(const char *path, const char *suffix);

/* A path without its folders. */
const char *fclc_base_name(const char *path);

/* Whether a file's name ends in .xo, or .aoco or .aocr, as aoc names such files. */
bool fclc_xo_is(const char *path);

#endif
