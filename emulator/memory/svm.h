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
void fcl_emu_svm_free(struct fcl_emu_buffer *buffer);
/* Checks all allocations; returns one that was overrun, or NULL. */
struct fcl_emu_buffer *fcl_emu_svm_sweep(uint64_t *ret_offset);

#endif
