/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_XEMU_MEMORY_H
#define FCL_XEMU_MEMORY_H

#include "tools/xrt_emulation/board.h"

/*
 * A buffer of XRT's. XRT chooses its address and does not say in which bank it is, so its bytes are
 * in this process until a launch shows which bank its CU reaches.
 */
struct fcl_xemu_buffer {
	uint64_t address, size;
	char *bytes;  /* private ones; NULL: they are on the board, or in the file */
	int fd;       /* of memory that the host maps too; -1: it is private */
	bool written; /* private memory holds more than zeros */
	uint32_t
		uses; /* arguments of launches on their way, for a part of the host's memory; else 0 */
	bool result;                     /* one of them is written by its kernel */
	struct fcl_hal_buffer *on_board; /* NULL: it is not on the board yet */
};

/*
 * Makes a buffer. A shared one has memory that the host maps by the name in ret_name, and that is
 * copied to the board before a launch and back after it.
 */
int fcl_xemu_memory_add(struct fcl_xemu_board *board, uint64_t address, uint64_t size, bool shared,
			char ret_name[64], struct fcl_err *err);
int fcl_xemu_memory_remove(struct fcl_xemu_board *board, uint64_t address, struct fcl_err *err);
void fcl_xemu_memory_clear(struct fcl_xemu_board *board);

/* Makes a buffer's memory that of a file, which another process shares. */
int fcl_xemu_memory_import(struct fcl_xemu_board *board, uint64_t address, uint64_t size,
			   const char *file, struct fcl_err *err);

/* The buffer that holds this address, or NULL. */
struct fcl_xemu_buffer *fcl_xemu_memory_at(struct fcl_xemu_board *board, uint64_t address);

/* Copies bytes into or out of the buffer at an address; -EFAULT: they are not inside of one. */
int fcl_xemu_memory_write(struct fcl_xemu_board *board, uint64_t address, const void *bytes,
			  uint64_t size, struct fcl_err *err);
int fcl_xemu_memory_read(struct fcl_xemu_board *board, uint64_t address, void *bytes, uint64_t size,
			 struct fcl_err *err);

/*
 * Copies bytes between the buffer at an address and a file of another process; `out`: to the file.
 */
int fcl_xemu_memory_copy_file(struct fcl_xemu_board *board, bool out, uint64_t address,
			      const char *file, uint64_t file_offset, uint64_t size,
			      struct fcl_err *err);

/*
 * Sees to it that a buffer is on the board, in the image's memory `mem` if it is not there yet, with
 * what the host has put into memory that both share.
 */
int fcl_xemu_memory_push(struct fcl_xemu_board *board, struct fcl_xemu_buffer *buffer, uint32_t mem,
			 struct fcl_err *err);

/* Copies what the board has written back to memory that the host shares. */
int fcl_xemu_memory_pull(struct fcl_xemu_board *board, struct fcl_xemu_buffer *buffer,
			 struct fcl_err *err);

/* Takes all buffers off the board, before it is programmed. */
int fcl_xemu_memory_vacate(struct fcl_xemu_board *board, struct fcl_err *err);

#endif
