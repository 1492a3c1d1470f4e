/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_VX_VALUE_H
#define FCL_VX_VALUE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/json.h"

/*
 * Reading is done in two steps: the text becomes a tree of values, and the tree becomes the
 * description. A description is small, and the order of its members is free.
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
	char *text; /* of a text */
	double number;
	char *key; /* of a member */
	struct fcl_vx_value *items;
	size_t count;
};

/* Reads any value at the cursor; false: json->error says what was expected. Clear it in both cases. */
bool fcl_vx_value_read(struct fcl_json *json, struct fcl_vx_value *value);
void fcl_vx_value_clear(struct fcl_vx_value *value);

/* A member of a record, and the text of one; NULL: there is none. */
const struct fcl_vx_value *fcl_vx_value_member(const struct fcl_vx_value *record, const char *key);
const char *fcl_vx_value_text(const struct fcl_vx_value *record, const char *key);

#endif
