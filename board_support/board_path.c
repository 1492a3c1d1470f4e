/* SPDX-License-Identifier: Apache-2.0 */
#include "board_support/board_path.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/config.h"
#include "base/file.h"

/* Copies the next directory of a colon-separated list to `out`; false at the end of the list. */
static bool next_directory(const char **list, char *out, size_t size)
{
	while (**list) {
		size_t length = strcspn(*list, ":");
		const char *start = *list;

		*list += length + ((*list)[length] == ':');
		if (!length || length >= size)
			continue;
		memcpy(out, start, length);
		out[length] = '\0';
		return true;
	}
	return false;
}

int fcl_board_path_read(const char *name, char **ret_text, size_t *ret_size, char **ret_file,
			struct fcl_err *err)
{
	const char *list = fcl_config_string(FCL_CONFIG_BOARD_PATH);
	char directory[4096];
	char *file;
	int error = -ENOENT;

	if (!*name || *name == '.' || strchr(name, '/'))
		return -ENOENT;
	while (error == -ENOENT && next_directory(&list, directory, sizeof(directory))) {
		if (asprintf(&file, "%s/%s/board.xml", directory, name) < 0)
			return fcl_err_set(err, -ENOMEM, "out of memory");
		error = fcl_file_read(file, FCL_BOARD_MAX_BYTES, ret_text, ret_size, err);
		if (error == -ENOTDIR)
			error = -ENOENT;
		if (error)
			free(file);
		else
			*ret_file = file;
	}
	return error;
}

static bool has_board(const char *directory, const char *name)
{
	char *file;
	bool has;

	if (asprintf(&file, "%s/%s/board.xml", directory, name) < 0)
		return false;
	has = !access(file, R_OK);
	free(file);
	return has;
}

/* Whether an earlier directory in the list than the one at `here` has the board. */
static bool is_hidden(const char *name, const char *here)
{
	const char *list = fcl_config_string(FCL_CONFIG_BOARD_PATH);
	char directory[4096];

	while (next_directory(&list, directory, sizeof(directory)) && list < here)
		if (has_board(directory, name))
			return true;
	return false;
}

void fcl_board_path_list(fcl_board_found *found, void *user)
{
	const char *list = fcl_config_string(FCL_CONFIG_BOARD_PATH);
	char directory[4096];
	struct dirent *entry;
	DIR *dir;

	while (next_directory(&list, directory, sizeof(directory))) {
		dir = opendir(directory);
		while (dir && (entry = readdir(dir)))
			if (entry->d_name[0] != '.' && has_board(directory, entry->d_name) &&
			    !is_hidden(entry->d_name, list))
				found(user, entry->d_name);
		if (dir)
			closedir(dir);
	}
}
