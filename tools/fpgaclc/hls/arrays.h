/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_HLS_ARRAYS_H
#define FCLC_HLS_ARRAYS_H

#include "tools/fpgaclc/common/program.h"

/*
 * Splits each argument that is an array of streams `s` into arguments s_0, s_1, ... The number of
 * elements comes from the declaration; if it is an expression, the compiler evaluates it.
 */
int fclc_arrays_expand(struct fclc_program *program, struct fcl_err *err);

#endif
