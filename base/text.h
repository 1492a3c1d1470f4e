/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_BASE_TEXT_H
#define FCL_BASE_TEXT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"

/*
 * A growing buffer of bytes, text or binary. Zeroed is a valid empty one. Appending returns no
 * error: if memory runs out, it sets `failed`, which callers check once, when they use the bytes.
 */
struct fcl_text {
	char *bytes;             /* NULL at first; later, a zero byte follows the `size` bytes */
	size_t size, room;       /* bytes in use, bytes allocated */
	struct fcl_arena *arena; /* where the bytes come from; NULL: malloc() */
	bool failed;
};

/* Appending zero bytes of data still gives an empty text its terminating zero. */
void fcl_text_append(struct fcl_text *text, const void *bytes, size_t size);
void fcl_text_format(struct fcl_text *text, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
void fcl_text_vformat(struct fcl_text *text, const char *format, va_list args)
	__attribute__((format(printf, 2, 0)));
void fcl_text_zeros(struct fcl_text *text, size_t size);
/* Appends zero bytes up to the next multiple of `alignment`. */
void fcl_text_align(struct fcl_text *text, size_t alignment);
/* Reserves room for `size` more bytes. False: `failed` is set. */
bool fcl_text_reserve(struct fcl_text *text, size_t size);
/*
 * What comes from a file and goes to a terminal or a log must be UTF-8 without control characters
 * (C0, DEL, C1): they could end a line, or start an escape sequence. The second replaces all such
 * bytes by '?'.
 */
bool fcl_text_is_printable(const char *text);
void fcl_text_make_printable(char *text);
/* Cuts white space off both ends, in place; returns where the rest begins. */
char *fcl_text_trim(char *text);
/* Empties the text. Bytes from an arena stay there until the arena is freed. */
void fcl_text_free(struct fcl_text *text);

#endif
