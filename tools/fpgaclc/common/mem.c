/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/common/mem.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/text.h"

struct fclc_arena {
	struct fcl_arena base;
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
	if (!arena)
		return;
	fcl_arena_free(&arena->base);
	free(arena);
}

void *fclc_alloc(struct fclc_arena *arena, size_t count, size_t size)
{
	void *memory = fcl_arena_alloc(&arena->base, count, size);

	if (!memory)
		no_memory();
	return memory;
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
	char *text = fcl_arena_vformat(&arena->base, format, args);

	if (!text)
		no_memory();
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

/* Views the text as a base text to append to; text_take() copies the result back. */
static struct fcl_text text_view(const struct fclc_text *text)
{
	return (struct fcl_text){.bytes = text->text,
				 .size = text->length,
				 .room = text->capacity,
				 .arena = &text->arena->base};
}

static void text_take(struct fclc_text *text, const struct fcl_text *longer)
{
	if (longer->failed)
		no_memory();
	text->text = longer->bytes;
	text->length = longer->size;
	text->capacity = longer->room;
}

void fclc_text_bytes(struct fclc_text *text, const char *bytes, size_t length)
{
	struct fcl_text longer = text_view(text);

	fcl_text_append(&longer, bytes, length);
	text_take(text, &longer);
}

void fclc_text_add(struct fclc_text *text, const char *format, ...)
{
	struct fcl_text longer = text_view(text);
	va_list args;

	va_start(args, format);
	fcl_text_vformat(&longer, format, args);
	va_end(args);
	text_take(text, &longer);
}
