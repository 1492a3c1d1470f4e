/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_EMU_MEMORY_SVM_H
#define FCL_EMU_MEMORY_SVM_H

#include "emulator/state/board.h"

/* Allocates shared virtual memory: its host address is its device address. */
int fcl_emu_svm_alloc(struct fcl_emu_board *board, uint64_t size,
		      struct fcl_emu_buffer **ret_buffer, struct fcl_err *err);
/* Creates a buffer of this board for memory from another board's fcl_emu_svm_alloc(). */
int fcl_emu_svm_attach(struct fcl_emu_board *board, void *pointer, uint64_t size,
		       struct fcl_emu_buffer **ret_buffer, struct fcl_err *err);
/*
 * Adds a region that is mapped at the same address in another process. From then on, shared virtual
 * memory is allocated in such regions only; -ENOSPC: they are full. `closed`: nothing is allocated
 * in it; the other process attaches its allocations. The mapping stays until this process ends.
 * -ENOMEM.
 */
int fcl_emu_svm_region_add(void *map, uint64_t size, bool closed, struct fcl_err *err);
void fcl_emu_svm_free(struct fcl_emu_buffer *buffer);
/* Returns the address itself if all of the bytes are shared virtual memory, else NULL. */
char *fcl_emu_svm_translate(uint64_t address, uint64_t bytes);
/* Checks all allocations; returns one that was overrun, or NULL. */
struct fcl_emu_buffer *fcl_emu_svm_sweep(uint64_t *ret_offset);

/* Bytes of shared virtual memory, of all boards, that are backed by pages. */
uint64_t fcl_emu_svm_used(void);

#endif
