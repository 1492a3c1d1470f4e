/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/ground/mem.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct fclc_arena {
	struct block *blocks;
};

struct block {
	struct block *next;
	max_align_t data[];
};

static void no_memory(void)
{
	fputs("fpgaclc: error: out of memory\n", stderr);
	exit(EXIT_FAILURE);
}

struct fclc_arena *fclc_arena_create(void)
{
	struct fclc_arena *arena = calloc(1, sizeof(*arena));

	if (!arena)
		no_memory();
	return arena;
}

void fclc_arena_destroy(struct fclc_arena *arena)
{
	struct block *block, *next;

	if (!arena)
		return;
	for (block = arena->blocks; block; block = next) {
		next = block->next;
		free(block);
	}
	free(arena);
}

void *fclc_alloc(struct fclc_arena *arena, size_t count, size_t size)
{
	struct block *block;
	size_t bytes;

	if (__builtin_mul_overflow(count, size, &bytes) ||
	    __builtin_add_overflow(bytes, sizeof(*block), &bytes))
		no_memory();
	block = calloc(1, bytes);
	if (!block)
		no_memory();
	block->next = arena->blocks;
	arena->blocks = block;
	return block->data;
}

void *fclc_grow(struct fclc_arena *arena, void *array, uint32_t count, uint32_t *capacity,
		size_t size)
{
	uint32_t wanted;
	void *larger;

	if (count < *capacity)
		return array;
	wanted = *capacity ? *capacity * 2 : 8;
	if (wanted <= *capacity)
		no_memory();
	larger = fclc_alloc(arena, wanted, size);
	if (array)
		memcpy(larger, array, *capacity * size);
	*capacity = wanted;
	return larger;
}

void fclc_append(struct fclc_arena *arena, const char ***list, uint32_t *count, uint32_t *capacity,
		 const char *text)
{
	*list = fclc_grow(arena, *list, *count, capacity, sizeof(**list));
	(*list)[(*count)++] = text;
}

char *fclc_copy(struct fclc_arena *arena, const char *text, size_t length)
{
	char *copy = fclc_alloc(arena, length + 1, 1);

	memcpy(copy, text, length);
	return copy;
}

char *fclc_vformat(struct fclc_arena *arena, const char *format, va_list args)
{
	va_list again;
	char *text;
	int length;

	va_copy(again, args);
	length = vsnprintf(NULL, 0, format, again);
	va_end(again);
	if (length < 0)
		no_memory();
	text = fclc_alloc(arena, (size_t)length + 1, 1);
	vsnprintf(text, (size_t)length + 1, format, args);
	return text;
}

char *fclc_format(struct fclc_arena *arena, const char *format, ...)
{
	va_list args;
	char *text;

	va_start(args, format);
	text = fclc_vformat(arena, format, args);
	va_end(args);
	return text;
}

char *fclc_upper(struct fclc_arena *arena, const char *text)
{
	char *copy = fclc_copy(arena, text, strlen(text));

	for (char *p = copy; *p; p++)
		*p = (char)toupper((unsigned char)*p);
	return copy;
}

void fclc_text_bytes(struct fclc_text *text, const char *bytes, size_t length)
{
	size_t needed;
	char *larger;

	if (__builtin_add_overflow(text->length, length, &needed) || needed >= SIZE_MAX / 2)
		no_memory();
	if (needed >= text->capacity) {
		text->capacity = (needed + 1) * 2;
		larger = fclc_alloc(text->arena, text->capacity, 1);
		if (text->length)
			memcpy(larger, text->text, text->length);
		text->text = larger;
	}
	memcpy(text->text + text->length, bytes, length);
	text->length = needed;
	text->text[needed] = 0;
}

void fclc_text_add(struct fclc_text *text, const char *format, ...)
{
	va_list args;
	char *piece;

	va_start(args, format);
	piece = fclc_vformat(text->arena, format, args);
	va_end(args);
	fclc_text_bytes(text, piece, strlen(piece));
}
