/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_EMU_MEMORY_ARENA_H
#define FCL_EMU_MEMORY_ARENA_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/err.h"

struct fcl_emu_buffer;
struct fcl_emu_region;

/*
 * The address space of shared virtual memory: process memory that kernels access at its host
 * address. All emulated boards of a process share it, so an allocation of one board has the same
 * address on the others.
 */
struct fcl_emu_arena {
	pid_t owner;    /* a forked child creates its own: the parent's lock may be held */
	uint64_t grain; /* a page if there are guard pages, else small: hosts allocate many nodes */
	bool given;     /* all of its regions are shared with another process */
	pthread_mutex_t lock;                   /* guards the members below */
	_Atomic(struct fcl_emu_region *) first; /* newest first, never removed; read without it */
	struct fcl_emu_buffer *buffers;         /* allocated buffers, not attached ones */
};

/* This process's arena, created at first use; NULL: out of memory. */
struct fcl_emu_arena *fcl_emu_arena_get(bool guard);
/* The same; NULL before this process's first allocation. */
struct fcl_emu_arena *fcl_emu_arena_own(void);
/* The one that buffers are in: in a forked child that has allocated nothing, the parent's. */
struct fcl_emu_arena *fcl_emu_arena_current(void);

/*
 * Takes address space, in a new region if necessary; a page or more begins at a page. The arena's
 * lock is held here and in fcl_emu_arena_give(). NULL: there is none.
 */
char *fcl_emu_arena_take(struct fcl_emu_arena *arena, uint64_t bytes, struct fcl_err *err);
void fcl_emu_arena_give(struct fcl_emu_arena *arena, char *pointer, uint64_t bytes);

/*
 * Adds a region that is mapped at the same address in another process. From then on, shared virtual
 * memory is allocated in such regions only; -ENOSPC: they are full. `closed`: nothing is allocated
 * in it; the other process attaches its allocations. The mapping stays until this process ends.
 * -ENOMEM.
 */
int fcl_emu_arena_add_region(void *map, uint64_t size, bool closed, struct fcl_err *err);
/* Returns the address itself if all of the bytes are shared virtual memory, else NULL. */
char *fcl_emu_arena_translate(uint64_t address, uint64_t bytes);
/* Bytes of shared virtual memory, of all boards, that are backed by pages. */
uint64_t fcl_emu_arena_used(void);

#endif
