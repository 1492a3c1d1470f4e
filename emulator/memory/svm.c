/* SPDX-License-Identifier: Apache-2.0 */
#include "emulator/memory/svm.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "emulator/memory/budget.h"
#include "emulator/memory/memory.h"
#include "emulator/state/board.h"
#include "emulator/state/buffer.h"
#include "hal/alloc.h"
#include "hal/request.h"

/*
 * Shared virtual memory is process memory that kernels access at its host address. All emulated
 * boards of a process share it, so an allocation of one board has the same address on the others.
 */
enum {
	PAGE = 4096,
	GIVE_BACK = 1024 * 1024, /* freed ranges of at least this size return to the system */
};

#define REGION_BYTES (UINT64_C(1) << 30) /* of address space; only touched pages use memory */

/* A range of address space that holds allocations. */
struct region {
	struct region *next;
	char *map;
	uint64_t size;
	bool closed;                /* allocations are attached here, but none is made */
	struct fcl_hal_alloc alloc; /* guarded by the arena's lock */
};

struct arena {
	pid_t owner;    /* a forked child creates its own: the parent's lock may be held */
	uint64_t grain; /* a page if there are guard pages, else small: hosts allocate many nodes */
	bool given;     /* all of its regions are shared with another process */
	pthread_mutex_t lock;           /* guards the members below */
	_Atomic(struct region *) first; /* newest first, never removed; read without the lock */
	struct fcl_emu_buffer *buffers; /* allocated buffers, not attached ones */
};

static _Atomic(struct arena *) current;

/* NULL before this process's first allocation. */
static struct arena *own_arena(void)
{
	struct arena *arena = atomic_load(&current);

	return arena && arena->owner == getpid() ? arena : NULL;
}

static struct arena *create_arena(bool guard)
{
	struct arena *arena = calloc(1, sizeof(*arena));

	if (!arena)
		return NULL;
	arena->owner = getpid();
	arena->grain = guard ? PAGE : FCL_HAL_SVM_ALIGN;
	pthread_mutex_init(&arena->lock, NULL);
	return arena;
}

/* Creates the arena at first use; NULL: out of memory. */
static struct arena *get_arena(bool guard)
{
	struct arena *arena = own_arena(), *old = atomic_load(&current);

	if (arena)
		return arena;
	arena = create_arena(guard);
	if (!arena || atomic_compare_exchange_strong(&current, &old, arena))
		return arena;
	pthread_mutex_destroy(&arena->lock);
	free(arena);
	return old;
}

static struct region *map_region(uint64_t least, struct fcl_err *err)
{
	struct region *region = calloc(1, sizeof(*region));
	uint64_t size = least > REGION_BYTES ? (least + PAGE - 1) / PAGE * PAGE : REGION_BYTES;
	void *map;

	if (!region) {
		fcl_err_set(err, -ENOMEM, "out of memory");
		return NULL;
	}
	map = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE,
		   -1, 0);
	if (map == MAP_FAILED || fcl_hal_alloc_init(&region->alloc, 0, size)) {
		fcl_err_set(err, -ENOMEM,
			    "no address space for shared virtual memory of %" PRIu64 " bytes",
			    size);
		if (map != MAP_FAILED)
			munmap(map, size);
		free(region);
		return NULL;
	}
	region->map = map;
	region->size = size;
	return region;
}

/* The region that holds the address, or NULL. */
static struct region *find_region(const struct arena *arena, uint64_t address)
{
	struct region *region = arena ? atomic_load_explicit(&arena->first, memory_order_acquire)
				      : NULL;

	while (region && (address < (uintptr_t)region->map ||
			  address - (uintptr_t)region->map >= region->size))
		region = region->next;
	return region;
}

/* Takes address space from a region, a new one if necessary; the arena's lock is held. */
static char *take(struct arena *arena, uint64_t bytes, struct fcl_err *err)
{
	struct region *region = atomic_load(&arena->first);
	uint64_t offset;

	for (; region; region = region->next)
		if (!region->closed && !fcl_hal_alloc_take(&region->alloc, bytes, &offset))
			return region->map + offset;
	if (arena->given) {
		fcl_err_set(err, -ENOSPC,
			    "no region for shared virtual memory has %" PRIu64 " bytes left",
			    bytes);
		return NULL;
	}
	region = map_region(bytes, err);
	if (!region)
		return NULL;
	region->next = atomic_load(&arena->first);
	atomic_store(&arena->first, region);
	return fcl_hal_alloc_take(&region->alloc, bytes, &offset) ? NULL : region->map + offset;
}

