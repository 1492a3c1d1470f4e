/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/serve/repository/names.h"

#include <stdlib.h>
#include <string.h>

bool fcl_serve_is_name(const char *name)
{
	size_t length = strlen(name);

	return length > 0 && length < FCL_SERVE_NAME && *name != '.' && *name != '-' &&
	       strspn(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.-") ==
		       length;
}

bool fcl_serve_is_file_name(const char *name)
{
	return *name && *name != '.' && !strchr(name, '/') && strlen(name) < FCL_SERVE_NAME;
}

unsigned fcl_serve_version(const char *name)
{
	size_t length = strlen(name);

	if (length < 1 || length > 9 || *name == '0' || strspn(name, "0123456789") != length)
		return 0;
	return (unsigned)strtoul(name, NULL, 10);
}
