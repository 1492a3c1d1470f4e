/* SPDX-License-Identifier: Apache-2.0 */
#include "base/number.h"

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>

/* glibc's "C" locale is static: this neither allocates memory nor needs a freelocale(). */
static locale_t c_locale(void)
{
	return newlocale(LC_ALL_MASK, "C", (locale_t)0);
}

double fcl_strtod(const char *text, char **ret_end)
{
	return strtod_l(text, ret_end, c_locale());
}

int fcl_vsnprintf(char *text, size_t size, const char *format, va_list args)
{
	locale_t hosts = uselocale(c_locale());
	int length = vsnprintf(text, size, format, args);

	uselocale(hosts);
	return length;
}
