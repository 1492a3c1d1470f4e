/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_EMU_MEMORY_MEMORY_H
#define FCL_EMU_MEMORY_MEMORY_H

#include "emulator/state/board.h"

int fcl_emu_memory_init(struct fcl_emu_board *board, struct fcl_err *err);
void fcl_emu_memory_fini(struct fcl_emu_board *board);
/* Loses all contents, as a reset does; buffers keep their places. */
void fcl_emu_memory_clear(struct fcl_emu_board *board);
int fcl_emu_buffer_alloc(struct fcl_emu_board *board, uint32_t bank, uint64_t size,
			 struct fcl_emu_buffer **ret_buffer, struct fcl_err *err);
void fcl_emu_buffer_free(struct fcl_emu_buffer *buffer);
int fcl_emu_buffer_export(struct fcl_emu_buffer *buffer, int *ret_fd, struct fcl_err *err);
int fcl_emu_import_size(int fd, uint64_t *ret_bytes, struct fcl_err *err);
int fcl_emu_buffer_import(struct fcl_emu_board *board, int fd, uint64_t size,
			  struct fcl_emu_buffer **ret_buffer, struct fcl_err *err);
/* Before the board is programmed: -EBUSY if a buffer is in a bank that would lose its contents. */
int fcl_emu_memory_check_lost(struct fcl_emu_board *board, struct fcl_err *err);
/* Gives the banks whose size a board program decides the sizes of this image. */
int fcl_emu_memory_resize(struct fcl_emu_board *board, const struct fcl_image *image,
			  struct fcl_err *err);
static inline char *fcl_emu_buffer_host(const struct fcl_emu_buffer *buffer)
{
	return buffer->host;
}
static inline uint64_t fcl_emu_buffer_address(const struct fcl_emu_buffer *buffer)
{
	return buffer->address;
}
/* Host pointer for `bytes` bytes at a device address; NULL if they are in no bank and no SVM. */
char *fcl_emu_translate(struct fcl_emu_board *board, uint64_t address, uint64_t bytes);
/* False: bytes after the buffer were overwritten; *ret_offset is the offset of the first from the
 * buffer's start. The canary is restored, so that an overrun is reported once. */
bool fcl_emu_canary_check(const struct fcl_emu_buffer *buffer, uint64_t *ret_offset);
void fcl_emu_canary_write(const struct fcl_emu_buffer *buffer);
/* Checks all buffers; returns one that was overrun, or NULL. */
struct fcl_emu_buffer *fcl_emu_canary_sweep(struct fcl_emu_board *board, uint64_t *ret_offset);

#endif
