/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/core/objects/host_side.h"

#include <stdlib.h>
#include <sys/mman.h>

enum { HOST_ALIGN = 4096 };

void *fcl_host_side_allocate(uint64_t size)
{
	if (size > SIZE_MAX - HOST_ALIGN)
		return NULL;
	return aligned_alloc(HOST_ALIGN, (size + HOST_ALIGN - 1) / HOST_ALIGN * HOST_ALIGN);
}

void *fcl_mem_map_host(uint64_t size)
{
	void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	return memory == MAP_FAILED ? NULL : memory;
}

void *fcl_mem_make_host(struct fcl_mem *root)
{
	if (root->host)
		return root->host;
	root->host = root->p2p ? fcl_mem_map_host(root->size) : fcl_host_side_allocate(root->size);
	root->host_mapped = root->host && root->p2p;
	root->host_owned = root->host && !root->p2p;
	return root->host;
}
