/* SPDX-License-Identifier: Apache-2.0 */
#include "hal/xrt/library/json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"

enum { PATH_SIZE = 512, LITERAL_SIZE = 64 };

struct walk {
	char path[PATH_SIZE];
	size_t length; /* of path */
	fcl_xrt_json_value *value;
	void *user;
};

/* The elements of one array. */
struct list {
	struct walk *walk;
	unsigned index;
};

static bool walk_any(struct fcl_json *json, struct walk *walk);

/* Walks the value at `name`, which is appended to the path; too long a path is truncated. */
static bool walk_at(struct fcl_json *json, struct walk *walk, const char *dot, const char *name)
{
	size_t length = walk->length;
	bool good;

	snprintf(walk->path + length, PATH_SIZE - length, "%s%s", dot, name);
	walk->length += strlen(walk->path + length);
	good = walk_any(json, walk);
	walk->length = length;
	walk->path[length] = '\0';
	return good;
}

static bool walk_element(struct fcl_json *json, void *data)
{
	struct list *list = data;
	char name[16];

	snprintf(name, sizeof(name), "[%u]", list->index++);
	return walk_at(json, list->walk, "", name);
}

/* Returns memory of malloc(); NULL: out of memory, or the string cannot be decoded. */
static char *json_decode(struct fcl_json *json, const struct fcl_json_string *string)
{
	char *text = malloc(string->length + 1);

	if (text && fcl_json_decode(string, text))
		return text;
	free(text);
	fcl_json_fail(json, "text");
	return NULL;
}

static bool walk_member(struct fcl_json *json, const struct fcl_json_string *key, void *data)
{
	struct walk *walk = data;
	char *name = json_decode(json, key);
	bool good = name && walk_at(json, walk, walk->length ? "." : "", name);

	free(name);
	return good;
}

static bool walk_string(struct fcl_json *json, struct walk *walk)
{
	struct fcl_json_string string;
	char *text = fcl_json_string(json, &string) ? json_decode(json, &string) : NULL;

	if (!text)
		return false;
	walk->value(walk->user, walk->path, text);
	free(text);
	return true;
}

/* A number, true, false or null. */
static bool walk_literal(struct fcl_json *json, struct walk *walk)
{
	const char *start = json->at;
	char text[LITERAL_SIZE];

	if (!fcl_json_skip(json))
		return false;
	snprintf(text, sizeof(text), "%.*s", (int)(json->at - start), start);
	walk->value(walk->user, walk->path, text);
	return true;
}

static bool walk_any(struct fcl_json *json, struct walk *walk)
{
	struct list list = {.walk = walk};

	switch (fcl_json_peek(json)) {
	case '{':
		return fcl_json_object(json, walk_member, walk);
	case '[':
		return fcl_json_array(json, walk_element, &list);
	case '"':
		return walk_string(json, walk);
	default:
		return walk_literal(json, walk);
	}
}

bool fcl_xrt_json_walk(const char *text, fcl_xrt_json_value *value, void *user)
{
	struct fcl_json json = {.start = text, .at = text, .end = text + strlen(text)};
	struct walk walk = {.value = value, .user = user};

	return walk_any(&json, &walk) && fcl_json_peek(&json) == '\0';
}
