/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_XEMU_MEMORY_H
#define FCL_XEMU_MEMORY_H

#include "tools/xrt_emulation/board.h"

/*
 * A buffer created by XRT. XRT chooses its address but not its bank, so its contents stay in this
 * process until a launch shows which bank its CU reaches.
 */
struct fcl_xemu_buffer {
	uint64_t address, size;
	char *bytes;   /* private memory; NULL: the contents are on the board or in the file */
	int fd;        /* memory that the host also maps; -1: private */
	bool written;  /* private memory is not all zeros */
	uint32_t uses; /* for host memory: number of launches' arguments in flight that refer to it;
		       * else 0 */
	bool result;   /* a kernel in flight writes it */
	struct fcl_hal_buffer *on_board; /* NULL: not on the board yet */
};

/*
 * Creates a buffer. The host maps a shared one by the name in ret_name; its contents are copied to
 * the board before a launch and back after it.
 */
int fcl_xemu_memory_add(struct fcl_xemu_board *board, uint64_t address, uint64_t size, bool shared,
			char ret_name[64], struct fcl_err *err);
int fcl_xemu_memory_remove(struct fcl_xemu_board *board, uint64_t address, struct fcl_err *err);
void fcl_xemu_memory_clear(struct fcl_xemu_board *board);

/* Uses a file, which another process shares, as a buffer's memory. */
int fcl_xemu_memory_import(struct fcl_xemu_board *board, uint64_t address, uint64_t size,
			   const char *file, struct fcl_err *err);

/* The buffer that contains this address, or NULL. */
struct fcl_xemu_buffer *fcl_xemu_memory_at(struct fcl_xemu_board *board, uint64_t address);

/* Copies bytes to or from the buffer at an address. -EFAULT: they are not inside one buffer. */
int fcl_xemu_memory_write(struct fcl_xemu_board *board, uint64_t address, const void *bytes,
			  uint64_t size, struct fcl_err *err);
int fcl_xemu_memory_read(struct fcl_xemu_board *board, uint64_t address, void *bytes, uint64_t size,
			 struct fcl_err *err);

/* Copies bytes between the buffer at an address and another process's file; `out`: to the file. */
int fcl_xemu_memory_copy_file(struct fcl_xemu_board *board, bool out, uint64_t address,
			      const char *file, uint64_t file_offset, uint64_t size,
			      struct fcl_err *err);

/*
 * Makes sure that a buffer is on the board, by default in the image's memory `mem`, and up to date
 * with memory shared with the host.
 */
int fcl_xemu_memory_push(struct fcl_xemu_board *board, struct fcl_xemu_buffer *buffer, uint32_t mem,
			 struct fcl_err *err);

/* Copies the board's data back to memory shared with the host. */
int fcl_xemu_memory_pull(struct fcl_xemu_board *board, struct fcl_xemu_buffer *buffer,
			 struct fcl_err *err);

/* Moves all buffers off the board, before it is reprogrammed. */
int fcl_xemu_memory_vacate(struct fcl_xemu_board *board, struct fcl_err *err);

#endif
