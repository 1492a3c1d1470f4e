/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/clients/openvx/described/value.h"

#include <stdlib.h>
#include <string.h>

#include "base/number.h"

enum { MOST_ITEMS = 4096 };

void fcl_vx_value_clear(struct fcl_vx_value *value)
{
	for (size_t i = 0; i < value->count; i++)
		fcl_vx_value_clear(&value->items[i]);
	free(value->items);
	free(value->text);
	free(value->key);
}

static struct fcl_vx_value *value_append(struct fcl_json *json, struct fcl_vx_value *parent)
{
	struct fcl_vx_value *items;

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
	items[parent->count] = (struct fcl_vx_value){.kind = FCL_VX_NOTHING};
	return &items[parent->count++];
}

static char *value_decode(struct fcl_json *json, const struct fcl_json_string *string)
{
	char *text = malloc(string->length + 1);

	if (text && fcl_json_decode(string, text))
		return text;
	fcl_json_fail(json, text ? "a text without zero characters" : "less text: out of memory");
	free(text);
	return NULL;
}

static bool value_read_element(struct fcl_json *json, void *data)
{
	struct fcl_vx_value *item = value_append(json, data);

	return item && fcl_vx_value_read(json, item);
}

static bool value_read_member(struct fcl_json *json, const struct fcl_json_string *key, void *data)
{
	struct fcl_vx_value *item = value_append(json, data);

	if (!item)
		return false;
	item->key = value_decode(json, key);
	return item->key && fcl_vx_value_read(json, item);
}

static bool value_read_text(struct fcl_json *json, struct fcl_vx_value *value)
{
	struct fcl_json_string string;

	if (!fcl_json_string(json, &string))
		return false;
	value->text = value_decode(json, &string);
	value->kind = FCL_VX_TEXT;
	return value->text != NULL;
}

static bool read_other(struct fcl_json *json, struct fcl_vx_value *value)
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
	value->kind = number[0] == 't' || number[0] == 'f' ? FCL_VX_BOOLEAN
		      : number[0] == 'n'                   ? FCL_VX_NOTHING
							   : FCL_VX_NUMBER;
	if (value->kind != FCL_VX_NUMBER) {
		value->number = number[0] == 't';
		return true;
	}
	value->number = fcl_strtod(number, &end);
	return !*end || fcl_json_fail(json, "a number");
}

bool fcl_vx_value_read(struct fcl_json *json, struct fcl_vx_value *value)
{
	switch (fcl_json_peek(json)) {
	case '"':
		return value_read_text(json, value);
	case '[':
		value->kind = FCL_VX_LIST;
		return fcl_json_array(json, value_read_element, value);
	case '{':
		value->kind = FCL_VX_RECORD;
		return fcl_json_object(json, value_read_member, value);
	default:
		return read_other(json, value);
	}
}

const struct fcl_vx_value *fcl_vx_value_member(const struct fcl_vx_value *record, const char *key)
{
	for (size_t i = 0; i < record->count; i++)
		if (record->items[i].key && !strcmp(record->items[i].key, key))
			return &record->items[i];
	return NULL;
}

const char *fcl_vx_value_text(const struct fcl_vx_value *record, const char *key)
{
	const struct fcl_vx_value *value = fcl_vx_value_member(record, key);

	return value && value->kind == FCL_VX_TEXT ? value->text : NULL;
}
