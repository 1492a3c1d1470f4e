/* SPDX-License-Identifier: Apache-2.0 */
#include "claims.h"

#include <unistd.h>

static char path[64];

void claims_log_start(void)
{
	int fd;

	if (*path)
		unlink(path);
	snprintf(path, sizeof(path), "/tmp/fpgacl-claims-XXXXXX");
	fd = mkstemp(path);
	assert_true(fd >= 0);
	close(fd);
	setenv("FPGACL_LOG_FILE", path, 1);
}

char *claims_log_read(void)
{
	FILE *file = fopen(path, "re");
	char *text;
	long size;

	assert_non_null(file);
	fseek(file, 0, SEEK_END);
	size = ftell(file);
	rewind(file);
	text = calloc(1, (size_t)size + 1);
	assert_non_null(text);
	assert_int_equal(fread(text, 1, (size_t)size, file), size);
	fclose(file);
	unlink(path);
	return text;
}

size_t claims_count(const char *in, const char *text)
{
	size_t count = 0;

	for (; (in = strstr(in, text)) != NULL; in += strlen(text))
		count++;
	return count;
}
