/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_COMPILE_TASK_NAMES_H
#define FCLC_COMPILE_TASK_NAMES_H

#include "tools/fpgaclc/common/mem.h"

/*
 * Adds a table of the functions that may be tasks of tapa.h to IR that refers to one: messages about deadlocks name
 * them.
 */
char *fclc_task_names(struct fclc_arena *arena, char *ir);

#endif
