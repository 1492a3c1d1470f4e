/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_EMU_FORMAT_H
#define FCL_EMU_FORMAT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

/*
 * The C library formats what a kernel prints, in the host process, where a bad pointer would count
 * as a fault of the host. So the arguments are checked first.
 */

/* Whether text can be read up to its end, or up to `most` characters of `unit` bytes. */
bool fcl_emu_text_readable(const void *text, size_t most, size_t unit);

/*
 * False with the reason in `why` if printf would read or write what it must not: a format or a %s
 * that is not readable text, or %n. Leaves `list` unchanged.
 */
bool fcl_emu_format_check(const char *format, va_list list, char *why, size_t size);

#endif
