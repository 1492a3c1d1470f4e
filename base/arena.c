/* SPDX-License-Identifier: Apache-2.0 */
#include "base/arena.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/number.h"

#define ALIGNMENT 16u
#define BLOCK_SIZE (16u * 1024u)

#ifndef __has_feature
#define __has_feature(feature) 0
#endif
#if defined(__SANITIZE_ADDRESS__) || __has_feature(address_sanitizer)
/* Every item is a separate allocation, so that AddressSanitizer detects accesses past its end. */
#define LARGE 0u
#else
#define LARGE (BLOCK_SIZE / 4)
#endif

struct fcl_arena_block {
	struct fcl_arena_block *next;
	_Alignas(ALIGNMENT) unsigned char bytes[];
};

static void *add_block(struct fcl_arena *arena, size_t bytes)
{
	struct fcl_arena_block *block;

	if (bytes > (size_t)-1 - sizeof(*block))
		return NULL;
	/* calloc() does not zero a large block a second time, as its pages are fresh. */
	block = calloc(1, sizeof(*block) + bytes);
	if (!block)
		return NULL;
	block->next = arena->blocks;
	arena->blocks = block;
	return block->bytes;
}

/* A large item gets its own block, linked behind the newest one, whose free room stays in use. */
static void *alloc_large(struct fcl_arena *arena, size_t bytes)
{
	struct fcl_arena_block *newest = arena->blocks;
	void *memory = add_block(arena, bytes);

	if (memory && newest) {
		arena->blocks->next = newest->next;
		newest->next = arena->blocks;
		arena->blocks = newest;
	}
	return memory;
}

void *fcl_arena_alloc(struct fcl_arena *arena, size_t count, size_t size)
{
	size_t bytes;
	void *memory;

	if (__builtin_mul_overflow(count, size, &bytes) || bytes > (size_t)-1 - ALIGNMENT)
		return NULL;
	if (!LARGE)
		return alloc_large(arena, bytes ? bytes : 1);
	bytes = bytes ? (bytes + ALIGNMENT - 1) & ~(size_t)(ALIGNMENT - 1) : ALIGNMENT;
	if (bytes > arena->room - arena->used) {
		if (bytes > LARGE)
			return alloc_large(arena, bytes);
		if (!add_block(arena, BLOCK_SIZE))
			return NULL;
		arena->used = 0;
		arena->room = BLOCK_SIZE;
	}
	memory = arena->blocks->bytes + arena->used;
	arena->used += bytes;
	return memory;
}

char *fcl_arena_vformat(struct fcl_arena *arena, const char *format, va_list args)
{
	va_list again;
	char *text;
	int length;

	va_copy(again, args);
	length = fcl_vsnprintf(NULL, 0, format, again);
	va_end(again);
	if (length < 0)
		return NULL;
	text = fcl_arena_alloc(arena, (size_t)length + 1, 1);
	if (text)
		fcl_vsnprintf(text, (size_t)length + 1, format, args);
	return text;
}

void fcl_arena_free(struct fcl_arena *arena)
{
	while (arena->blocks) {
		struct fcl_arena_block *next = arena->blocks->next;

		free(arena->blocks);
		arena->blocks = next;
	}
	arena->used = 0;
	arena->room = 0;
}
