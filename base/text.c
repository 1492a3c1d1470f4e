/* SPDX-License-Identifier: Apache-2.0 */
#include "base/text.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"

#define FIRST_ROOM 256u

/* Reallocates to `room` bytes; NULL: out of memory, and the old bytes stay valid. */
static char *move_to(const struct fcl_text *text, size_t room)
{
	char *bytes;

	if (!text->arena)
		return realloc(text->bytes, room);
	bytes = fcl_arena_alloc(text->arena, room, 1);
	if (bytes && text->size)
		memcpy(bytes, text->bytes, text->size);
	return bytes;
}

bool fcl_text_reserve(struct fcl_text *text, size_t size)
{
	size_t needed, room;
	char *bytes;

	if (text->failed)
		return false;
	if (__builtin_add_overflow(text->size, size, &needed) || needed >= (size_t)-1 / 2)
		goto failed;
	needed++; /* for the zero byte after them */
	if (needed <= text->room)
		return true;
	room = text->room + text->room / 2;
	if (room < needed)
		room = needed;
	if (room < FIRST_ROOM)
		room = FIRST_ROOM;
	bytes = move_to(text, room);
	if (!bytes)
		goto failed;
	bytes[text->size] = '\0';
	text->bytes = bytes;
	text->room = room;
	return true;
failed:
	text->failed = true;
	return false;
}

/* Accounts for `size` bytes that the caller has written after those in use. */
static void text_extend(struct fcl_text *text, size_t size)
{
	text->size += size;
	text->bytes[text->size] = '\0';
}

void fcl_text_append(struct fcl_text *text, const void *bytes, size_t size)
{
	if (!fcl_text_reserve(text, size))
		return;
	if (size)
		memcpy(text->bytes + text->size, bytes, size);
	text_extend(text, size);
}

void fcl_text_zeros(struct fcl_text *text, size_t size)
{
	if (!size || !fcl_text_reserve(text, size))
		return;
	memset(text->bytes + text->size, 0, size);
	text_extend(text, size);
}

void fcl_text_align(struct fcl_text *text, size_t alignment)
{
	fcl_text_zeros(text, (alignment - text->size % alignment) % alignment);
}

void fcl_text_vformat(struct fcl_text *text, const char *format, va_list args)
{
	va_list again;
	int length;

	va_copy(again, args);
	length = fcl_vsnprintf(NULL, 0, format, again);
	va_end(again);
	if (length < 0) {
		text->failed = true;
	} else if (fcl_text_reserve(text, (size_t)length)) {
		fcl_vsnprintf(text->bytes + text->size, (size_t)length + 1, format, args);
		text_extend(text, (size_t)length);
	}
}

void fcl_text_format(struct fcl_text *text, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	fcl_text_vformat(text, format, args);
	va_end(args);
}

void fcl_text_free(struct fcl_text *text)
{
	if (!text->arena)
		free(text->bytes);
	*text = (struct fcl_text){.arena = text->arena};
}

/* The bytes of the character at `at` if it is printable, else 0. No overlong forms, no surrogates. */
static unsigned printable_bytes(const unsigned char *at)
{
	unsigned count = *at >= 0xf0 ? 4 : *at >= 0xe0 ? 3 : 2;

	if (*at < 0x80)
		return *at >= 0x20 && *at != 0x7f;
	if (*at < 0xc2 || *at > 0xf4)
		return 0;
	for (unsigned i = 1; i < count; i++)
		if ((at[i] & 0xc0) != 0x80)
			return 0;
	if ((*at == 0xc2 && at[1] < 0xa0) || (*at == 0xe0 && at[1] < 0xa0) ||
	    (*at == 0xed && at[1] > 0x9f) || (*at == 0xf0 && at[1] < 0x90) ||
	    (*at == 0xf4 && at[1] > 0x8f))
		return 0;
	return count;
}

bool fcl_text_is_printable(const char *text)
{
	const unsigned char *at = (const unsigned char *)text;
	unsigned count = 1;

	for (; *at && count; at += count)
		count = printable_bytes(at);
	return count;
}

void fcl_text_make_printable(char *text)
{
	unsigned char *at = (unsigned char *)text;

	while (*at) {
		unsigned count = printable_bytes(at);

		if (!count)
			*at = '?';
		at += count ? count : 1;
	}
}

char *fcl_text_trim(char *text)
{
	char *end;

	while (isspace((unsigned char)*text))
		text++;
	end = text + strlen(text);
	while (end > text && isspace((unsigned char)end[-1]))
		*--end = '\0';
	return text;
}
