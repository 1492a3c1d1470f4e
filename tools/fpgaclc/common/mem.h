/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_COMMON_MEM_H
#define FCLC_COMMON_MEM_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

/*
 * One fcl_arena holds all memory of a run. When memory runs out the compiler cannot continue: the
 * functions below print an error and end the process with status 1 (the exit handler of driver.c
 * removes temporary files), so no caller checks for NULL.
 */
struct fclc_arena;

struct fclc_arena *fclc_arena_create(void);
void fclc_arena_destroy(struct fclc_arena *arena);

/* Zeroed memory for `count` items of `size` bytes. */
void *fclc_alloc(struct fclc_arena *arena, size_t count, size_t size);

/* Makes room for one more item in an array of `count`, doubling *capacity. Returns the array. */
void *fclc_grow(struct fclc_arena *arena, void *array, uint32_t count, uint32_t *capacity,
		size_t size);

/* Appends to a list of texts, which are not copied. */
void fclc_append(struct fclc_arena *arena, const char ***list, uint32_t *count, uint32_t *capacity,
		 const char *text);

char *fclc_copy(struct fclc_arena *arena, const char *text, size_t length);
char *fclc_format(struct fclc_arena *arena, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
char *fclc_vformat(struct fclc_arena *arena, const char *format, va_list args);
char *fclc_upper(struct fclc_arena *arena, const char *text);

/* A growing text; once something was added, `text` always ends with a zero byte. */
struct fclc_text {
	struct fclc_arena *arena;
	char *text;
	size_t length, capacity;
};

void fclc_text_add(struct fclc_text *text, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
void fclc_text_bytes(struct fclc_text *text, const char *bytes, size_t length);

#endif
