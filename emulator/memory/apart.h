/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_EMU_MEMORY_APART_H
#define FCL_EMU_MEMORY_APART_H

#include <stdint.h>

struct fcl_emu_buffer;

/* Bytes before and after such a mapping that contain no other memory. */
#define FCL_EMU_APART_GAP (UINT64_C(1) << 30)

/*
 * Where a checked execution sees the buffer: a second mapping of it, far from any other memory, so
 * that an access which misses the buffer by less than the gap hits nothing. Created at the first
 * call; owned by the buffer. NULL: no address space.
 */
char *fcl_emu_apart(struct fcl_emu_buffer *buffer);
void fcl_emu_apart_free(struct fcl_emu_buffer *buffer);

#endif
