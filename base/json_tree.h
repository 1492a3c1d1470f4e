/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_BASE_JSON_TREE_H
#define FCL_BASE_JSON_TREE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/json.h"

/*
 * JSON text as a tree of values, for small texts in which the order of members does not matter.
 * Larger ones are read as they come, with base/json.h alone.
 */
enum fcl_json_kind {
	FCL_JSON_NOTHING,
	FCL_JSON_TEXT,
	FCL_JSON_NUMBER,
	FCL_JSON_BOOLEAN,
	FCL_JSON_LIST,
	FCL_JSON_RECORD
};

struct fcl_json_value {
	enum fcl_json_kind kind;
	char *text; /* contents of a text */
	double number;
	char *key; /* key of a member */
	struct fcl_json_value *items;
	size_t count;
};

/*
 * Reads any value at the cursor. On failure returns false, and json->error says what was expected.
 * Clear the value in both cases.
 */
bool fcl_json_value_read(struct fcl_json *json, struct fcl_json_value *value);
void fcl_json_value_clear(struct fcl_json_value *value);

/* A member of a record; the text of a member. NULL if there is none. */
const struct fcl_json_value *fcl_json_value_member(const struct fcl_json_value *record,
						   const char *key);
const char *fcl_json_value_text(const struct fcl_json_value *record, const char *key);

#endif
