/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_BASE_NOTE_H
#define FCL_BASE_NOTE_H

#include <stdarg.h>

/*
 * Writes "program: text" to standard error, as one line that lines of other threads and processes do not
 * split: the log of a service. For up to 2047 bytes of text.
 */
void fcl_note(const char *program, const char *format, va_list args)
	__attribute__((format(printf, 2, 0)));

#endif
