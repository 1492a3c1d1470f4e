/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_EMU_FORMAT_H
#define FCL_EMU_FORMAT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

/*
 * The C library formats kernel output in the host process, where a bad pointer would count as a
 * fault of the host. So the arguments are checked first.
 */

/* Whether text can be read up to its end, or up to `most` characters of `unit` bytes each. */
bool fcl_emu_text_readable(const void *text, size_t most, size_t unit);

/*
 * Returns false, with the reason in `why`, if printf would access memory that it must not: a format
 * or a %s argument that is not readable text, or %n. Leaves `list` unchanged.
 */
bool fcl_emu_format_check(const char *format, va_list list, char *why, size_t size);

#endif
