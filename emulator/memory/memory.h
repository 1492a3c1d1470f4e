/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_EMU_MEMORY_MEMORY_H
#define FCL_EMU_MEMORY_MEMORY_H

#include <string.h>

#include "emulator/state/board.h"

int fcl_emu_memory_init(struct fcl_emu_board *board, struct fcl_err *err);
void fcl_emu_memory_fini(struct fcl_emu_board *board);
/* Clears all contents, as a reset does; buffers stay allocated. */
void fcl_emu_memory_clear(struct fcl_emu_board *board);
int fcl_emu_buffer_alloc(struct fcl_emu_board *board, uint32_t bank, uint64_t size,
			 struct fcl_emu_buffer **ret_buffer, struct fcl_err *err);
void fcl_emu_buffer_free(struct fcl_emu_buffer *buffer);
int fcl_emu_buffer_export(struct fcl_emu_buffer *buffer, int *ret_fd, struct fcl_err *err);
/*
 * For processes that may not open files: sets the function that reopens the file behind a
 * descriptor, or fails with errno.
 */
void fcl_emu_memory_open_with(int (*open)(void *user, int fd), void *user);
int fcl_emu_import_size(int fd, uint64_t *ret_bytes, struct fcl_err *err);
int fcl_emu_buffer_import(struct fcl_emu_board *board, int fd, uint64_t size,
			  struct fcl_emu_buffer **ret_buffer, struct fcl_err *err);
/* For programming: -EBUSY if there is a buffer in a bank that would lose its contents. */
int fcl_emu_memory_check_lost(struct fcl_emu_board *board, struct fcl_err *err);
/* Sets the sizes of banks whose size depends on the image. */
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
/*
 * The host pointer for `bytes` bytes at a device address; NULL if they are in no bank and no SVM.
 */
char *fcl_emu_translate(struct fcl_emu_board *board, uint64_t address, uint64_t bytes);

/*
 * The same for a bank whose mapping is `map`, and which has these bytes. Makes them accessible, if
 * no buffer has yet. NULL: out of memory.
 */
char *fcl_emu_memory_reach(struct fcl_emu_bank *bank, char *map, uint64_t address, uint64_t bytes);

/* Checks all buffers; returns one that was overrun, or NULL. */
struct fcl_emu_buffer *fcl_emu_memory_sweep(struct fcl_emu_board *board, uint64_t *ret_offset);

#endif
