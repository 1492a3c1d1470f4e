/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Functions that kernels compiled with --check=memory call before memory accesses. The
 * compiler's plugin adds the calls (plugin/checks/accesses.cpp).
 */

#include <stddef.h>
#include <stdint.h>

#include "fpgacl/rt.h"
#include "fpgacl_model.h"

#pragma GCC visibility push(hidden)

void fclc_check_load(uint64_t at, uint64_t bytes, uint64_t place);
void fclc_check_store(uint64_t at, uint64_t bytes, uint64_t place);

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

#pragma GCC visibility pop
