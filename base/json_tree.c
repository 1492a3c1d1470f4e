/* SPDX-License-Identifier: Apache-2.0 */
#include "base/json_tree.h"

#include <stdlib.h>
#include <string.h>

#include "base/number.h"

enum { MOST_ITEMS = 4096 };

void fcl_json_value_clear(struct fcl_json_value *value)
{
	for (size_t i = 0; i < value->count; i++)
		fcl_json_value_clear(&value->items[i]);
	free(value->items);
	free(value->text);
	free(value->key);
}

static struct fcl_json_value *tree_append(struct fcl_json *json, struct fcl_json_value *parent)
{
	struct fcl_json_value *items;

	if (parent->count == MOST_ITEMS) {
		fcl_json_fail(json, "at most 4096 items");
		return NULL;
	}
	items = realloc(parent->items, (parent->count + 1) * sizeof(*items));
	if (!items) {
		fcl_json_fail(json, "less text: out of memory");
		return NULL;
	}
	parent->items = items;
	items[parent->count] = (struct fcl_json_value){.kind = FCL_JSON_NOTHING};
	return &items[parent->count++];
}

static char *tree_decode(struct fcl_json *json, const struct fcl_json_string *string)
{
	char *text = malloc(string->length + 1);

	if (text && fcl_json_decode(string, text))
		return text;
	fcl_json_fail(json, text ? "a text without zero characters" : "less text: out of memory");
	free(text);
	return NULL;
}

static bool tree_read_element(struct fcl_json *json, void *data)
{
	struct fcl_json_value *item = tree_append(json, data);

	return item && fcl_json_value_read(json, item);
}

static bool tree_read_member(struct fcl_json *json, const struct fcl_json_string *key, void *data)
{
	struct fcl_json_value *item = tree_append(json, data);

	if (!item)
		return false;
	item->key = tree_decode(json, key);
	return item->key && fcl_json_value_read(json, item);
}

static bool tree_read_text(struct fcl_json *json, struct fcl_json_value *value)
{
	struct fcl_json_string string;

	if (!fcl_json_string(json, &string))
		return false;
	value->text = tree_decode(json, &string);
	value->kind = FCL_JSON_TEXT;
	return value->text != NULL;
}

static bool tree_read_other(struct fcl_json *json, struct fcl_json_value *value)
{
	const char *start = json->at;
	char number[64], *end;
	size_t length;

	if (!fcl_json_skip(json))
		return false;
	length = (size_t)(json->at - start);
	if (length >= sizeof(number))
		return fcl_json_fail(json, "a shorter number");
	memcpy(number, start, length);
	number[length] = '\0';
	value->kind = number[0] == 't' || number[0] == 'f' ? FCL_JSON_BOOLEAN
		      : number[0] == 'n'                   ? FCL_JSON_NOTHING
							   : FCL_JSON_NUMBER;
	if (value->kind != FCL_JSON_NUMBER) {
		value->number = number[0] == 't';
		return true;
	}
	value->number = fcl_strtod(number, &end);
	return !*end || fcl_json_fail(json, "a number");
}

bool fcl_json_value_read(struct fcl_json *json, struct fcl_json_value *value)
{
	switch (fcl_json_peek(json)) {
	case '"':
		return tree_read_text(json, value);
	case '[':
		value->kind = FCL_JSON_LIST;
		return fcl_json_array(json, tree_read_element, value);
	case '{':
		value->kind = FCL_JSON_RECORD;
		return fcl_json_object(json, tree_read_member, value);
	default:
		return tree_read_other(json, value);
	}
}

const struct fcl_json_value *fcl_json_value_member(const struct fcl_json_value *record,
						   const char *key)
{
	for (size_t i = 0; i < record->count; i++)
		if (record->items[i].key && !strcmp(record->items[i].key, key))
			return &record->items[i];
	return NULL;
}

const char *fcl_json_value_text(const struct fcl_json_value *record, const char *key)
{
	const struct fcl_json_value *value = fcl_json_value_member(record, key);

	return value && value->kind == FCL_JSON_TEXT ? value->text : NULL;
}
