/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_COMPILE_SHIFTS_H
#define FCLC_COMPILE_SHIFTS_H

#include "tools/fpgaclc/common/driver.h"

/* Ends a shift's line; the whole distance follows: "  %3 = shl i32 %1, %2 ; by i64 %4". */
#define FCLC_SHIFT_BY " ; by "

/* Whether the user's flags ask for checks of shifts, which then fail the execution. */
bool fclc_shift_checks_asked(const struct fclc_options *options);

/*
 * If they do not, -fsanitize=shift-exponent makes clang add the checks to a unit's unoptimised IR,
 * and this replaces them by notes at the shifts. Changes `ir` in place.
 */
int fclc_shift_checks_note(struct fclc_program *program, char *ir, char **ret_ir,
			   struct fcl_err *err);

#endif
