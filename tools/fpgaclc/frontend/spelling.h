/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_FRONTEND_SPELLING_H
#define FCLC_FRONTEND_SPELLING_H

#include <elfutils/libdw.h>

#include "tools/fpgaclc/common/mem.h"

/* Spells a function's type in C++, without typedefs. NULL if part of it has no name. */
const char *fclc_spell_function(struct fclc_arena *arena, Dwarf_Die *function);

#endif
