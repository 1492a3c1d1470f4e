/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_CLI_GIVEN_H
#define FCLC_CLI_GIVEN_H

#include "tools/fpgaclc/cli/option_table.h"
#include "tools/fpgaclc/common/program.h"

/*
 * Options and keys that have one value. As in v++, the command line overrides config files, in any
 * order; two different values of the same rank are an error. So values are only noted while options
 * are read, and take effect when all of them are known.
 */

/* Notes the value of a key. *ret_holds: the command line has not given it another one. */
int fclc_given_key(struct fclc_program *program, const char *key, const char *value,
		   struct fclc_place place, bool *ret_holds, struct fcl_err *err);

/* Notes the value of an option, by whatever name. */
int fclc_given_option(struct fclc_program *program, const struct fclc_option *option,
		      const char *value, struct fclc_place place, bool *ret_holds,
		      struct fcl_err *err);

/* The values of options, in the order in which they were first given; false: no more. */
bool fclc_given_next(const struct fclc_program *program, uint32_t *at,
		     struct fclc_given *ret_given);

#endif
