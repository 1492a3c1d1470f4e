/* SPDX-License-Identifier: Apache-2.0 */
#include "emulator/memory/canary.h"

enum { CANARY_WORDS = FCL_EMU_CANARY / sizeof(uint64_t) };

/* Every byte depends on the whole address, so a copy of another canary is detected, too. */
uint64_t fcl_emu_canary_first(const struct fcl_emu_buffer *buffer)
{
	uint64_t word = (buffer->address + buffer->size) * UINT64_C(0x9E3779B97F4A7C15);

	return word ^ word >> 32;
}

static void expected_words(const struct fcl_emu_buffer *buffer, uint64_t words[CANARY_WORDS])
{
	uint64_t first = fcl_emu_canary_first(buffer);

	for (unsigned i = 0; i < CANARY_WORDS; i++)
		words[i] = fcl_emu_canary_word(first, i);
}

void fcl_emu_canary_write(const struct fcl_emu_buffer *buffer)
{
	uint64_t words[CANARY_WORDS];

	if (buffer->imported) /* those bytes are the exporter's */
		return;
	expected_words(buffer, words);
	memcpy(buffer->host + buffer->size, words, sizeof(words));
}

/* Separate, as it slows down the check if inlined. True: another thread has restored the canary. */
__attribute__((noinline)) static bool find_wrong(const struct fcl_emu_buffer *buffer,
						 uint64_t *ret_offset)
{
	const char *found = buffer->host + buffer->size;
	uint64_t words[CANARY_WORDS];

	expected_words(buffer, words);
	for (unsigned i = 0; i < FCL_EMU_CANARY; i++)
		if (found[i] != ((const char *)words)[i]) {
			*ret_offset = buffer->size + i;
			fcl_emu_canary_write(buffer);
			return false;
		}
	return true;
}

bool fcl_emu_canary_check(const struct fcl_emu_buffer *buffer, uint64_t *ret_offset)
{
	fcl_emu_two_words different = {0};

	if (buffer->imported)
		return true;
	fcl_emu_canary_compare(buffer->host + buffer->size, fcl_emu_canary_first(buffer),
			       &different);
	return !(different[0] | different[1]) || find_wrong(buffer, ret_offset);
}
