/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_SERVE_MEMBERS_H
#define FCL_SERVE_MEMBERS_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "tools/serve/repository/problems.h"

/*
 * Typed access to the members of an object in a description. A missing member, or one of the wrong
 * type, is recorded as a problem that names the place.
 */
struct fcl_serve_members {
	const json_t *object;
	const char *place; /* "model.json: inputs[0]" */
	struct fcl_arena *arena;
	struct fcl_serve_problems *problems;
};

/*
 * Reads FOLDER/NAME, which has at most `most` bytes. Returns an object, which the caller releases,
 * or NULL after a complaint.
 */
json_t *fcl_serve_members_load(const char *folder, const char *name, size_t most,
			       struct fcl_serve_problems *problems);

/* Records members that are not in the list of names, which are separated by spaces. */
void fcl_serve_members_only(const struct fcl_serve_members *members, const char *names);

/* A copy in the arena; NULL: missing, not a string, or empty. */
const char *fcl_serve_member_text(const struct fcl_serve_members *members, const char *name);

/* An integer from `least` to `most`; `fallback` if it is missing or invalid. */
int64_t fcl_serve_member_number(const struct fcl_serve_members *members, const char *name,
				int64_t least, int64_t most, int64_t fallback);

/* An array; NULL: missing (a problem if it is required), or not an array. */
const json_t *fcl_serve_member_array(const struct fcl_serve_members *members, const char *name,
				     bool required);

/* Starts reading the object at "PLACE NAME" or "PLACE NAME[INDEX]"; index -1: none. */
bool fcl_serve_members_in(const struct fcl_serve_members *members, const json_t *object,
			  const char *name, int index, struct fcl_serve_members *ret_members);

#endif
