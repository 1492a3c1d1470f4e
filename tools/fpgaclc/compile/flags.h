/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_COMPILE_FLAGS_H
#define FCLC_COMPILE_FLAGS_H

#include "tools/fpgaclc/common/program.h"
#include "tools/fpgaclc/common/step.h"

/* Code generation flags for every part of a payload. */
void fclc_flags_code(const struct fclc_program *program, struct fclc_argv *argv);

/*
 * The compiler, and all flags that reading a source takes. `precompiled`: OpenCL C's precompiled
 * declarations may be used.
 */
void fclc_flags_source(const struct fclc_program *program, struct fclc_argv *argv,
		       const struct fclc_source *source, bool precompiled);

/* With --check=memory, a call before each access; access_checks.c says which functions they call. */
void fclc_flags_check(const struct fclc_program *program, struct fclc_argv *argv);

void fclc_flags_debug(const struct fclc_program *program, struct fclc_argv *argv);

/* -O, and the user's flags that it would override. */
void fclc_flags_optimize(const struct fclc_options *options, char level, struct fclc_argv *argv);

/* The user's flags that choose passes or instructions, or ask about them; the others have done their work. */
void fclc_flags_passes(const struct fclc_options *options, struct fclc_argv *argv);

/* Makes the command list the files that it reads, for the cache. */
void fclc_flags_deps(struct fclc_program *program, struct fclc_argv *argv, struct fclc_step *step,
		     const char *name, unsigned index);

/* The path of a source as it is compiled: rewritten, if pipes outside of functions were replaced in it. */
const char *fclc_source_text(const struct fclc_source *source);

#endif
