/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_COMPILE_HARDWARE_H
#define FCLC_COMPILE_HARDWARE_H

#include "tools/fpgaclc/common/mem.h"

/*
 * Defines what C leaves undefined and hardware does not, in the IR of a unit before any pass:
 * shifts by the width or more, conversions of floats that are out of range, divisions by zero and
 * of the least number by -1, bools in which a host has set other bits. Modifies `ir`. README.md
 * lists the decisions.
 */
char *fclc_hardware_rules(struct fclc_arena *arena, char *ir);

#endif
