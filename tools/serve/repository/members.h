/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_SERVE_MEMBERS_H
#define FCL_SERVE_MEMBERS_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "tools/serve/repository/problems.h"

/*
 * The members of an object of a description, by type. What is missing or of another type is a problem
 * that names the place.
 */
struct fcl_serve_members {
	const json_t *object;
	const char *place; /* "model.json: inputs[0]" */
	struct fcl_arena *arena;
	struct fcl_serve_problems *problems;
};

/* Complains about members that are not in the list, whose names are separated by blanks. */
void fcl_serve_members_only(const struct fcl_serve_members *members, const char *names);

/* A copy in the arena; NULL: missing, not a string, or empty. */
const char *fcl_serve_member_text(const struct fcl_serve_members *members, const char *name);

/* A whole number from `least` to `most`; `fallback` if there is none or it is wrong. */
int64_t fcl_serve_member_number(const struct fcl_serve_members *members, const char *name,
				int64_t least, int64_t most, int64_t fallback);

/* An array; NULL: missing (a problem if it is required), or no array. */
const json_t *fcl_serve_member_array(const struct fcl_serve_members *members, const char *name,
				     bool required);

/* The members of an object that is at "PLACE NAME" or "PLACE NAME[INDEX]"; index -1: none. */
bool fcl_serve_members_in(const struct fcl_serve_members *members, const json_t *object,
			  const char *name, int index, struct fcl_serve_members *ret_members);

#endif
