/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_FRONTEND_TYPES_H
#define FCLC_FRONTEND_TYPES_H

#include <elfutils/libdw.h>

#include "tools/fpgaclc/ground/kernel.h"
#include "tools/fpgaclc/ground/mem.h"

/* Sets kind, type names and sizes of `arg` from its DWARF type. */
void fclc_type_classify(struct fclc_arena *arena, Dwarf_Die *type, struct fclc_arg *arg);

/* The DIE that attribute DW_AT_type of `die` refers to, NULL for void. */
Dwarf_Die *fclc_type_of(Dwarf_Die *die, Dwarf_Die *ret_type);

#endif
