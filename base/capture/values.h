/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CAPTURE_VALUES_H
#define FCL_CAPTURE_VALUES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/capture/format.h"

/* The body of a record while it is put together, usually on the stack. Begin with fcl_body_begin(). */
struct fcl_body {
	uint8_t *bytes; /* `fixed`, or from malloc() */
	size_t size, room;
	bool failed; /* memory ran out */
	bool chunks; /* it has FCL_VALUE_CHUNKS */
	uint8_t fixed[424];
};

static inline void fcl_body_begin(struct fcl_body *body)
{
	body->bytes = body->fixed;
	body->size = 0;
	body->room = sizeof(body->fixed);
	body->failed = body->chunks = false;
}

void fcl_body_free(struct fcl_body *body);
void fcl_body_raw(struct fcl_body *body, const void *bytes, size_t size);
void fcl_body_leb(struct fcl_body *body, uint64_t number);

void fcl_body_number(struct fcl_body *body, unsigned index, uint64_t number);
/* The numbers are of 8 bytes each. NULL: no value. */
void fcl_body_list(struct fcl_body *body, unsigned index, const void *numbers, size_t count);
void fcl_body_bytes(struct fcl_body *body, unsigned index, const void *bytes, size_t size);
void fcl_body_text(struct fcl_body *body, unsigned index, const char *text);
/* Begins FCL_VALUE_CHUNKS or FCL_VALUE_HASHES; the caller appends the pieces. */
void fcl_body_contents(struct fcl_body *body, unsigned index, enum fcl_capture_type type,
		       uint64_t size);

/* A value that was read. Its pointers point into the record. */
struct fcl_value {
	uint8_t index, type;
	uint64_t number;      /* the number; or how many numbers or bytes there are */
	const uint8_t *bytes; /* of a list, bytes, text, contents */
	size_t size;          /* what they take in the record */
};

/*
 * Reads the next value and moves *at. False: there is none, at the end; or the bytes are none, and
 * *ret_damaged is set.
 */
bool fcl_value_next(const uint8_t **at, const uint8_t *end, struct fcl_value *ret_value,
		    bool *ret_damaged);

/* What precedes the values of calls, results, and what is read back. */
struct fcl_value_head {
	uint64_t time, call, status; /* 0 where the kind has none */
};

/* Whether records of that kind have one. */
bool fcl_value_has_head(unsigned kind);

/* Takes it, and moves *at; for other kinds, does nothing. False: it is cut. */
bool fcl_value_head(unsigned kind, const uint8_t **at, const uint8_t *end,
		    struct fcl_value_head *ret_head);

/* Reads a number, and moves *at; false if there is none. */
bool fcl_value_leb(const uint8_t **at, const uint8_t *end, uint64_t *ret_number);

#endif
