/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_EMU_MEMORY_CANARY_H
#define FCL_EMU_MEMORY_CANARY_H

#include <string.h>

#include "emulator/state/buffer.h"

/* Known bytes after each buffer, which show that a kernel wrote beyond its end. */

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

#endif
