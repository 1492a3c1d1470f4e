/* SPDX-License-Identifier: Apache-2.0 */
#include "base/trace/ini.h"

#include <ctype.h>
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

enum { MOST = 1 << 20 }; /* bytes of a file that is read */

/* The file's path, as XRT finds it; false: there is none. */
static bool find_file(char path[PATH_MAX + 16])
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

static char *trim(char *text)
{
	char *end;

	while (isspace((unsigned char)*text))
		text++;
	end = text + strlen(text);
	while (end > text && isspace((unsigned char)end[-1]))
		*--end = '\0';
	return text;
}

static bool is_true(const char *value)
{
	return !strcasecmp(value, "true") || !strcmp(value, "1");
}

static void set(struct fcl_ini *ini, const char *path, const char *section, const char *key,
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
			*keys[i].flag |= is_true(value);
			return;
		}
	fcl_log(FCL_LOG_WARN, "xrt.ini", "%s: [%s] %s has no effect here", path, section, key);
}

static void read_line(struct fcl_ini *ini, const char *path, char *section, size_t size, char *line)
{
	char *equals, *end;

	line = trim(line);
	if (!*line || *line == '#' || *line == ';')
		return;
	if (*line == '[') {
		end = strchr(line, ']');
		if (end)
			*end = '\0';
		snprintf(section, size, "%s", trim(line + 1));
		return;
	}
	equals = strchr(line, '=');
	if (!equals)
		return;
	*equals = '\0';
	set(ini, path, section, trim(line), trim(equals + 1));
}

struct fcl_ini fcl_ini_read(void)
{
	struct fcl_ini ini = {0};
	char path[PATH_MAX + 16], section[64] = "", *bytes = NULL, *rest, *line;
	struct fcl_err err;
	size_t size;

	if (!find_file(path) || fcl_file_read(path, MOST, &bytes, &size, &err))
		return ini;
	for (line = strtok_r(bytes, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest))
		read_line(&ini, path, section, sizeof(section), line);
	free(bytes);
	return ini;
}
