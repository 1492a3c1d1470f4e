/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_FRONTEND_TYPES_H
#define FCLC_FRONTEND_TYPES_H

#include <elfutils/libdw.h>

#include "tools/fpgaclc/common/kernel.h"
#include "tools/fpgaclc/common/mem.h"

/* Sets kind, type names and sizes of `arg` from its DWARF type. */
void fclc_type_classify(struct fclc_arena *arena, Dwarf_Die *type, struct fclc_arg *arg);

/*
 * Whether a type is a class that holds streams and other members, or a reference to one. Its
 * members become separate arguments.
 */
bool fclc_type_is_record(Dwarf_Die *type, Dwarf_Die *ret_record);

/* Like fclc_type_classify(), for the type of such a member. */
void fclc_type_classify_member(struct fclc_arena *arena, Dwarf_Die *type, struct fclc_arg *arg);

/* Returns the DIE in attribute DW_AT_type of `die`; NULL for void. */
Dwarf_Die *fclc_type_of(Dwarf_Die *die, Dwarf_Die *ret_type);

#endif
