/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_BASE_FNV_H
#define FCL_BASE_FNV_H

#include <stddef.h>
#include <stdint.h>

/* Where a hash of nothing stands. */
#define FCL_FNV_EMPTY UINT64_C(0xcbf29ce484222325)

/*
 * FNV-1a in 64 bits, the same on every machine: continues a hash with `size` more bytes. For names,
 * and for finding damage; whoever wants two inputs with the same hash can make them.
 */
static inline uint64_t fcl_fnv(uint64_t hash, const void *bytes, size_t size)
{
	const unsigned char *at = bytes;

	for (size_t i = 0; i < size; i++)
		hash = (hash ^ at[i]) * UINT64_C(0x100000001b3);
	return hash;
}

#endif
