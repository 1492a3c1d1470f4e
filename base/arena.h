/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_BASE_ARENA_H
#define FCL_BASE_ARENA_H

#include <stdarg.h>
#include <stddef.h>

struct fcl_arena_block;

/* Memory that is freed all at once. Zeroed is a valid empty arena. */
struct fcl_arena {
	struct fcl_arena_block *blocks; /* newest first; only the newest has room */
	size_t used, room;              /* bytes taken and usable in the newest block */
};

/*
 * Allocates zeroed bytes for `count` items of `size` bytes, aligned to 16; NULL: out of memory, or
 * overflow.
 */
void *fcl_arena_alloc(struct fcl_arena *arena, size_t count, size_t size);

/* printf() into the arena; NULL: out of memory. */
char *fcl_arena_vformat(struct fcl_arena *arena, const char *format, va_list args)
	__attribute__((format(printf, 2, 0)));

void fcl_arena_free(struct fcl_arena *arena);

#endif
