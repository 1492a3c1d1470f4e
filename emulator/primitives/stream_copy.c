/* SPDX-License-Identifier: Apache-2.0 */
#include "emulator/primitives/stream_copy.h"

#include <string.h>

#ifdef __SSE2__
#include <emmintrin.h>

enum { LINE = 64, AHEAD = 8 * LINE };

static void copy_line(char *to, const char *from)
{
	__m128i parts[4];

	for (int i = 0; i < 4; i++)
		parts[i] = _mm_loadu_si128((const __m128i *)(from + i * 16));
	for (int i = 0; i < 4; i++)
		_mm_stream_si128((__m128i *)(to + i * 16), parts[i]);
}

void fcl_emu_stream_copy(void *to, const void *from, size_t bytes)
{
	size_t first = -(uintptr_t)to % LINE, done = bytes < first ? bytes : first;

	memcpy(to, from, done);
	for (; bytes - done >= LINE; done += LINE) {
		_mm_prefetch((const char *)from + done + AHEAD, _MM_HINT_NTA);
		copy_line((char *)to + done, (const char *)from + done);
	}
	/* Streaming stores are not ordered with later stores without a fence. */
	_mm_sfence();
	memcpy((char *)to + done, (const char *)from + done, bytes - done);
}
#else
void fcl_emu_stream_copy(void *to, const void *from, size_t bytes)
{
	memcpy(to, from, bytes);
}
#endif

/* --- which copy is faster --------------------------------------------------------------------- */

enum { TRY_FIRST = 8, TRY_EVERY = 64 };

/* The first copies to fresh pages are slow either way, so both variants get some of them. */
bool fcl_emu_stream_choose(struct fcl_emu_stream_choice *choice)
{
	bool streamed = choice->cost[true] < choice->cost[false];
	uint32_t before = choice->choices++;

	if (before < TRY_FIRST)
		return before % 2;
	return before % TRY_EVERY ? streamed : !streamed;
}

/*
 * The fastest copy counts, as page faults and other programs can only add to the time. Each slower
 * copy raises the cost slightly, so that it follows permanent changes.
 */
void fcl_emu_stream_learn(struct fcl_emu_stream_choice *choice, bool streamed, uint64_t bytes,
			  uint64_t ns)
{
	uint64_t *cost = &choice->cost[streamed], new = (ns << 16) / bytes + 1;
	uint64_t most = *cost + *cost / 8 + 1;

	*cost = !*cost || new < most ? new : most;
}
