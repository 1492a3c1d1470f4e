/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_EMU_CONSOLE_H
#define FCL_EMU_CONSOLE_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Kernel output. Under XCL_EMULATION_MODE it goes to standard output unchanged, as with the
 * vendor's emulation; otherwise to the log at level info, with the compute unit's name and without
 * empty lines.
 */
void fcl_emu_console(const char *cu, const char *text, size_t length, bool line_end);

#endif
