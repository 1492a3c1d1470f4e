/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_NUMBER_H
#define FCL_NUMBER_H

#include <stdarg.h>
#include <stddef.h>

/* Numbers with a decimal point, whatever LC_NUMERIC is: the library shares the host's locale. */

/* strtod(). */
double fcl_strtod(const char *text, char **ret_end);

/* vsnprintf(). */
int fcl_vsnprintf(char *text, size_t size, const char *format, va_list args)
	__attribute__((format(printf, 3, 0)));

#endif
