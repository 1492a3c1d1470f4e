/* SPDX-License-Identifier: Apache-2.0 */
#include "emulator/execution/blocks.h"

#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "emulator/state/unit.h"

enum {
	BLOCK_ALIGN = 64,
	MOST_KEPT = 1 << 20,
	GUARD = 16 << 20, /* inaccessible bytes behind a guarded block: wrong indices reach far */
};

/* In front of what allocate() returns. */
struct fcl_emu_block {
	_Alignas(BLOCK_ALIGN) struct fcl_emu_block *next;
	struct fcl_emu_block *previous;
};

/* At the start of a mapping whose end is inaccessible. */
struct fcl_emu_guarded {
	_Alignas(BLOCK_ALIGN) struct fcl_emu_guarded *next;
	size_t mapped; /* bytes, without the guard */
};

void *fcl_emu_block_allocate(struct fcl_cu *pub, uint64_t bytes)
{
	struct fcl_emu_cu *cu = (struct fcl_emu_cu *)pub;
	struct fcl_emu_block *block;

	if (bytes > SIZE_MAX / 2)
		return NULL;
	block = aligned_alloc(BLOCK_ALIGN, (sizeof(*block) + bytes + BLOCK_ALIGN - 1) /
						   BLOCK_ALIGN * BLOCK_ALIGN);
	if (!block)
		return NULL;
	block->previous = NULL;
	block->next = cu->blocks;
	if (cu->blocks)
		cu->blocks->previous = block;
	cu->blocks = block;
	return block + 1;
}

void fcl_emu_block_release(struct fcl_cu *pub, void *pointer)
{
	struct fcl_emu_cu *cu = (struct fcl_emu_cu *)pub;
	struct fcl_emu_block *block = pointer;

	if (!pointer)
		return;
	block--;
	if (block->next)
		block->next->previous = block->previous;
	if (block->previous)
		block->previous->next = block->next;
	else
		cu->blocks = block->next;
	free(block);
}

/* --- guarded ---------------------------------------------------------------------------------- */

static void unmap(struct fcl_emu_guarded *block)
{
	munmap(block, block->mapped + GUARD);
}

static struct fcl_emu_guarded *map(size_t bytes)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE), mapped = (bytes + page - 1) / page * page;
	struct fcl_emu_guarded *block = mmap(NULL, mapped + GUARD, PROT_READ | PROT_WRITE,
					     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	if (block == MAP_FAILED)
		return NULL;
	block->mapped = mapped;
	if (!mprotect((char *)block + mapped, GUARD, PROT_NONE))
		return block;
	unmap(block);
	return NULL;
}

void *fcl_emu_block_allocate_guarded(struct fcl_cu *pub, uint64_t bytes)
{
	struct fcl_emu_cu *cu = (struct fcl_emu_cu *)pub;
	struct fcl_emu_guarded *block = cu->kept_block;

	if (bytes > SIZE_MAX / 2)
		return NULL;
	if (block && block->mapped >= sizeof(*block) + bytes)
		cu->kept_block = NULL;
	else
		block = map(sizeof(*block) + bytes);
	if (!block)
		return NULL;
	block->next = cu->guarded;
	cu->guarded = block;
	return (char *)block + block->mapped - bytes;
}

/* --- ends ------------------------------------------------------------------------------------- */

static void drop(struct fcl_emu_cu *cu, struct fcl_emu_guarded *block)
{
	if (!cu->kept_block && block->mapped <= MOST_KEPT)
		cu->kept_block = block;
	else
		unmap(block);
}

void fcl_emu_blocks_free(struct fcl_emu_cu *cu)
{
	while (cu->blocks) {
		struct fcl_emu_block *block = cu->blocks;

		cu->blocks = block->next;
		free(block);
	}
	while (cu->guarded) {
		struct fcl_emu_guarded *block = cu->guarded;

		cu->guarded = block->next;
		drop(cu, block);
	}
}

void fcl_emu_blocks_close(struct fcl_emu_cu *cu)
{
	fcl_emu_blocks_free(cu);
	if (cu->kept_block)
		unmap(cu->kept_block);
	cu->kept_block = NULL;
}
