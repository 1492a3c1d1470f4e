/* SPDX-License-Identifier: Apache-2.0 */

/* malloc() and related functions, in memory that belongs to the execution (fpgacl/support.h). */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "fpgacl/rt.h"
#include "fpgacl/support.h"
#include "fpgacl_model.h"

#pragma GCC visibility push(hidden)

/*
 * Take both from the C library: a host's or a sanitizer's malloc may only replace some functions.
 */
static void *fclc_libc_memalign(size_t bytes)
{
	void *(*memalign)(size_t, size_t);

	*(void **)&memalign = fclc_libc("memalign");
	return memalign ? memalign(64, bytes) : NULL;
}

static void fclc_libc_free(void *pointer)
{
	void (*libc_free)(void *);

	*(void **)&libc_free = fclc_libc("free");
	if (libc_free)
		libc_free(pointer);
}

/* Header of every block. The tag distinguishes our blocks from the C library's (strdup). */
struct fclc_block {
	void *raw;
	size_t size;
	uint64_t owner; /* FCLC_OF_… */
	uint64_t tag;
};

enum { FCLC_OF_ENGINE = 1, FCLC_OF_LIBC, FCLC_OF_RESERVE };

/*
 * Until the engine attaches, only static constructors allocate (including the C++ library's). Their
 * memory is never freed, so it is part of the payload and unmapped with it.
 */
static _Alignas(64) char fclc_reserve[192 * 1024];
static size_t fclc_reserve_used;

static void *fclc_reserve_take(size_t bytes)
{
	void *raw = fclc_reserve + fclc_reserve_used;

	if (fclc_is_attached() || bytes > sizeof(fclc_reserve) - fclc_reserve_used)
		return NULL;
	fclc_reserve_used += (bytes + 63) & ~(size_t)63;
	if (fclc_reserve_used > sizeof(fclc_reserve))
		fclc_reserve_used = sizeof(fclc_reserve);
	return raw;
}

static uint64_t fclc_tag(const void *pointer)
{
	return 0x6670676163656c00u ^ ((uint64_t)(uintptr_t)pointer * 0x9e3779b97f4a7c15u);
}

static struct fclc_block *fclc_block_of(void *pointer)
{
	/* If the block is not ours, only the word before it is certain to be readable. */
	uint64_t tag = *((const volatile uint64_t *)pointer - 1);

	if (tag != fclc_tag(pointer))
		return NULL;
	return (struct fclc_block *)((char *)pointer - sizeof(struct fclc_block));
}

static void *fclc_allocate(struct fcl_cu *cu, size_t alignment, size_t size)
{
	struct fclc_block *block;
	uintptr_t pointer;
	uint64_t owner = cu ? FCLC_OF_ENGINE : FCLC_OF_RESERVE;
	size_t bytes;
	void *raw;

	if (alignment < 64)
		alignment = 64;
	if (__builtin_add_overflow(size, alignment + 64, &bytes)) {
		errno = ENOMEM;
		return NULL;
	}
	raw = cu ? cu->host->allocate(cu, bytes) : fclc_reserve_take(bytes);
	if (!raw && !cu) {
		owner = FCLC_OF_LIBC;
		raw = fclc_libc_memalign(bytes);
	}
	if (!raw) {
		errno = ENOMEM;
		return NULL;
	}
	pointer = ((uintptr_t)raw + sizeof(*block) + alignment - 1) & ~(alignment - 1);
	block = (struct fclc_block *)(pointer - sizeof(*block));
	block->raw = raw;
	block->size = size;
	block->owner = owner;
	block->tag = fclc_tag((void *)pointer);
	return (void *)pointer;
}

/* The CU whose allocations outlive its executions; it has a private copy of the payload. */
static const struct fcl_cu *fclc_keeper;

void fclc_rt_keep_memory(const struct fcl_cu *cu)
{
	fclc_keeper = cu;
}

/* The owner of a new allocation; NULL: the payload. */
static struct fcl_cu *fclc_owner(void)
{
	struct fcl_cu *cu = fclc_rt_current();

	return cu == fclc_keeper ? NULL : cu;
}

void *malloc(size_t size)
{
	return fclc_allocate(fclc_owner(), 64, size);
}

void free(void *pointer)
{
	struct fclc_block *block = pointer ? fclc_block_of(pointer) : NULL;
	struct fcl_cu *cu;
	void (*foreign)(void *);

	if (!pointer)
		return;
	if (!block) {
		*(void **)&foreign = dlsym(RTLD_DEFAULT, "free");
		if (foreign)
			foreign(pointer);
		return;
	}
	if (block->owner == FCLC_OF_LIBC) {
		block->tag = 0;
		fclc_libc_free(block->raw);
		return;
	}
	/*
	 * Without a CU, the execution that owned the block has ended and its memory is already
	 * freed.
	 */
	cu = block->owner == FCLC_OF_ENGINE ? fclc_rt_current() : NULL;
	if (cu) {
		block->tag = 0;
		cu->host->release(cu, block->raw);
	}
}

void *calloc(size_t count, size_t size)
{
	size_t bytes;
	void *pointer;

	if (__builtin_mul_overflow(count, size, &bytes)) {
		errno = ENOMEM;
		return NULL;
	}
	pointer = malloc(bytes);
	if (pointer)
		memset(pointer, 0, bytes);
	return pointer;
}

void *realloc(void *pointer, size_t size)
{
	struct fclc_block *block = pointer ? fclc_block_of(pointer) : NULL;
	void *(*foreign)(void *, size_t);
	void *larger;

	if (pointer && !block) {
		*(void **)&foreign = dlsym(RTLD_DEFAULT, "realloc");
		return foreign ? foreign(pointer, size) : NULL;
	}
	if (pointer && !size) {
		free(pointer);
		return NULL;
	}
	larger = malloc(size);
	if (!larger || !pointer)
		return larger;
	memcpy(larger, pointer, block->size < size ? block->size : size);
	free(pointer);
	return larger;
}

void *reallocarray(void *pointer, size_t count, size_t size)
{
	size_t bytes;

	if (__builtin_mul_overflow(count, size, &bytes)) {
		errno = ENOMEM;
		return NULL;
	}
	return realloc(pointer, bytes);
}

void *aligned_alloc(size_t alignment, size_t size)
{
	if (!alignment || (alignment & (alignment - 1)) || alignment > SIZE_MAX / 4) {
		errno = EINVAL;
		return NULL;
	}
	return fclc_allocate(fclc_owner(), alignment, size);
}

void *memalign(size_t alignment, size_t size)
{
	return aligned_alloc(alignment, size);
}

int posix_memalign(void **ret_pointer, size_t alignment, size_t size)
{
	int saved = errno;
	void *pointer;

	if (alignment % sizeof(void *))
		return EINVAL;
	pointer = aligned_alloc(alignment, size);
	if (!pointer) {
		int error = errno;

		errno = saved;
		return error;
	}
	*ret_pointer = pointer;
	return 0;
}

extern const char __ehdr_start[], _end[]; /* bounds of this payload, set by the linker */

void *fclc_rt_object_alloc(const void *owner, unsigned long bytes)
{
	uintptr_t at = (uintptr_t)owner;
	int is_static = at >= (uintptr_t)__ehdr_start && at < (uintptr_t)_end;
	void *pointer = fclc_allocate(is_static ? NULL : fclc_owner(), 64, bytes);

	if (!pointer)
		fclc_rt_fail("out of memory");
	return pointer;
}

void fclc_rt_object_free(void *pointer)
{
	free(pointer);
}

#pragma GCC visibility pop
