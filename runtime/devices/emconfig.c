/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/devices/emconfig.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/config.h"
#include "base/config_check.h"
#include "base/file.h"
#include "base/folder.h"
#include "base/json.h"

enum { FILE_MAX = 1 << 20, NAME_LIMIT = 256 };

struct reading {
	void (*found)(void *user, const char *name);
	void *user;
	unsigned devices;
};

static bool emconfig_read_name(struct fcl_json *json, struct reading *reading)
{
	struct fcl_json_string string;
	char name[NAME_LIMIT];

	if (!fcl_json_string(json, &string))
		return false;
	if (!string.length || string.length >= sizeof(name) || !fcl_json_decode(&string, name))
		return fcl_json_fail(json, "a device name of 1 to 255 characters");
	reading->found(reading->user, name);
	reading->devices++;
	return true;
}

static bool device_member(struct fcl_json *json, const struct fcl_json_string *key, void *data)
{
	return fcl_json_equal(key, "Name") ? emconfig_read_name(json, data) : fcl_json_skip(json);
}

static bool device(struct fcl_json *json, void *data)
{
	return fcl_json_object(json, device_member, data);
}

static bool board_member(struct fcl_json *json, const struct fcl_json_string *key, void *data)
{
	return fcl_json_equal(key, "Devices") ? fcl_json_array(json, device, data)
					      : fcl_json_skip(json);
}

static bool emconfig_board(struct fcl_json *json, void *data)
{
	return fcl_json_object(json, board_member, data);
}

static bool platform_member(struct fcl_json *json, const struct fcl_json_string *key, void *data)
{
	return fcl_json_equal(key, "Boards") ? fcl_json_array(json, emconfig_board, data)
					     : fcl_json_skip(json);
}

static bool file_member(struct fcl_json *json, const struct fcl_json_string *key, void *data)
{
	return fcl_json_equal(key, "Platform") ? fcl_json_object(json, platform_member, data)
					       : fcl_json_skip(json);
}

static int emconfig_parse(const char *path, const char *text, size_t size, struct reading *reading,
			  struct fcl_err *err)
{
	struct fcl_json json = {.start = text, .at = text, .end = text + size};

	if (!fcl_json_object(&json, file_member, reading))
		return fcl_err_set(err, -EINVAL, "%s, byte %zu: expected %s", path,
				   (size_t)(json.at - json.start), json.error);
	if (!reading->devices)
		return fcl_err_set(
			err, -EINVAL,
			"%s: expected at least one Platform.Boards[].Devices[].Name, found none",
			path);
	return 0;
}

/* The folder of the running program; "" if it cannot be determined. */
static void program_folder(char *folder, size_t room)
{
	ssize_t length = readlink("/proc/self/exe", folder, room - 1);
	char *slash;

	folder[length > 0 ? length : 0] = '\0';
	slash = strrchr(folder, '/');
	if (slash)
		*slash = '\0';
}

static bool emconfig_is_in(const char *folder, char path[PATH_MAX])
{
	return *folder && snprintf(path, PATH_MAX, "%s/emconfig.json", folder) < PATH_MAX &&
	       !access(path, R_OK);
}

int fcl_emconfig_read(void (*found)(void *user, const char *name), void *user, struct fcl_err *err)
{
	const char *named = fcl_config_string(FCL_CONFIG_EMCONFIG_PATH);
	struct reading reading = {found, user, 0};
	char folder[PATH_MAX], path[PATH_MAX], *text;
	size_t size;
	int error;

	if (*named && !fcl_folder_is(named))
		fcl_config_complain("EMCONFIG_PATH=\"%s\" is not a folder", named);
	program_folder(folder, sizeof(folder));
	if (!emconfig_is_in(named, path) && !emconfig_is_in(folder, path) &&
	    !emconfig_is_in(".", path))
		return fcl_err_set(err, -ENOENT, "there is no emconfig.json");
	error = fcl_file_read(path, FILE_MAX, &text, &size, err);
	if (error)
		return error;
	error = emconfig_parse(path, text, size, &reading, err);
	free(text);
	return error;
}
