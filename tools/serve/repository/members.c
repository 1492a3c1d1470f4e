/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/serve/repository/members.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "tools/serve/repository/json.h"

json_t *fcl_serve_members_load(const char *folder, const char *name, size_t most,
			       struct fcl_serve_problems *problems)
{
	struct fcl_err err = {0};
	char path[PATH_MAX], *bytes;
	json_t *root;
	size_t size;

	snprintf(path, sizeof(path), "%s/%s", folder, name);
	if (fcl_file_read_regular(path, most, &bytes, &size, &err)) {
		fcl_serve_complain(problems, "%s", err.text);
		return NULL;
	}
	root = fcl_serve_json_load(bytes, size, NULL, &err);
	free(bytes);
	if (!root)
		fcl_serve_complain(problems, "%s: %s", name, err.text);
	if (!root || json_is_object(root))
		return root;
	fcl_serve_complain(problems, "%s: expected an object", name);
	json_decref(root);
	return NULL;
}

static bool members_is_listed(const char *names, const char *name)
{
	size_t length = strlen(name);

	for (const char *at = names; *at; at += strspn(at, " ")) {
		size_t word = strcspn(at, " ");

		if (word == length && !strncmp(at, name, length))
			return true;
		at += word;
	}
	return false;
}

void fcl_serve_members_only(const struct fcl_serve_members *members, const char *names)
{
	const char *name;
	json_t *value;

	json_object_foreach((json_t *)members->object, name,
			    value) if (!members_is_listed(names, name))
		fcl_serve_complain(members->problems,
				   "%s: there is no member '%s' here; expected: %s", members->place,
				   name, names);
}

const char *fcl_serve_member_text(const struct fcl_serve_members *members, const char *name)
{
	const json_t *value = json_object_get(members->object, name);

	if (json_is_string(value) && json_string_length(value) &&
	    strlen(json_string_value(value)) == json_string_length(value)) {
		size_t size = json_string_length(value) + 1;
		char *text = fcl_arena_alloc(members->arena, size, 1);

		if (text)
			return memcpy(text, json_string_value(value), size);
	}
	fcl_serve_complain(members->problems, "%s: expected '%s', a text that is not empty",
			   members->place, name);
	return NULL;
}

int64_t fcl_serve_member_number(const struct fcl_serve_members *members, const char *name,
				int64_t least, int64_t most, int64_t fallback)
{
	const json_t *value = json_object_get(members->object, name);

	if (!value)
		return fallback;
	if (json_is_integer(value) && json_integer_value(value) >= least &&
	    json_integer_value(value) <= most)
		return json_integer_value(value);
	fcl_serve_complain(members->problems,
			   "%s: expected '%s' to be a whole number from %" PRId64 " to %" PRId64,
			   members->place, name, least, most);
	return fallback;
}

const json_t *fcl_serve_member_array(const struct fcl_serve_members *members, const char *name,
				     bool required)
{
	const json_t *value = json_object_get(members->object, name);

	if (json_is_array(value) && (!required || json_array_size(value)))
		return value;
	if (value || required)
		fcl_serve_complain(members->problems, "%s: expected '%s', an array%s",
				   members->place, name, required ? " that is not empty" : "");
	return NULL;
}

bool fcl_serve_members_in(const struct fcl_serve_members *members, const json_t *object,
			  const char *name, int index, struct fcl_serve_members *ret_members)
{
	char number[16] = "";
	char *place;

	if (index >= 0)
		snprintf(number, sizeof(number), "[%d]", index);
	place = fcl_arena_alloc(members->arena, strlen(members->place) + strlen(name) + 21, 1);
	if (!place) {
		fcl_serve_complain(members->problems, "out of memory");
		return false;
	}
	/* "model.json: inputs[0]": only the file's name has a colon after it. */
	sprintf(place, "%s%s %s%s", members->place, strchr(members->place, ':') ? "" : ":", name,
		number);
	*ret_members = (struct fcl_serve_members){object, place, members->arena, members->problems};
	if (json_is_object(object))
		return true;
	fcl_serve_complain(members->problems, "%s: expected an object", place);
	return false;
}
