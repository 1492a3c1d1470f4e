/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Memory and string functions that kernels call, or that the compiler generates calls of; compiled
 * into every payload, without builtins. With the C library's functions, a bad pointer would fault
 * in the library's code, where the engine cannot distinguish the kernel's bugs from the host's.
 */

#include <stddef.h>
#include <stdint.h>

#pragma GCC visibility push(hidden)

/* 2 to 16 bytes at any address, whatever the type of the object there. */
typedef long long fclc_wide __attribute__((vector_size(16), aligned(1), may_alias));
typedef uint64_t fclc_word __attribute__((aligned(1), may_alias));
typedef uint32_t fclc_half __attribute__((aligned(1), may_alias));

enum { WIDE = sizeof(fclc_wide), LONG = 1024 };

void *memcpy(void *restrict to, const void *restrict from, size_t size);
void *memmove(void *to, const void *from, size_t size);
void *memset(void *to, int byte, size_t size);
int memcmp(const void *left, const void *right, size_t size);
int bcmp(const void *left, const void *right, size_t size);

/* Copies fewer than 16 bytes. Reads all of them before writing, so the ranges may overlap. */
static inline void fclc_move_few(unsigned char *to, const unsigned char *from, size_t size)
{
	if (size >= sizeof(fclc_word)) {
		fclc_word first = *(const fclc_word *)from;
		fclc_word last = *(const fclc_word *)(from + size - sizeof(last));

		*(fclc_word *)to = first;
		*(fclc_word *)(to + size - sizeof(last)) = last;
	} else if (size >= sizeof(fclc_half)) {
		fclc_half first = *(const fclc_half *)from;
		fclc_half last = *(const fclc_half *)(from + size - sizeof(last));

		*(fclc_half *)to = first;
		*(fclc_half *)(to + size - sizeof(last)) = last;
	} else if (size) {
		unsigned char first = from[0], middle = from[size / 2], last = from[size - 1];

		to[0] = first;
		to[size / 2] = middle;
		to[size - 1] = last;
	}
}

/* Copies at least 16 bytes, in ascending order. No byte written may be read later. */
static inline void fclc_move_up(unsigned char *to, const unsigned char *from, size_t size)
{
	fclc_wide last = *(const fclc_wide *)(from + size - WIDE);
	size_t i = 0;

#if defined(__x86_64__)
	if (size >= LONG) {
		__asm__ volatile("rep movsb" : "+D"(to), "+S"(from), "+c"(size)::"memory");
		return;
	}
#endif
	for (; i + 4 * WIDE < size; i += 4 * WIDE) {
		fclc_wide a = *(const fclc_wide *)(from + i);
		fclc_wide b = *(const fclc_wide *)(from + i + WIDE);
		fclc_wide c = *(const fclc_wide *)(from + i + 2 * WIDE);
		fclc_wide d = *(const fclc_wide *)(from + i + 3 * WIDE);

		*(fclc_wide *)(to + i) = a;
		*(fclc_wide *)(to + i + WIDE) = b;
		*(fclc_wide *)(to + i + 2 * WIDE) = c;
		*(fclc_wide *)(to + i + 3 * WIDE) = d;
	}
	for (; i + WIDE < size; i += WIDE)
		*(fclc_wide *)(to + i) = *(const fclc_wide *)(from + i);
	*(fclc_wide *)(to + size - WIDE) = last;
}

static inline void fclc_move_down(unsigned char *to, const unsigned char *from, size_t size)
{
	fclc_wide first = *(const fclc_wide *)from;

	for (; size > WIDE; size -= WIDE)
		*(fclc_wide *)(to + size - WIDE) = *(const fclc_wide *)(from + size - WIDE);
	*(fclc_wide *)to = first;
}

void *memcpy(void *restrict to, const void *restrict from, size_t size)
{
	if (size < WIDE)
		fclc_move_few(to, from, size);
	else
		fclc_move_up(to, from, size);
	return to;
}

void *memmove(void *to, const void *from, size_t size)
{
	if (size < WIDE)
		fclc_move_few(to, from, size);
	else if ((uintptr_t)to - (uintptr_t)from >= size)
		fclc_move_up(to, from, size);
	else
		fclc_move_down(to, from, size);
	return to;
}

void *memset(void *to, int byte, size_t size)
{
	unsigned char *at = to, value = (unsigned char)byte;
	long long eight = (long long)(value * UINT64_C(0x0101010101010101));
	fclc_wide wide = {eight, eight};

#if defined(__x86_64__)
	if (size >= LONG) {
		__asm__ volatile("rep stosb" : "+D"(at), "+c"(size) : "a"(value) : "memory");
		return to;
	}
#endif
	for (; size >= WIDE; size -= WIDE, at += WIDE)
		*(fclc_wide *)at = wide;
	while (size--)
		*at++ = value;
	return to;
}

int memcmp(const void *left, const void *right, size_t size)
{
	const unsigned char *a = left, *b = right;

	for (; size >= sizeof(fclc_word); size -= sizeof(fclc_word)) {
		if (*(const fclc_word *)a != *(const fclc_word *)b)
			break;
		a += sizeof(fclc_word);
		b += sizeof(fclc_word);
	}
	for (; size; size--, a++, b++)
		if (*a != *b)
			return *a - *b;
	return 0;
}

int bcmp(const void *left, const void *right, size_t size)
{
	return memcmp(left, right, size);
}

/* --- strings, byte by byte -------------------------------------------------------------------- */

size_t strlen(const char *text);
size_t strnlen(const char *text, size_t most);
char *strcpy(char *restrict to, const char *restrict from);
char *strncpy(char *restrict to, const char *restrict from, size_t size);
char *strcat(char *restrict to, const char *restrict from);
int strcmp(const char *left, const char *right);
int strncmp(const char *left, const char *right, size_t size);
char *strchr(const char *text, int wanted);

size_t strlen(const char *text)
{
	return strnlen(text, SIZE_MAX);
}

size_t strnlen(const char *text, size_t most)
{
	size_t length = 0;

	while (length < most && text[length])
		length++;
	return length;
}

char *strcpy(char *restrict to, const char *restrict from)
{
	return memcpy(to, from, strlen(from) + 1);
}

char *strncpy(char *restrict to, const char *restrict from, size_t size)
{
	size_t length = strnlen(from, size);

	memset(to + length, 0, size - length);
	return memcpy(to, from, length);
}

char *strcat(char *restrict to, const char *restrict from)
{
	strcpy(to + strlen(to), from);
	return to;
}

int strcmp(const char *left, const char *right)
{
	return strncmp(left, right, SIZE_MAX);
}

int strncmp(const char *left, const char *right, size_t size)
{
	for (; size && *left && *left == *right; left++, right++)
		size--;
	return size ? (unsigned char)*left - (unsigned char)*right : 0;
}

char *strchr(const char *text, int wanted)
{
	for (; *text != (char)wanted; text++)
		if (!*text)
			return 0;
	return (char *)text;
}
