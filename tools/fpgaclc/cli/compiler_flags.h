/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_CLI_COMPILER_FLAGS_H
#define FCLC_CLI_COMPILER_FLAGS_H

#include "tools/fpgaclc/common/program.h"

/* Flags that go to the compiler as they are. Takes `text` if it is one; false: it is not. */
bool fclc_compiler_flag_take(struct fclc_program *program, const char *text);

/* -x: the language of the sources that follow; "none": by their names again. */
int fclc_compiler_language_set(struct fclc_program *program, const char *value,
			       struct fclc_place place, struct fcl_err *err);

/* Adds an input file, in the language that -x has set. */
void fclc_compiler_input_add(struct fclc_program *program, const char *path);

/* Fails for flags that need a runtime library which no payload has. */
int fclc_compiler_flags_check(const struct fclc_options *options, struct fcl_err *err);

#endif
