/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Functions that kernels compiled with --check=memory call before memory accesses. The calls come
 * from the compiler's address sanitizer; compile/access_checks.c has added the source location to
 * them.
 */

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "fpgacl/rt.h"
#include "fpgacl_model.h"

#pragma GCC visibility push(hidden)

void fclc_check_load(uint64_t at, uint64_t bytes, uint64_t place);
void fclc_check_store(uint64_t at, uint64_t bytes, uint64_t place);
void *fclc_check_memcpy(void *to, const void *from, size_t bytes, uint64_t place);
void *fclc_check_memmove(void *to, const void *from, size_t bytes, uint64_t place);
void *fclc_check_memset(void *to, int byte, size_t bytes, uint64_t place);
void __asan_handle_no_return(void);

static void fclc_check(uint64_t at, uint64_t bytes, int write, uint64_t place)
{
	struct fcl_cu *cu = bytes ? fclc_rt_current() : NULL;

	/* Static constructors have no CU, and a board older than this payload has no such check. */
	if (cu && cu->host->size >= offsetof(struct fcl_model_host, check_access) +
					    sizeof(cu->host->check_access))
		cu->host->check_access(cu, at, bytes, write, (const char *)(uintptr_t)place);
}

void fclc_check_load(uint64_t at, uint64_t bytes, uint64_t place)
{
	fclc_check(at, bytes, 0, place);
}

void fclc_check_store(uint64_t at, uint64_t bytes, uint64_t place)
{
	fclc_check(at, bytes, 1, place);
}

void *fclc_check_memcpy(void *to, const void *from, size_t bytes, uint64_t place)
{
	fclc_check((uintptr_t)from, bytes, 0, place);
	fclc_check((uintptr_t)to, bytes, 1, place);
	return memcpy(to, from, bytes);
}

void *fclc_check_memmove(void *to, const void *from, size_t bytes, uint64_t place)
{
	fclc_check((uintptr_t)from, bytes, 0, place);
	fclc_check((uintptr_t)to, bytes, 1, place);
	return memmove(to, from, bytes);
}

void *fclc_check_memset(void *to, int byte, size_t bytes, uint64_t place)
{
	fclc_check((uintptr_t)to, bytes, 1, place);
	return memset(to, byte, bytes);
}

/* The sanitizer announces calls that do not return; there is no stack shadow here to clear. */
void __asan_handle_no_return(void)
{
}

#pragma GCC visibility pop
