/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_SERVE_JSON_H
#define FCL_SERVE_JSON_H

#include <jansson.h>
#include <stdint.h>

#include "base/err.h"

/* An array of numbers that was left out of a request's JSON, with its brackets. */
struct fcl_serve_cut {
	const char *start, *end;
};

struct fcl_serve_cuts {
	uint64_t
		most; /* values that the rest may have: each takes up to hundreds of bytes when parsed */
	struct fcl_serve_cut *cuts; /* from malloc() */
	unsigned count;
};

/*
 * Parses JSON as RFC 8259 has it. Integers that jansson cannot hold, those of 2^63 and more, become
 * {"integer": "9223372036854775808"}. If `cuts` is given, the "data" arrays of "inputs" are not
 * parsed but replaced by [0], [1] and so on, which are indices of `cuts`; so no array that a client
 * sent is left there. Returns NULL on failure: -EINVAL or -ENOMEM in `err`.
 */
json_t *fcl_serve_json_load(const char *bytes, size_t size, struct fcl_serve_cuts *cuts,
			    struct fcl_err *err);

/* The digits of an integer that jansson cannot hold; NULL: it is something else. */
const char *fcl_serve_json_large(const json_t *value);

#endif
