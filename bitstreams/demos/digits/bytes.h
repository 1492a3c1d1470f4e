/* SPDX-License-Identifier: Apache-2.0 */
#ifndef DIGITS_BYTES_H
#define DIGITS_BYTES_H

#include <stdint.h>

/* A packet of the FIFOs before the last layer: eight bytes, the first in the lowest bits. */
typedef uint64_t eight_bytes;

static const int BYTES = 8;

static inline uint8_t byte_of(eight_bytes word, int index)
{
#pragma HLS INLINE
	return (uint8_t)(word >> 8 * index);
}

static inline eight_bytes with_byte(eight_bytes word, int index, uint8_t value)
{
#pragma HLS INLINE
	return word | (eight_bytes)value << 8 * index;
}

#endif