/* Returns address space to its region; the arena's lock is held. */
static void give(struct arena *arena, char *pointer, uint64_t bytes)
{
	struct region *region = find_region(arena, (uintptr_t)pointer);
	uint64_t offset = (uint64_t)(pointer - region->map);
	uint64_t start = (offset + PAGE - 1) / PAGE * PAGE, end = (offset + bytes) / PAGE * PAGE;

	if (bytes >= GIVE_BACK)
		madvise(region->map + start, end - start,
			arena->given ? MADV_REMOVE : MADV_DONTNEED);
	fcl_hal_alloc_give(&region->alloc, offset, bytes);
}

/* Kernels could not tell a host address that is also an address of the board's banks. */
static int check_apart(const struct fcl_emu_board *board, const char *pointer, uint64_t bytes,
		       struct fcl_err *err)
{
	uint64_t address = (uintptr_t)pointer;

	for (uint32_t i = 0; i < board->desc->nbanks; i++) {
		const struct fcl_board_bank *bank = &board->desc->banks[i];

		if (address < bank->base + bank->most && bank->base < address + bytes)
			return fcl_err_set(
				err, -EINVAL,
				"host address %p is also an address of bank %s of board %s",
				(const void *)pointer, bank->tag, board->desc->name);
	}
	return 0;
}

static struct fcl_emu_buffer *create_buffer(struct fcl_emu_board *board, uint64_t size)
{
	struct fcl_emu_buffer *buffer = calloc(1, sizeof(*buffer));

	if (!buffer)
		return NULL;
	buffer->board = board;
	buffer->bank = FCL_HAL_BANK_DEFAULT;
	buffer->size = size;
	return buffer;
}

static bool has_guard(const struct arena *arena, const struct fcl_emu_buffer *buffer)
{
	return arena->grain == PAGE && buffer->board->check == FCL_EMU_CHECK_GUARD;
}

static void protect(const struct fcl_emu_buffer *buffer, int protection)
{
	mprotect(buffer->svm + buffer->taken - PAGE, PAGE, protection);
}

static void set_place(struct fcl_emu_buffer *buffer, char *pointer)
{
	buffer->svm = buffer->host = pointer;
	buffer->address = (uintptr_t)pointer;
}

/* As take(); allocations of a page or more begin at a page. */
static char *take_aligned(struct arena *arena, uint64_t bytes, struct fcl_err *err)
{
	uint64_t slack = bytes >= PAGE && arena->grain < PAGE ? PAGE - arena->grain : 0, head;
	char *pointer = take(arena, bytes + slack, err);

	if (!pointer || !slack)
		return pointer;
	head = (PAGE - (uintptr_t)pointer % PAGE) % PAGE;
	if (head)
		give(arena, pointer, head);
	if (head < slack)
		give(arena, pointer + head + bytes, slack - head);
	return pointer + head;
}

static int place(struct arena *arena, struct fcl_emu_buffer *buffer, struct fcl_err *err)
{
	bool guard = has_guard(arena, buffer);
	int error = 0;

	buffer->taken = (buffer->size + FCL_EMU_CANARY + arena->grain - 1) / arena->grain *
				arena->grain +
			(guard ? PAGE : 0);
	pthread_mutex_lock(&arena->lock);
	buffer->svm = take_aligned(arena, buffer->taken, err);
	if (!buffer->svm)
		error = arena->given ? -ENOSPC : -ENOMEM;
	else if (check_apart(buffer->board, buffer->svm, buffer->size, err)) {
		give(arena, buffer->svm, buffer->taken);
		error = -ENOMEM;
	} else {
		set_place(buffer, buffer->svm);
		buffer->next = arena->buffers;
		if (arena->buffers)
			arena->buffers->previous = buffer;
		fcl_emu_canary_write(buffer);
		arena->buffers = buffer;
	}
	pthread_mutex_unlock(&arena->lock);
	if (!error && guard)
		protect(buffer, PROT_NONE);
	return error;
}

int fcl_emu_svm_alloc(struct fcl_emu_board *board, uint64_t size,
		      struct fcl_emu_buffer **ret_buffer, struct fcl_err *err)
{
	struct fcl_emu_buffer *buffer;
	struct arena *arena;
	int error = fcl_hal_svm_check(size, err);

