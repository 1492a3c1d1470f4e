/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_COMPILE_ARRAYS_H
#define FCLC_COMPILE_ARRAYS_H

#include "tools/fpgaclc/ground/program.h"

/*
 * Makes arguments s_0, s_1, ... out of each argument that is an array of streams s, as many as its
 * declaration says: a number, or an expression, whose value the compiler is asked for.
 */
int fclc_arrays_expand(struct fclc_program *program, struct fcl_err *err);

#endif
