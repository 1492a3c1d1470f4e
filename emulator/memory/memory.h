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

/* --- canaries --- */

/* The seed of a buffer's canary: its words are fcl_emu_canary_word() of it. */
uint64_t fcl_emu_canary_first(const struct fcl_emu_buffer *buffer);

#define FCL_EMU_CANARY_STEP UINT64_C(0xD1B54A32D192ED03)
/* No byte of the canary is 0, the value that overruns write most often. */
#define FCL_EMU_CANARY_BITS UINT64_C(0x0101010101010101)

/* The canary's word at an index. */
static inline uint64_t fcl_emu_canary_word(uint64_t first, uint64_t index)
{
	return (first + index * FCL_EMU_CANARY_STEP) | FCL_EMU_CANARY_BITS;
}

typedef uint64_t fcl_emu_two_words __attribute__((vector_size(16)));

/* Sets bits in *different where the canary at `at`, which need not be aligned, is damaged. */
static inline void fcl_emu_canary_compare(const char *at, uint64_t first,
					  fcl_emu_two_words *different)
{
	const fcl_emu_two_words bits = {FCL_EMU_CANARY_BITS, FCL_EMU_CANARY_BITS};
	fcl_emu_two_words sum = {first, first + FCL_EMU_CANARY_STEP};

#pragma GCC unroll 4
	for (unsigned i = 0; i < FCL_EMU_CANARY / sizeof(sum); i++) {
		fcl_emu_two_words found;

		memcpy(&found, at + i * sizeof(found), sizeof(found));
		*different |= found ^ (sum | bits);
		sum += 2 * FCL_EMU_CANARY_STEP;
	}
}

/*
 * False: bytes after the buffer were overwritten; *ret_offset is the offset of the first one from
 * the start of the buffer. The canary is restored, so that an overrun is reported once.
 */
bool fcl_emu_canary_check(const struct fcl_emu_buffer *buffer, uint64_t *ret_offset);
void fcl_emu_canary_write(const struct fcl_emu_buffer *buffer);
/* Checks all buffers; returns one that was overrun, or NULL. */
struct fcl_emu_buffer *fcl_emu_canary_sweep(struct fcl_emu_board *board, uint64_t *ret_offset);

#endif