	if (!error)
		error = fcl_emu_budget_check(board, size, err);
	if (error)
		return error;
	arena = get_arena(board->check == FCL_EMU_CHECK_GUARD);
	buffer = arena ? create_buffer(board, size) : NULL;
	if (!buffer)
		return fcl_err_set(err, -ENOMEM, "out of memory");
	error = place(arena, buffer, err);
	if (error) {
		free(buffer);
		return error;
	}
	atomic_fetch_add(&board->allocated, size);
	*ret_buffer = buffer;
	return 0;
}

int fcl_emu_svm_region_add(void *map, uint64_t size, bool closed, struct fcl_err *err)
{
	struct arena *arena = get_arena(false);
	struct region *region = arena ? calloc(1, sizeof(*region)) : NULL;

	if (!region || fcl_hal_alloc_init(&region->alloc, 0, size)) {
		free(region);
		return fcl_err_set(err, -ENOMEM, "out of memory");
	}
	region->map = map;
	region->size = size;
	region->closed = closed;
	pthread_mutex_lock(&arena->lock);
	arena->given = true;
	region->next = atomic_load(&arena->first);
	atomic_store(&arena->first, region);
	pthread_mutex_unlock(&arena->lock);
	return 0;
}

int fcl_emu_svm_attach(struct fcl_emu_board *board, void *pointer, uint64_t size,
		       struct fcl_emu_buffer **ret_buffer, struct fcl_err *err)
{
	struct fcl_emu_buffer *buffer;
	int error;

	if (!size || !fcl_emu_svm_translate((uintptr_t)pointer, size))
		return fcl_err_set(
			err, -EINVAL,
			"%" PRIu64
			" bytes at %p are not shared virtual memory of an emulated board",
			size, pointer);
	error = check_apart(board, pointer, size, err);
	if (error)
		return error;
	buffer = create_buffer(board, size);
	if (!buffer)
		return fcl_err_set(err, -ENOMEM, "out of memory");
	set_place(buffer, pointer);
	buffer->attached = true;
	*ret_buffer = buffer;
	return 0;
}

void fcl_emu_svm_free(struct fcl_emu_buffer *buffer)
{
	struct arena *arena = atomic_load(&current);

	if (buffer->attached) {
		free(buffer);
		return;
	}
	if (has_guard(arena, buffer))
		protect(buffer, PROT_READ | PROT_WRITE);
	pthread_mutex_lock(&arena->lock);
	if (buffer->next)
		buffer->next->previous = buffer->previous;
	if (buffer->previous)
		buffer->previous->next = buffer->next;
	else
		arena->buffers = buffer->next;
	give(arena, buffer->svm, buffer->taken);
	pthread_mutex_unlock(&arena->lock);
	atomic_fetch_sub(&buffer->board->allocated, buffer->size);
	free(buffer);
}

/* Counts the resident pages of a region, in chunks. */
static uint64_t used_in(const struct region *region)
{
	unsigned char pages[4096];
	uint64_t step = sizeof(pages) * PAGE, used = 0;

	for (uint64_t at = 0; at < region->size; at += step) {
		uint64_t bytes = region->size - at < step ? region->size - at : step;

		if (mincore(region->map + at, bytes, pages))
			return used;
		for (uint64_t i = 0; i < bytes / PAGE; i++)
			used += pages[i] & 1 ? PAGE : 0;
	}
	return used;
}

uint64_t fcl_emu_svm_used(void)
{
	struct arena *arena = own_arena();
	struct region *region = arena ? atomic_load_explicit(&arena->first, memory_order_acquire)
				      : NULL;
	uint64_t used = 0;

	for (; region; region = region->next)
		used += used_in(region);
	return used;
}

char *fcl_emu_svm_translate(uint64_t address, uint64_t bytes)
{
	const struct region *region = find_region(atomic_load(&current), address);

	if (!region || bytes > region->size - (address - (uintptr_t)region->map))
		return NULL;
	return region->map + (address - (uintptr_t)region->map);
}

struct fcl_emu_buffer *fcl_emu_svm_sweep(uint64_t *ret_offset)
{
	struct arena *arena = own_arena();
	struct fcl_emu_buffer *buffer;

	if (!arena)
		return NULL;
	pthread_mutex_lock(&arena->lock);
	buffer = arena->buffers;
	while (buffer && fcl_emu_canary_check(buffer, ret_offset))
		buffer = buffer->next;
	pthread_mutex_unlock(&arena->lock);
	return buffer;
}
