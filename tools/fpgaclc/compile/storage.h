/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_COMPILE_STORAGE_H
#define FCLC_COMPILE_STORAGE_H

#include "tools/fpgaclc/common/mem.h"

/*
 * Gives the variables of blocks the storage that they have in hardware, in the IR of a unit before
 * any pass: set to zero where the function begins, they keep their values from one execution of the
 * block to the next. Changes `ir`.
 */
char *fclc_keep_storage(struct fclc_arena *arena, char *ir);

#endif
