/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/reports/tree.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"

/* Where the values of one array or object go. */
struct reading {
	struct fclc_arena *arena;
	struct fclc_value **end;
};

static bool read_value(struct fcl_json *json, struct fclc_arena *arena,
		       const struct fcl_json_string *key, struct fclc_value **ret_value);

static const char *decoded(struct fcl_json *json, struct fclc_arena *arena,
			   const struct fcl_json_string *string)
{
	char *text = fclc_alloc(arena, string->length + 1, 1);

	if (!fcl_json_decode(string, text)) {
		fcl_json_fail(json, "a string of characters");
		return NULL;
	}
	return text;
}

static bool read_member(struct fcl_json *json, const struct fcl_json_string *key, void *data)
{
	struct reading *reading = data;

	if (!read_value(json, reading->arena, key, reading->end))
		return false;
	reading->end = &(*reading->end)->next;
	return true;
}

static bool read_element(struct fcl_json *json, void *data)
{
	return read_member(json, NULL, data);
}

static bool read_string(struct fcl_json *json, struct fclc_arena *arena, struct fclc_value *value)
{
	struct fcl_json_string string;

	value->kind = FCLC_VALUE_STRING;
	if (!fcl_json_string(json, &string))
		return false;
	value->text = decoded(json, arena, &string);
	return value->text != NULL;
}

/* A number or a word. */
static bool read_plain(struct fcl_json *json, struct fclc_arena *arena, struct fclc_value *value)
{
	const char *start = json->at;
	const char *text;

	if (!fcl_json_skip(json))
		return false;
	text = fclc_copy(arena, start, (size_t)(json->at - start));
	value->kind = *text == 'n'                   ? FCLC_VALUE_NULL
		      : *text == 't' || *text == 'f' ? FCLC_VALUE_BOOL
						     : FCLC_VALUE_NUMBER;
	value->number = value->kind == FCLC_VALUE_BOOL ? *text == 't' : strtod(text, NULL);
	return true;
}

static bool read_value(struct fcl_json *json, struct fclc_arena *arena,
		       const struct fcl_json_string *key, struct fclc_value **ret_value)
{
	struct fclc_value *value = fclc_alloc(arena, 1, sizeof(*value));
	struct reading reading = {arena, &value->first};

	*ret_value = value;
	if (key && !(value->key = decoded(json, arena, key)))
		return false;
	switch (fcl_json_peek(json)) {
	case '{':
		value->kind = FCLC_VALUE_OBJECT;
		return fcl_json_object(json, read_member, &reading);
	case '[':
		value->kind = FCLC_VALUE_ARRAY;
		return fcl_json_array(json, read_element, &reading);
	case '"':
		return read_string(json, arena, value);
	default:
		return read_plain(json, arena, value);
	}
}

int fclc_tree_read(struct fclc_arena *arena, const char *bytes, size_t size,
		   struct fclc_value **ret_value, struct fcl_err *err)
{
	struct fcl_json json = {.start = bytes, .at = bytes, .end = bytes + size};
	struct fclc_value *value = NULL;

	if (read_value(&json, arena, NULL, &value) && fcl_json_peek(&json) != '\0')
		fcl_json_fail(&json, "the end");
	if (json.error)
		return fcl_err_set(err, -EINVAL, "byte %zu: expected %s",
				   (size_t)(json.at - json.start), json.error);
	*ret_value = value;
	return 0;
}

const struct fclc_value *fclc_tree_get(const struct fclc_value *object, const char *key)
{
	if (!object || object->kind != FCLC_VALUE_OBJECT)
		return NULL;
	for (const struct fclc_value *each = object->first; each; each = each->next)
		if (!strcmp(each->key, key))
			return each;
	return NULL;
}

const struct fclc_value *fclc_tree_list(const struct fclc_value *object, const char *key)
{
	const struct fclc_value *list = fclc_tree_get(object, key);

	return list && list->kind == FCLC_VALUE_ARRAY ? list->first : NULL;
}

const char *fclc_tree_text(const struct fclc_value *object, const char *key)
{
	const struct fclc_value *member = fclc_tree_get(object, key);

	return member && member->kind == FCLC_VALUE_STRING ? member->text : "";
}

double fclc_tree_number(const struct fclc_value *object, const char *key, double absent)
{
	const struct fclc_value *member = fclc_tree_get(object, key);

	return member && member->kind == FCLC_VALUE_NUMBER ? member->number : absent;
}

bool fclc_tree_true(const struct fclc_value *object, const char *key)
{
	const struct fclc_value *member = fclc_tree_get(object, key);

	return member && member->kind == FCLC_VALUE_BOOL && member->number != 0;
}
