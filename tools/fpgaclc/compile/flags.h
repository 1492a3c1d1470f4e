/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_COMPILE_FLAGS_H
#define FCLC_COMPILE_FLAGS_H

#include "tools/fpgaclc/common/program.h"
#include "tools/fpgaclc/common/step.h"

/* Code generation flags for every part of a payload. */
void fclc_flags_code(const struct fclc_program *program, struct fclc_argv *argv);

/* The macros that synthesis defines. */
void fclc_flags_synthesis(struct fclc_argv *argv);

/*
 * Adds the compiler and all flags for reading a source. `precompiled` permits using
 * precompiled declarations.
 */
void fclc_flags_source(const struct fclc_program *program, struct fclc_argv *argv,
		       const struct fclc_source *source, bool precompiled);

/* With --check=memory, makes the plugin call a check before each access. */
void fclc_flags_check(const struct fclc_program *program, struct fclc_argv *argv);

void fclc_flags_debug(const struct fclc_program *program, struct fclc_argv *argv);

/* Adds -O, and the user's flags that -O would override. */
void fclc_flags_optimize(const struct fclc_options *options, char level, struct fclc_argv *argv);

/*
 * Adds the user's flags that select passes or instructions, or query them; the others apply to an
 * earlier step.
 */
void fclc_flags_passes(const struct fclc_options *options, struct fclc_argv *argv);

/* Makes the command list the files that it reads, for the cache. */
void fclc_flags_deps(struct fclc_program *program, struct fclc_argv *argv, struct fclc_step *step,
		     const char *name, unsigned index);

#endif
