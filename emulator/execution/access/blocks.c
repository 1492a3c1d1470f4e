/* SPDX-License-Identifier: Apache-2.0 */
#include "emulator/execution/access/blocks.h"

#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "emulator/state/unit.h"

enum {
	BLOCK_ALIGN = 64,
	MAX_KEPT = 1 << 20,
	GUARD = 16 << 20, /* inaccessible bytes after a block: wrong indices may be large */
};

/* Header of a block from allocate(). */
struct fcl_emu_block {
	_Alignas(BLOCK_ALIGN) struct fcl_emu_block *next;
	struct fcl_emu_block *previous;
};

/* Header of a guarded block, at the start of a mapping whose end is inaccessible. */
struct fcl_emu_guarded {
	_Alignas(BLOCK_ALIGN) struct fcl_emu_guarded *next;
	size_t mapped; /* bytes, without the guard */
};

/* Header of a stack, at the top of a mapping whose lowest page is inaccessible. */
struct fcl_emu_stack {
	_Alignas(BLOCK_ALIGN) struct fcl_emu_stack *next;
	char *base;    /* of the mapping */
	size_t mapped; /* bytes, with the guard */
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

static void blocks_unmap(struct fcl_emu_guarded *block)
{
	munmap(block, block->mapped + GUARD);
}

/*
 * Vectorized work-items often use masked accesses. If the mask is empty and the page has never been
 * written, the processor takes hundreds of cycles to suppress the fault, and the page stays
 * unmapped for the next such access. So each page is touched once.
 */
static void blocks_touch(char *memory, size_t mapped, size_t page)
{
	for (size_t i = 0; i < mapped; i += page)
		*(volatile char *)(memory + i) = 0;
}

static struct fcl_emu_guarded *blocks_map(size_t bytes)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE), mapped = (bytes + page - 1) / page * page;
	struct fcl_emu_guarded *block = mmap(NULL, mapped + GUARD, PROT_READ | PROT_WRITE,
					     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	if (block == MAP_FAILED)
		return NULL;
	if (mapped <= MAX_KEPT)
		blocks_touch((char *)block, mapped, page);
	block->mapped = mapped;
	if (!mprotect((char *)block + mapped, GUARD, PROT_NONE))
		return block;
	blocks_unmap(block);
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
		block = blocks_map(sizeof(*block) + bytes);
	if (!block)
		return NULL;
	block->next = cu->guarded;
	cu->guarded = block;
	return (char *)block + block->mapped - bytes;
}

/* --- stacks ----------------------------------------------------------------------------------- */

static struct fcl_emu_stack *map_stack(size_t bytes)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	size_t mapped = (bytes + sizeof(struct fcl_emu_stack) + page - 1) / page * page + page;
	char *base = mmap(NULL, mapped, PROT_READ | PROT_WRITE,
			  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
	struct fcl_emu_stack *stack;

	if (base == MAP_FAILED)
		return NULL;
	if (mprotect(base, page, PROT_NONE)) {
		munmap(base, mapped);
		return NULL;
	}
	stack = (struct fcl_emu_stack *)(base + mapped) - 1;
	stack->base = base;
	stack->mapped = mapped;
	return stack;
}

/* All stacks of a CU have the same size. */
void *fcl_emu_block_allocate_stack(struct fcl_cu *pub)
{
	struct fcl_emu_cu *cu = (struct fcl_emu_cu *)pub;
	struct fcl_emu_stack *stack = cu->kept_stacks;

	if (stack)
		cu->kept_stacks = stack->next;
	else
		stack = map_stack(pub->stack_size);
	if (!stack)
		return NULL;
	stack->next = cu->stacks;
	cu->stacks = stack;
	return stack;
}

bool fcl_emu_block_is_below_stack(const struct fcl_emu_cu *cu, const void *address)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);

	for (const struct fcl_emu_stack *stack = cu->stacks; stack; stack = stack->next)
		if ((const char *)address >= stack->base &&
		    (const char *)address < stack->base + page)
			return true;
	return false;
}

bool fcl_emu_block_is_on_stack(const struct fcl_emu_cu *cu, const void *address)
{
	for (const struct fcl_emu_stack *stack = cu->stacks; stack; stack = stack->next)
		if ((const char *)address >= stack->base &&
		    (const char *)address < stack->base + stack->mapped)
			return true;
	return false;
}

static void keep_stacks(struct fcl_emu_cu *cu)
{
	while (cu->stacks) {
		struct fcl_emu_stack *stack = cu->stacks;

		cu->stacks = stack->next;
		stack->next = cu->kept_stacks;
		cu->kept_stacks = stack;
	}
}

/* --- ends ------------------------------------------------------------------------------------- */

static void blocks_drop(struct fcl_emu_cu *cu, struct fcl_emu_guarded *block)
{
	if (!cu->kept_block && block->mapped <= MAX_KEPT)
		cu->kept_block = block;
	else
		blocks_unmap(block);
}

void fcl_emu_blocks_free(struct fcl_emu_cu *cu)
{
	keep_stacks(cu);
	while (cu->blocks) {
		struct fcl_emu_block *block = cu->blocks;

		cu->blocks = block->next;
		free(block);
	}
	while (cu->guarded) {
		struct fcl_emu_guarded *block = cu->guarded;

		cu->guarded = block->next;
		blocks_drop(cu, block);
	}
}

void fcl_emu_blocks_close(struct fcl_emu_cu *cu)
{
	fcl_emu_blocks_free(cu);
	while (cu->kept_stacks) {
		struct fcl_emu_stack *stack = cu->kept_stacks;

		cu->kept_stacks = stack->next;
		munmap(stack->base, stack->mapped);
	}
	if (cu->kept_block)
		blocks_unmap(cu->kept_block);
	cu->kept_block = NULL;
}
