/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_CLI_COMPILER_FLAGS_H
#define FCLC_CLI_COMPILER_FLAGS_H

#include "tools/fpgaclc/common/program.h"

/* Takes `text` if it is a flag to pass to the compiler unchanged; otherwise returns false. */
bool fclc_compiler_flag_take(struct fclc_program *program, const char *text);

/* Passes the flag to the compiler, whatever it is. */
void fclc_compiler_flag_add(struct fclc_program *program, const char *flag);

/* -x: sets the language of the sources that follow; "none" goes by their names again. */
int fclc_compiler_language_set(struct fclc_program *program, const char *value,
			       struct fclc_place place, struct fcl_err *err);

/* Adds an input file in the language set by -x. */
void fclc_compiler_input_add(struct fclc_program *program, const char *path);

/* Rejects flags that need a runtime library which payloads do not have. */
int fclc_compiler_flags_check(const struct fclc_options *options, struct fcl_err *err);

#endif
