/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_VX_VALUE_H
#define FCL_VX_VALUE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/json.h"

/*
 * Reads a description in two steps: text into a tree of values, and the tree into the description.
 * Descriptions are small, and the order of members does not matter.
 */
enum fcl_vx_kind {
	FCL_VX_NOTHING,
	FCL_VX_TEXT,
	FCL_VX_NUMBER,
	FCL_VX_BOOLEAN,
	FCL_VX_LIST,
	FCL_VX_RECORD
};

struct fcl_vx_value {
	enum fcl_vx_kind kind;
	char *text; /* contents of a text */
	double number;
	char *key; /* key of a member */
	struct fcl_vx_value *items;
	size_t count;
};

/*
 * Reads any value at the cursor. On failure returns false, and json->error says what was expected.
 * Clear the value in both cases.
 */
bool fcl_vx_value_read(struct fcl_json *json, struct fcl_vx_value *value);
void fcl_vx_value_clear(struct fcl_vx_value *value);

/* A member of a record; the text of a member. NULL if there is none. */
const struct fcl_vx_value *fcl_vx_value_member(const struct fcl_vx_value *record, const char *key);
const char *fcl_vx_value_text(const struct fcl_vx_value *record, const char *key);

#endif
