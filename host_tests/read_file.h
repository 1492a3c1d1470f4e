/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TEST_READ_FILE_H
#define FCL_TEST_READ_FILE_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/*
 * Reads a whole file and appends a '\0'. The caller frees the result; NULL if the file cannot be
 * read or is empty.
 */
static inline void *read_file(const char *path, size_t *ret_size)
{
	FILE *file = fopen(path, "rb");
	char *bytes = NULL;
	long size = -1;

	if (file && !fseek(file, 0, SEEK_END) && (size = ftell(file)) > 0)
		bytes = calloc((size_t)size + 1, 1);
	if (bytes && (fseek(file, 0, SEEK_SET) || fread(bytes, (size_t)size, 1, file) != 1)) {
		free(bytes);
		bytes = NULL;
	}
	if (file)
		fclose(file);
	if (bytes)
		*ret_size = (size_t)size;
	return bytes;
}

/* Counts the lines of a file that contain the text. The file must exist. */
static inline unsigned lines_with(const char *path, const char *text)
{
	FILE *file = fopen(path, "r");
	char *line = NULL;
	unsigned count = 0;
	size_t room = 0;

	if (!file)
		abort();
	while (getline(&line, &room, file) > 0)
		count += strstr(line, text) != NULL;
	free(line);
	fclose(file);
	return count;
}

#endif
