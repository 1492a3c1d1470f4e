/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_CLI_COMPILER_FLAGS_H
#define FCLC_CLI_COMPILER_FLAGS_H

#include "tools/fpgaclc/common/program.h"

/* Takes `text` if it is a flag to pass to the compiler unchanged; otherwise returns false. */
bool fclc_compiler_flag_take(struct fclc_program *program, const char *text);

/* Applies a compiler flag such as -O2 or -DX. Returns false for an unknown flag. */
bool fclc_flag_take(struct fclc_program *program, const char *text);

/* Applies flags for the compiler, whatever they are. */
void fclc_flags_take(struct fclc_program *program, const char **words, uint32_t count);

/* Splits text in place at whitespace, except inside quotes. Returns the number of words. */
uint32_t fclc_words_split(struct fclc_program *program, char *text, const char ***ret_list);

/* Records an option that has no effect, once. */
int fclc_option_ignore(struct fclc_program *program, const char *name);

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
