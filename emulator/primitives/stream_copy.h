/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_EMU_STREAM_COPY_H
#define FCL_EMU_STREAM_COPY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Like memcpy(), but with stores that bypass the caches: for copies larger than the caches. */
void fcl_emu_stream_copy(void *to, const void *from, size_t bytes);

/*
 * Chooses the faster of the two for large copies. Which one that is depends on the processor (up to
 * 1.5 times either way), so both are measured, and the slower one is retried from time to time.
 * Zeroed at first; guarded by the owner's lock.
 */
struct fcl_emu_stream_choice {
	uint64_t cost[2]; /* time per byte, without and with streaming; 0: not known */
	uint32_t choices;
};

bool fcl_emu_stream_choose(struct fcl_emu_stream_choice *choice);

/* Records the time of a copy of more than 0 bytes. */
void fcl_emu_stream_learn(struct fcl_emu_stream_choice *choice, bool streamed, uint64_t bytes,
			  uint64_t ns);

#endif
