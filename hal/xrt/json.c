/* SPDX-License-Identifier: Apache-2.0 */
#include "hal/xrt/json.h"

#include <stdio.h>
#include <string.h>

enum { PATH_SIZE = 512, VALUE_SIZE = 512, DEPTH_MAX = 32 };

struct walk {
	const char *at;
	char path[PATH_SIZE];
	size_t length; /* of path */
	fcl_xrt_json_value *value;
	void *user;
};

static void skip_blanks(struct walk *walk)
{
	walk->at += strspn(walk->at, " \t\r\n");
}

/* Steps over `letter` if it comes next. */
static bool eat(struct walk *walk, char letter)
{
	skip_blanks(walk);
	if (*walk->at != letter)
		return false;
	walk->at++;
	return true;
}

/* Of escapes only the letter is kept; what is too long is cut off: these are names and numbers. */
static bool read_string(struct walk *walk, char *ret_text)
{
	size_t length = 0;

	if (!eat(walk, '"'))
		return false;
	while (*walk->at && *walk->at != '"') {
		if (*walk->at == '\\' && !*++walk->at)
			return false;
		if (length + 1 < VALUE_SIZE)
			ret_text[length++] = *walk->at;
		walk->at++;
	}
	ret_text[length] = '\0';
	return eat(walk, '"');
}

static bool read_literal(struct walk *walk, char *ret_text)
{
	size_t length = strcspn(walk->at, ",]} \t\r\n");

	if (!length || length >= VALUE_SIZE)
		return false;
	memcpy(ret_text, walk->at, length);
	ret_text[length] = '\0';
	walk->at += length;
	return true;
}

/* Back to the path of `length` bytes, with `text` behind it. */
static void set_path(struct walk *walk, size_t length, const char *format, const char *text,
		     unsigned index)
{
	int added = text ? snprintf(walk->path + length, PATH_SIZE - length, format, text)
			 : snprintf(walk->path + length, PATH_SIZE - length, format, index);

	walk->length = length + (size_t)(added > 0 ? added : 0);
	if (walk->length >= PATH_SIZE)
		walk->length = PATH_SIZE - 1;
}

static bool read_any(struct walk *walk, unsigned depth);

static bool read_object(struct walk *walk, unsigned depth)
{
	size_t length = walk->length;
	char name[VALUE_SIZE];

	if (eat(walk, '}'))
		return true;
	do {
		if (!read_string(walk, name) || !eat(walk, ':'))
			return false;
		set_path(walk, length, length ? ".%s" : "%s", name, 0);
		if (!read_any(walk, depth))
			return false;
	} while (eat(walk, ','));
	set_path(walk, length, "%s", "", 0);
	return eat(walk, '}');
}

static bool read_array(struct walk *walk, unsigned depth)
{
	size_t length = walk->length;
	unsigned index = 0;

	if (eat(walk, ']'))
		return true;
	do {
		set_path(walk, length, "[%u]", NULL, index++);
		if (!read_any(walk, depth))
			return false;
	} while (eat(walk, ','));
	set_path(walk, length, "%s", "", 0);
	return eat(walk, ']');
}

static bool read_any(struct walk *walk, unsigned depth)
{
	char text[VALUE_SIZE];

	if (depth >= DEPTH_MAX)
		return false;
	if (eat(walk, '{'))
		return read_object(walk, depth + 1);
	if (eat(walk, '['))
		return read_array(walk, depth + 1);
	if (*walk->at == '"' ? !read_string(walk, text) : !read_literal(walk, text))
		return false;
	walk->value(walk->user, walk->path, text);
	return true;
}

bool fcl_xrt_json_walk(const char *text, fcl_xrt_json_value *value, void *user)
{
	struct walk walk = {.at = text, .value = value, .user = user};

	if (!read_any(&walk, 0))
		return false;
	skip_blanks(&walk);
	return !*walk.at;
}
