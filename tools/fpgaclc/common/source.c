/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/common/source.h"

#include <string.h>

bool fclc_has_suffix(const char *path, const char *suffix)
{
	size_t length = strlen(path), tail = strlen(suffix);

	return length > tail && !strcmp(path + length - tail, suffix);
}

bool fclc_xo_is(const char *path)
{
	return fclc_has_suffix(path, ".xo") || fclc_has_suffix(path, ".aoco") ||
	       fclc_has_suffix(path, ".aocr");
}

const char *fclc_base_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}
