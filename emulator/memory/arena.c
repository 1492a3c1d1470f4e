/* SPDX-License-Identifier: Apache-2.0 */
#include "emulator/memory/arena.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "hal/alloc.h"
#include "hal/request.h"

enum {
	PAGE = 4096,
	GIVE_BACK = 1024 * 1024, /* freed ranges of at least this size return to the system */
	OPEN_STEP = 64 << 20,    /* bytes of a region that become accessible at a time */
};

#define REGION_BYTES (UINT64_C(1) << 30) /* of address space; only touched pages use memory */

/*
 * A range of address space that holds allocations. As a bank, it is accessible up to the last
 * allocation and a little further, so that a kernel that runs away faults there, and does not fill
 * the machine's memory; the page behind it never is.
 */
struct fcl_emu_region {
	struct fcl_emu_region *next;
	char *map;
	uint64_t size;
	_Atomic uint64_t open; /* accessible bytes; grows under the arena's lock, read without it */
	bool closed;           /* allocations are attached here, but none is made */
	struct fcl_hal_alloc alloc; /* guarded by the arena's lock */
};

static _Atomic(struct fcl_emu_arena *) current;

struct fcl_emu_arena *fcl_emu_arena_own(void)
{
	struct fcl_emu_arena *arena = atomic_load(&current);

	return arena && arena->owner == getpid() ? arena : NULL;
}

struct fcl_emu_arena *fcl_emu_arena_current(void)
{
	return atomic_load(&current);
}

static struct fcl_emu_arena *create_arena(bool guard)
{
	struct fcl_emu_arena *arena = calloc(1, sizeof(*arena));

	if (!arena)
		return NULL;
	arena->owner = getpid();
	arena->grain = guard ? PAGE : FCL_HAL_SVM_ALIGN;
	pthread_mutex_init(&arena->lock, NULL);
	return arena;
}

struct fcl_emu_arena *fcl_emu_arena_get(bool guard)
{
	struct fcl_emu_arena *arena = fcl_emu_arena_own(), *old = atomic_load(&current);

	if (arena)
		return arena;
	arena = create_arena(guard);
	if (!arena || atomic_compare_exchange_strong(&current, &old, arena))
		return arena;
	pthread_mutex_destroy(&arena->lock);
	free(arena);
	return old;
}

static struct fcl_emu_region *arena_map_region(uint64_t least, struct fcl_err *err)
{
	struct fcl_emu_region *region = calloc(1, sizeof(*region));
	uint64_t size = least > REGION_BYTES ? (least + PAGE - 1) / PAGE * PAGE : REGION_BYTES;
	void *map;

	if (!region) {
		fcl_err_set(err, -ENOMEM, "out of memory");
		return NULL;
	}
	map = mmap(NULL, size + PAGE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1,
		   0);
	if (map == MAP_FAILED || fcl_hal_alloc_init(&region->alloc, 0, size)) {
		fcl_err_set(err, -ENOMEM,
			    "no address space for shared virtual memory of %" PRIu64 " bytes",
			    size);
		if (map != MAP_FAILED)
			munmap(map, size + PAGE);
		free(region);
		return NULL;
	}
	region->map = map;
	region->size = size;
	return region;
}

/* The region that holds the address, or NULL. */
static struct fcl_emu_region *arena_find_region(const struct fcl_emu_arena *arena, uint64_t address)
{
	struct fcl_emu_region *region =
		arena ? atomic_load_explicit(&arena->first, memory_order_acquire) : NULL;

	while (region && (address < (uintptr_t)region->map ||
			  address - (uintptr_t)region->map >= region->size))
		region = region->next;
	return region;
}

static int open_region(struct fcl_emu_region *region, uint64_t end)
{
	uint64_t open = atomic_load(&region->open);

	if (end <= open)
		return 0;
	end = (end + OPEN_STEP - 1) / OPEN_STEP * OPEN_STEP;
	if (end > region->size)
		end = region->size;
	if (mprotect(region->map + open, end - open, PROT_READ | PROT_WRITE))
		return -errno;
	atomic_store(&region->open, end);
	return 0;
}

