/* SPDX-License-Identifier: Apache-2.0 */
#include "base/trace/ini.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "base/config.h"
#include "base/config_check.h"
#include "base/file.h"
#include "base/log.h"
#include "base/text.h"

enum { MAX_BYTES = 1 << 20 }; /* bytes of a file that is read */

struct ini_log {
	bool given, off;
	int level;
	char file[PATH_MAX];
};

/* Finds the file as XRT does; false: there is none. */
static bool ini_find_file(char path[PATH_MAX + 16])
{
	const char *named = fcl_config_string(FCL_CONFIG_XRT_INI_PATH);
	ssize_t length;
	char *slash;

	if (*named) {
		snprintf(path, PATH_MAX + 16, "%s", named);
		if (!access(path, R_OK))
			return true;
		fcl_config_complain("XRT_INI_PATH=\"%s\" cannot be read", named);
		return false;
	}
	length = readlink("/proc/self/exe", path, PATH_MAX - 1);
	path[length > 0 ? length : 0] = '\0';
	slash = strrchr(path, '/');
	if (slash) {
		strcpy(slash + 1, "xrt.ini");
		if (!access(path, R_OK))
			return true;
	}
	strcpy(path, "xrt.ini");
	return !access(path, R_OK);
}

/* --- [Runtime]: XRT's log, unless FPGACL_LOG is set ------------------------------------------ */

/* XRT numbers levels as syslog does. */
static int level_of(const char *verbosity)
{
	static const int levels[] = {FCL_LOG_ERROR, FCL_LOG_ERROR, FCL_LOG_ERROR, FCL_LOG_ERROR,
				     FCL_LOG_WARN,  FCL_LOG_INFO,  FCL_LOG_INFO,  FCL_LOG_DEBUG};
	char *end;
	unsigned long number = strtoul(verbosity, &end, 10);

	return !*verbosity || *end || number > 7 ? -1 : levels[number];
}

static bool is_log_key(const char *section, const char *key, const char *value)
{
	if (strcmp(section, "Runtime") != 0)
		return false;
	return !strcmp(key, "verbosity") ||
	       (!strcmp(key, "runtime_log") && strcmp(value, "syslog") != 0);
}

static void set_log(struct ini_log *log, const char *path, const char *key, const char *value)
{
	int level;

	if (!strcmp(key, "runtime_log")) {
		log->given = true;
		log->off = !strcmp(value, "null");
		snprintf(log->file, sizeof(log->file), "%s",
			 log->off || !strcmp(value, "console") ? "" : value);
		return;
	}
	level = level_of(value);
	if (level < 0)
		fcl_config_complain("%s: [Runtime] verbosity=%s: expected a number from 0 to 7",
				    path, value);
	else
		log->level = level;
	log->given |= level >= 0;
}

/* --- the file --------------------------------------------------------------------------------- */

static bool read_bool(const char *path, const char *key, const char *value)
{
	if (!strcasecmp(value, "true") || !strcmp(value, "1"))
		return true;
	if (strcasecmp(value, "false") != 0 && strcmp(value, "0") != 0)
		fcl_config_complain("%s: [Debug] %s=%s: expected true or false", path, key, value);
	return false;
}

static void ini_set(struct fcl_ini *ini, const char *path, const char *section, const char *key,
		    const char *value)
{
	const struct {
		const char *key;
		bool *flag;
	} keys[] = {{"opencl_summary", &ini->summary},
		    {"profile", &ini->profile_summary},
		    {"device_profile", &ini->profile_summary},
		    {"opencl_trace", &ini->trace},
		    {"timeline_trace", &ini->timeline}};

	for (size_t i = 0; !strcmp(section, "Debug") && i < sizeof(keys) / sizeof(keys[0]); i++)
		if (!strcmp(key, keys[i].key)) {
			*keys[i].flag |= read_bool(path, key, value);
			return;
		}
	fcl_log(FCL_LOG_WARN, "xrt.ini", "%s: [%s] %s has no effect here", path, section, key);
}

/* With `log` NULL, reads all keys except those of the log. */
static void ini_read_line(struct fcl_ini *ini, struct ini_log *log, const char *path, char *section,
			  size_t size, char *line)
{
	const char *key, *value;
	char *equals, *end;

	line = fcl_text_trim(line);
	if (!*line || *line == '#' || *line == ';')
		return;
	if (*line == '[') {
		end = strchr(line, ']');
		if (end)
			*end = '\0';
		snprintf(section, size, "%s", fcl_text_trim(line + 1));
		return;
	}
	equals = strchr(line, '=');
	if (!equals)
		return;
	*equals = '\0';
	key = fcl_text_trim(line);
	value = fcl_text_trim(equals + 1);
	if (is_log_key(section, key, value) && log)
		set_log(log, path, key, value);
	else if (!is_log_key(section, key, value) && !log)
		ini_set(ini, path, section, key, value);
}

static void ini_read_lines(struct fcl_ini *ini, struct ini_log *log, const char *path,
			   const char *bytes)
{
	char section[64] = "", *copy = strdup(bytes), *rest, *line = copy;

	for (line = copy ? strtok_r(copy, "\n", &rest) : NULL; line;
	     line = strtok_r(NULL, "\n", &rest))
		ini_read_line(ini, log, path, section, sizeof(section), line);
	free(copy);
}

struct fcl_ini fcl_ini_read(void)
{
	struct fcl_ini ini = {0};
	struct ini_log log = {.level = FCL_LOG_WARN};
	char path[PATH_MAX + 16], *bytes = NULL;
	struct fcl_err err;
	size_t size;

	if (!ini_find_file(path) || fcl_file_read(path, MAX_BYTES, &bytes, &size, &err))
		return ini;
	/* Keys of the log are read first: the second pass logs the keys that have no effect. */
	ini_read_lines(&ini, &log, path, bytes);
	if (log.given)
		fcl_log_otherwise(log.off ? 0 : log.level, log.file);
	ini_read_lines(&ini, NULL, path, bytes);
	free(bytes);
	return ini;
}
