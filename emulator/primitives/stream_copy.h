/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_EMU_STREAM_COPY_H
#define FCL_EMU_STREAM_COPY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* As memcpy(), with stores that bypass the caches: for more bytes than the caches hold. */
void fcl_emu_stream_copy(void *to, const void *from, size_t bytes);

/*
 * Which of the two is faster for large copies. It depends on the processor (by 1.5 times either way)
 * and is found by trying both; what was slower is tried again now and then. Begins zeroed; the
 * owner's lock guards it.
 */
struct fcl_emu_stream_choice {
	uint64_t cost[2]; /* time for a byte, without and with streaming; 0: not known */
	uint32_t choices;
};

bool fcl_emu_stream_choose(struct fcl_emu_stream_choice *choice);

/* Takes the time of a copy of more than 0 bytes into account. */
void fcl_emu_stream_learn(struct fcl_emu_stream_choice *choice, bool streamed, uint64_t bytes,
			  uint64_t ns);

#endif
