/* SPDX-License-Identifier: Apache-2.0 */
#include "base/capture/values.h"

#include <stdlib.h>
#include <string.h>

void fcl_body_free(struct fcl_body *body)
{
	if (body->bytes != body->fixed)
		free(body->bytes);
}

static bool reserve(struct fcl_body *body, size_t size)
{
	size_t room = body->room;
	uint8_t *bytes;

	if (size <= body->room - body->size)
		return true;
	while (room - body->size < size)
		room *= 2;
	bytes = malloc(room);
	if (!bytes) {
		body->failed = true;
		return false;
	}
	memcpy(bytes, body->bytes, body->size);
	fcl_body_free(body);
	body->bytes = bytes;
	body->room = room;
	return true;
}

void fcl_body_raw(struct fcl_body *body, const void *bytes, size_t size)
{
	if (!size || !reserve(body, size))
		return;
	memcpy(body->bytes + body->size, bytes, size);
	body->size += size;
}

static uint8_t *put_leb(uint8_t *at, uint64_t number)
{
	for (; number > 0x7F; number >>= 7)
		*at++ = (uint8_t)(number | 0x80);
	*at++ = (uint8_t)number;
	return at;
}

enum { LEB_MOST = 10 }; /* bytes */

void fcl_body_leb(struct fcl_body *body, uint64_t number)
{
	if (reserve(body, LEB_MOST))
		body->size = (size_t)(put_leb(body->bytes + body->size, number) - body->bytes);
}

static void begin_value(struct fcl_body *body, unsigned index, enum fcl_capture_type type,
			uint64_t number)
{
	uint8_t *at;

	if (!reserve(body, 2 + LEB_MOST))
		return;
	at = body->bytes + body->size;
	*at++ = (uint8_t)index;
	*at++ = (uint8_t)type;
	body->size = (size_t)(put_leb(at, number) - body->bytes);
}

void fcl_body_number(struct fcl_body *body, unsigned index, uint64_t number)
{
	begin_value(body, index, FCL_VALUE_NUMBER, number);
}

void fcl_body_list(struct fcl_body *body, unsigned index, const void *numbers, size_t count)
{
	const char *from = numbers;

	if (!from)
		return;
	begin_value(body, index, FCL_VALUE_LIST, count);
	for (size_t i = 0; i < count; i++) {
		uint64_t number;

		memcpy(&number, from + i * sizeof(number), sizeof(number));
		fcl_body_leb(body, number);
	}
}

void fcl_body_bytes(struct fcl_body *body, unsigned index, const void *bytes, size_t size)
{
	if (!bytes)
		return;
	begin_value(body, index, FCL_VALUE_BYTES, size);
	fcl_body_raw(body, bytes, size);
}

void fcl_body_text(struct fcl_body *body, unsigned index, const char *text)
{
	size_t length = text ? strlen(text) : 0;

	if (!text)
		return;
	begin_value(body, index, FCL_VALUE_TEXT, length);
	fcl_body_raw(body, text, length);
}

void fcl_body_contents(struct fcl_body *body, unsigned index, enum fcl_capture_type type,
		       uint64_t size)
{
	begin_value(body, index, type, size);
	body->chunks |= type == FCL_VALUE_CHUNKS;
}

bool fcl_value_leb(const uint8_t **at, const uint8_t *end, uint64_t *ret_number)
{
	uint64_t number = 0;

	for (unsigned shift = 0; shift < 64 && *at < end; shift += 7) {
		uint8_t byte = *(*at)++;

		number |= (uint64_t)(byte & 0x7F) << shift;
		if (!(byte & 0x80)) {
			*ret_number = number;
			return true;
		}
	}
	return false;
}

static bool take_time(const uint8_t **at, const uint8_t *end, uint64_t *ret_time)
{
	if (end - *at < (ptrdiff_t)sizeof(*ret_time))
		return false;
	memcpy(ret_time, *at, sizeof(*ret_time));
	*at += sizeof(*ret_time);
	return true;
}

bool fcl_value_has_head(unsigned kind)
{
	return kind == FCL_CAPTURE_CALL || kind == FCL_CAPTURE_RESULT ||
	       kind == FCL_CAPTURE_READBACK;
}

bool fcl_value_head(unsigned kind, const uint8_t **at, const uint8_t *end,
		    struct fcl_value_head *ret_head)
{
	*ret_head = (struct fcl_value_head){0};
	switch (kind) {
	case FCL_CAPTURE_CALL:
		return take_time(at, end, &ret_head->time);
	case FCL_CAPTURE_RESULT:
		return take_time(at, end, &ret_head->time) &&
		       fcl_value_leb(at, end, &ret_head->call) &&
		       fcl_value_leb(at, end, &ret_head->status);
	case FCL_CAPTURE_READBACK:
		return fcl_value_leb(at, end, &ret_head->call);
	default:
		return true;
	}
}

/* Whether the value's bytes lie before `end`; moves *at behind them. */
static bool take_bytes(const uint8_t **at, const uint8_t *end, uint64_t size,
		       struct fcl_value *value)
{
	if (size > (uint64_t)(end - *at))
		return false;
	value->bytes = *at;
	value->size = (size_t)size;
	*at += size;
	return true;
}

static bool values_take_list(const uint8_t **at, const uint8_t *end, uint64_t count,
			     struct fcl_value *value)
{
	const uint8_t *from = *at;
	uint64_t number;

	if (count > (uint64_t)(end - *at))
		return false;
	for (uint64_t i = 0; i < count; i++)
		if (!fcl_value_leb(at, end, &number))
			return false;
	value->bytes = from;
	value->size = (size_t)(*at - from);
	return true;
}

static uint64_t pieces_of(uint64_t size)
{
	return size / FCL_CAPTURE_CHUNK + (size % FCL_CAPTURE_CHUNK != 0);
}

static bool capture_take_value(const uint8_t **at, const uint8_t *end, struct fcl_value *value)
{
	if (end - *at < 2)
		return false;
	value->index = *(*at)++;
	value->type = *(*at)++;
	value->bytes = NULL;
	value->size = 0;
	if (!fcl_value_leb(at, end, &value->number))
		return false;
	switch (value->type) {
	case FCL_VALUE_NUMBER:
		return true;
	case FCL_VALUE_LIST:
		return values_take_list(at, end, value->number, value);
	case FCL_VALUE_BYTES:
	case FCL_VALUE_TEXT:
		return take_bytes(at, end, value->number, value);
	case FCL_VALUE_CHUNKS:
		return values_take_list(at, end, pieces_of(value->number), value);
	case FCL_VALUE_HASHES:
		return pieces_of(value->number) <= UINT32_MAX &&
		       take_bytes(at, end, 16 * pieces_of(value->number), value);
	default:
		return false;
	}
}

/* A body is filled up to a multiple of 8 bytes with zeros, which are no value: its type is not 0. */
static bool is_filling(const uint8_t *at, const uint8_t *end)
{
	if (end - at >= 8)
		return false;
	while (at < end && !*at)
		at++;
	return at == end;
}

bool fcl_value_next(const uint8_t **at, const uint8_t *end, struct fcl_value *ret_value,
		    bool *ret_damaged)
{
	if (is_filling(*at, end))
		return false;
	if (capture_take_value(at, end, ret_value))
		return true;
	*ret_damaged = true;
	return false;
}
