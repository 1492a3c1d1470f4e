/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TOOL_CARD_WALK_H
#define FCL_TOOL_CARD_WALK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

enum { FCL_WALK_BYTES = 64 };

/* A memory that is looked at by reading and writing 64 bytes at an offset. */
struct fcl_walk {
	uint64_t size;
	int (*move)(void *user, bool writes, uint64_t offset, void *bytes, struct fcl_err *err);
	void *user;
};

/*
 * Whether the memory has all of its bytes: writes at its beginning, at each power of two and at its
 * end, and reads it back; what was there before comes back. -EINVAL: it keeps other bytes, or shows
 * the same ones at several addresses (*ret_size is then how many it has, else 0).
 */
int fcl_walk(const struct fcl_walk *walk, uint64_t *ret_size, struct fcl_err *err);

#endif
