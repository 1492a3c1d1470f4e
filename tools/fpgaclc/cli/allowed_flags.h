/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_CLI_ALLOWED_FLAGS_H
#define FCLC_CLI_ALLOWED_FLAGS_H

#include "tools/fpgaclc/common/program.h"

/*
 * Takes compiler flags from a config file, whose author need not be the user: only those that change
 * nothing but how sources are read and what machine code becomes of them. Changes the words.
 * `what` is the key that has the flags.
 */
int fclc_allowed_flags_take(struct fclc_program *program, const char **words, uint32_t count,
			    const char *what, struct fclc_place place, struct fcl_err *err);

#endif
