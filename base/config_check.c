/* SPDX-License-Identifier: Apache-2.0 */
#include "base/config_check.h"

#include <errno.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/config.h"
#include "base/folder.h"
#include "base/spelling.h"

enum { NAME_MOST = 48 }; /* no suggestion is made for longer names */

void fcl_config_complain(const char *format, ...)
{
	char line[2048] = "fpgacl: ";
	size_t length = strlen(line);
	ssize_t written;
	va_list args;

	va_start(args, format);
	vsnprintf(line + length, sizeof(line) - length - 1, format, args);
	va_end(args);
	length = strlen(line);
	line[length++] = '\n';
	/* A single write() keeps the line intact when several processes print. */
	written = write(STDERR_FILENO, line, length);
	(void)written;
}

/* --- values ----------------------------------------------------------------------------------- */

/* Whether the file can be written, or created in its folder; creates nothing. The reason is in errno. */
static bool can_write(const char *path)
{
	const char *slash = strrchr(path, '/');
	struct stat status;
	char *folder;
	bool can;

	if (!stat(path, &status)) {
		errno = EISDIR;
		return !S_ISDIR(status.st_mode) && !access(path, W_OK);
	}
	if (!slash)
		return !access(".", W_OK);
	folder = strndup(path, slash == path ? 1 : (size_t)(slash - path));
	can = folder && !access(folder, W_OK | X_OK);
	free(folder);
	return can;
}

static void check_folders(const struct fcl_config_entry *entry, const char *value)
{
	while (*value) {
		size_t length = strcspn(value, ":");
		char *folder = strndup(value, length);

		if (folder && *folder && !fcl_folder_is(folder))
			fcl_config_complain(
				"%s contains \"%s\", which is not a folder; expected a colon-separated list of folders",
				entry->name, folder);
		free(folder);
		value += length + (value[length] == ':');
	}
}

static void config_check_value(enum fcl_config_key key, const char *value)
{
	const struct fcl_config_entry *entry = &fcl_config_table[key];
	char allowed[256];

	fcl_config_allowed(key, allowed, sizeof(allowed));
	switch (entry->kind) {
	case FCL_CONFIG_CHOICE:
	case FCL_CONFIG_NUMBER:
		if (!fcl_config_accepts(key, value))
			fcl_config_complain("%s=\"%s\" is ignored%s%s%s; allowed: %s", entry->name,
					    value, *entry->fallback ? " (using " : "",
					    entry->fallback, *entry->fallback ? ")" : "", allowed);
		break;
	case FCL_CONFIG_FILE:
		if (!can_write(value))
			fcl_config_complain("%s=\"%s\" cannot be written: %s", entry->name, value,
					    strerror(errno));
		break;
	case FCL_CONFIG_FOLDER:
		if (!fcl_folder_is(value))
			fcl_config_complain("%s=\"%s\" is not a folder", entry->name, value);
		break;
	case FCL_CONFIG_FOLDERS:
		check_folders(entry, value);
		break;
	case FCL_CONFIG_TEXT:
		break;
	}
}

/* --- names ------------------------------------------------------------------------------------ */

static bool config_is_known(const char *name, size_t length)
{
	for (int key = 0; key < FCL_CONFIG_COUNT; key++)
		if (strlen(fcl_config_table[key].name) == length &&
		    !strncmp(fcl_config_table[key].name, name, length))
			return true;
	return false;
}

static void config_check_name(const char *name, size_t length)
{
	const char *nearest = "";
	size_t fewest = length / 4 + 1; /* names this different are no misspellings */

	if (config_is_known(name, length))
		return;
	if (length > NAME_MOST) {
		fcl_config_complain("unknown variable %.*s...; \"fpgacl env\" lists all variables",
				    (int)NAME_MOST, name);
		return;
	}
	for (int key = 0; key < FCL_CONFIG_COUNT; key++) {
		size_t edits = fcl_spelling_distance(name, length, fcl_config_table[key].name);

		if (edits >= fewest)
			continue;
		nearest = fcl_config_table[key].name;
		fewest = edits;
	}
	fcl_config_complain("unknown variable %.*s%s%s%s \"fpgacl env\" lists all variables",
			    (int)length, name, *nearest ? "; did you mean " : ";", nearest,
			    *nearest ? "?" : "");
}

void fcl_config_check(void)
{
	static atomic_flag checked = ATOMIC_FLAG_INIT;

	if (atomic_flag_test_and_set(&checked))
		return;
	for (int key = 0; key < FCL_CONFIG_COUNT; key++) {
		const char *value = getenv(fcl_config_table[key].name);

		if (value && *value)
			config_check_value((enum fcl_config_key)key, value);
	}
	for (char **entry = environ; entry && *entry; entry++)
		if (!strncmp(*entry, "FPGACL_", 7))
			config_check_name(*entry, strcspn(*entry, "="));
}
