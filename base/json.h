/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_BASE_JSON_H
#define FCL_BASE_JSON_H

#include <stdbool.h>
#include <stddef.h>

#include "base/text.h"

/* A cursor over JSON text (RFC 8259) of a known length; the text needs no terminating zero. */
struct fcl_json {
	const char *start, *at, *end;
	unsigned depth;    /* of arrays and objects around `at` */
	const char *error; /* what was expected at `at`; NULL: no error so far */
};

/* The text between the quotes of a string, escapes included. */
struct fcl_json_string {
	const char *raw;
	size_t length;
};

/* Returns the next character that is not white space, or '\0' at the end. */
char fcl_json_peek(struct fcl_json *json);

/* These return false on an error, with `error` set. */
bool fcl_json_string(struct fcl_json *json, struct fcl_json_string *string);
bool fcl_json_skip(struct fcl_json *json); /* any value */
/* Calls `member` with the cursor at each member's value, which `member` has to consume. */
bool fcl_json_object(struct fcl_json *json,
		     bool (*member)(struct fcl_json *json, const struct fcl_json_string *key,
				    void *data),
		     void *data);
bool fcl_json_array(struct fcl_json *json, bool (*element)(struct fcl_json *json, void *data),
		    void *data);
bool fcl_json_fail(struct fcl_json *json, const char *error);

bool fcl_json_equal(const struct fcl_json_string *string, const char *text);

/*
 * Decodes the string, with a terminating zero, to `text`, which has room for length + 1: UTF-8 is
 * never longer than its escape. False: the string contains a zero character or half a surrogate
 * pair.
 */
bool fcl_json_decode(const struct fcl_json_string *string, char *text);

/* Appends the text as a JSON string with its quotes. */
void fcl_json_append(struct fcl_text *buffer, const char *text);

#endif
