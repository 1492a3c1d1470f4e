/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_EMU_CONSOLE_H
#define FCL_EMU_CONSOLE_H

#include <stdbool.h>
#include <stddef.h>

/*
 * What a kernel prints: under XCL_EMULATION_MODE it goes to standard output as it is, as with the
 * vendor's emulation; else into the log at level info, under the name of the compute unit and
 * without empty lines.
 */
void fcl_emu_console(const char *cu, const char *text, size_t length, bool line_end);

#endif
