/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_FRONTEND_SPELLING_H
#define FCLC_FRONTEND_SPELLING_H

#include <elfutils/libdw.h>

#include "tools/fpgaclc/common/mem.h"

/* How C++ writes the type of a function, without typedefs; NULL if a part of it has no name. */
const char *fclc_spell_function(struct fclc_arena *arena, Dwarf_Die *function);

#endif