/* NULL: the region has no room for it, or the system no memory. */
static char *take_from(struct fcl_emu_region *region, uint64_t bytes)
{
	uint64_t offset;

	if (region->closed || fcl_hal_alloc_take(&region->alloc, bytes, &offset))
		return NULL;
	if (!open_region(region, offset + bytes))
		return region->map + offset;
	fcl_hal_alloc_give(&region->alloc, offset, bytes);
	return NULL;
}

/* Takes address space from a region, a new one if necessary; the arena's lock is held. */
static char *arena_take(struct fcl_emu_arena *arena, uint64_t bytes, struct fcl_err *err)
{
	struct fcl_emu_region *region = atomic_load(&arena->first);
	char *taken = NULL;

	for (; region && !taken; region = region->next)
		taken = take_from(region, bytes);
	if (taken)
		return taken;
	if (arena->given) {
		fcl_err_set(err, -ENOSPC,
			    "no region for shared virtual memory has %" PRIu64 " bytes left",
			    bytes);
		return NULL;
	}
	region = arena_map_region(bytes, err);
	if (!region)
		return NULL;
	region->next = atomic_load(&arena->first);
	atomic_store(&arena->first, region);
	taken = take_from(region, bytes);
	if (!taken)
		fcl_err_set(err, -ENOMEM, "out of memory");
	return taken;
}

void fcl_emu_arena_give(struct fcl_emu_arena *arena, char *pointer, uint64_t bytes)
{
	struct fcl_emu_region *region = arena_find_region(arena, (uintptr_t)pointer);
	uint64_t offset = (uint64_t)(pointer - region->map);
	uint64_t start = (offset + PAGE - 1) / PAGE * PAGE, end = (offset + bytes) / PAGE * PAGE;

	if (bytes >= GIVE_BACK)
		madvise(region->map + start, end - start,
			arena->given ? MADV_REMOVE : MADV_DONTNEED);
	fcl_hal_alloc_give(&region->alloc, offset, bytes);
}

char *fcl_emu_arena_take(struct fcl_emu_arena *arena, uint64_t bytes, struct fcl_err *err)
{
	uint64_t slack = bytes >= PAGE && arena->grain < PAGE ? PAGE - arena->grain : 0, head;
	char *pointer = arena_take(arena, bytes + slack, err);

	if (!pointer || !slack)
		return pointer;
	head = (PAGE - (uintptr_t)pointer % PAGE) % PAGE;
	if (head)
		fcl_emu_arena_give(arena, pointer, head);
	if (head < slack)
		fcl_emu_arena_give(arena, pointer + head + bytes, slack - head);
	return pointer + head;
}

int fcl_emu_arena_add_region(void *map, uint64_t size, bool closed, struct fcl_err *err)
{
	struct fcl_emu_arena *arena = fcl_emu_arena_get(false);
	struct fcl_emu_region *region = arena ? calloc(1, sizeof(*region)) : NULL;

	if (!region || fcl_hal_alloc_init(&region->alloc, 0, size)) {
		free(region);
		return fcl_err_set(err, -ENOMEM, "out of memory");
	}
	region->map = map;
	region->size = size;
	region->closed = closed;
	atomic_store(&region->open, size);
	pthread_mutex_lock(&arena->lock);
	arena->given = true;
	region->next = atomic_load(&arena->first);
	atomic_store(&arena->first, region);
	pthread_mutex_unlock(&arena->lock);
	return 0;
}

/* Counts the resident pages of a region, in chunks. */
static uint64_t used_in(const struct fcl_emu_region *region)
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

uint64_t fcl_emu_arena_used(void)
{
	struct fcl_emu_arena *arena = fcl_emu_arena_own();
	struct fcl_emu_region *region =
		arena ? atomic_load_explicit(&arena->first, memory_order_acquire) : NULL;
	uint64_t used = 0;

	for (; region; region = region->next)
		used += used_in(region);
	return used;
}

char *fcl_emu_arena_translate(uint64_t address, uint64_t bytes)
{
	const struct fcl_emu_region *region = arena_find_region(atomic_load(&current), address);

	uint64_t offset = region ? address - (uintptr_t)region->map : 0, open;

	if (!region)
		return NULL;
	open = atomic_load_explicit(&region->open, memory_order_acquire);
	if (offset > open || bytes > open - offset)
		return NULL;
	return region->map + offset;
}
