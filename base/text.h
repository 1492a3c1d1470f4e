/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_BASE_TEXT_H
#define FCL_BASE_TEXT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"

/*
 * A growing run of bytes, text or not. Zeroed is a valid empty one. Appending never fails visibly:
 * a shortage of memory sets `failed`, and whoever takes the bytes checks it once.
 */
struct fcl_text {
	char *bytes;             /* NULL at first; then with a zero byte behind `size` */
	size_t size, room;       /* bytes in use, bytes allocated */
	struct fcl_arena *arena; /* where the bytes come from; NULL: malloc() */
	bool failed;
};

/* Of no bytes: an empty text gets its zero byte. */
void fcl_text_append(struct fcl_text *text, const void *bytes, size_t size);
void fcl_text_format(struct fcl_text *text, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
void fcl_text_vformat(struct fcl_text *text, const char *format, va_list args)
	__attribute__((format(printf, 2, 0)));
void fcl_text_zeros(struct fcl_text *text, size_t size);
/* Zero bytes up to the next multiple of `alignment`. */
void fcl_text_align(struct fcl_text *text, size_t alignment);
/* Takes room for `size` more bytes at once. False: `failed` is set. */
bool fcl_text_reserve(struct fcl_text *text, size_t size);
/* Empties it. Bytes of an arena stay there until the arena is freed. */
void fcl_text_free(struct fcl_text *text);

#endif
