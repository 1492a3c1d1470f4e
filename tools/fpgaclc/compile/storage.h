/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_COMPILE_STORAGE_H
#define FCLC_COMPILE_STORAGE_H

#include "tools/fpgaclc/common/mem.h"

/*
 * Makes variables of inner blocks behave as in hardware: they are set to zero when the function is
 * entered, and keep their values from one execution of the block to the next. Works on the IR of a
 * unit before any pass, and changes `ir` in place.
 */
char *fclc_keep_storage(struct fclc_arena *arena, char *ir);

#endif
