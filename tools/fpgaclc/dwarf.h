/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_DWARF_H
#define FCLC_DWARF_H

#include <elfutils/libdw.h>

#include "tools/fpgaclc/fclc.h"

/*
 * Adds every function that the source's examination object defines to program->functions, with the
 * arguments in order. Functions of system headers are left out.
 */
int fclc_dwarf_read(struct fclc_program *program, struct fclc_source *source, struct fcl_err *err);

/* Fills kind, type names and sizes of `arg` from its DWARF type. */
void fclc_type_classify(struct fclc_arena *arena, Dwarf_Die *type, struct fclc_arg *arg);

/* The DIE that attribute DW_AT_type of `die` refers to, NULL for void. */
Dwarf_Die *fclc_type_of(Dwarf_Die *die, Dwarf_Die *ret_type);

#endif
