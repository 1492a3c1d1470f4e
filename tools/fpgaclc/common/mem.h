/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_COMMON_MEM_H
#define FCLC_COMMON_MEM_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

/*
 * All memory of a run comes from one fcl_arena. The compiler cannot continue without memory: if an
 * allocation fails, the functions below print an error and exit with status 1 (the exit handler in
 * driver.c removes temporary files). Callers therefore need not check for NULL.
 */
struct fclc_arena;

struct fclc_arena *fclc_arena_create(void);
void fclc_arena_destroy(struct fclc_arena *arena);

/* Zeroed memory for `count` items of `size` bytes. */
void *fclc_alloc(struct fclc_arena *arena, size_t count, size_t size);

/*
 * Makes room for one more item in an array of `count` items, doubling *capacity. Returns the array.
 */
void *fclc_grow(struct fclc_arena *arena, void *array, uint32_t count, uint32_t *capacity,
		size_t size);

/* Appends to a list of texts. Does not copy the text. */
void fclc_append(struct fclc_arena *arena, const char ***list, uint32_t *count, uint32_t *capacity,
		 const char *text);

char *fclc_copy(struct fclc_arena *arena, const char *text, size_t length);
char *fclc_format(struct fclc_arena *arena, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
char *fclc_vformat(struct fclc_arena *arena, const char *format, va_list args);
char *fclc_upper(struct fclc_arena *arena, const char *text);

/* A growing text. NUL-terminated once something has been added. */
struct fclc_text {
	struct fclc_arena *arena;
	char *text;
	size_t length, capacity;
};

void fclc_text_add(struct fclc_text *text, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
void fclc_text_bytes(struct fclc_text *text, const char *bytes, size_t length);

#endif
