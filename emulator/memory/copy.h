/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_EMU_MEMORY_COPY_H
#define FCL_EMU_MEMORY_COPY_H

#include "emulator/state/board.h"

/* Executes a copy that fcl_emu_copy_check() accepted, on the calling thread. */
void fcl_emu_copy_run(struct fcl_hal_request *request);
/* 0, or -EINVAL: the request exceeds its buffers, or the boards cannot copy to each other. */
int fcl_emu_copy_check(const struct fcl_emu_board *board, const struct fcl_hal_request *request);
/* Whether the board can copy directly to the other's memory. */
bool fcl_emu_peers(const struct fcl_emu_board *board, const struct fcl_emu_board *other);
/* Bytes that the request writes. */
uint64_t fcl_emu_copy_bytes(const struct fcl_hal_request *request);

/* The host address of the byte at `offset` of a request's buffer. */
char *fcl_emu_copy_at(const struct fcl_hal_buffer *buffer, uint64_t offset);

#endif
