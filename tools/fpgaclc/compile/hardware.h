/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_COMPILE_HARDWARE_H
#define FCLC_COMPILE_HARDWARE_H

#include "tools/fpgaclc/common/mem.h"

/*
 * Defines, in a unit's unoptimised IR, operations that are undefined in C but not in hardware:
 * shifts by the width or more, out-of-range conversions of floats, divisions by zero and of the
 * minimum by -1, and bools in which the host has set other bits. Changes `ir` in place. README.md
 * lists the decisions.
 */
char *fclc_hardware_rules(struct fclc_arena *arena, char *ir);

#endif
