/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_BASE_NOTE_H
#define FCL_BASE_NOTE_H

#include <stdarg.h>

/*
 * Writes "program: text" to standard error by a single write(), so that output of other threads and
 * processes does not split the line; services log this way. At most 2047 bytes of text.
 */
void fcl_note(const char *program, const char *format, va_list args)
	__attribute__((format(printf, 2, 0)));

#endif
