/* SPDX-License-Identifier: Apache-2.0 */
#ifndef DIGITS_REQUANTISE_H
#define DIGITS_REQUANTISE_H

#include <stdint.h>

#include "digits.h"

/*
 * ReLU and rescaling in one step: converts a sum of products to an int8 activation, with one DSP
 * and a comparison.
 */
static inline int8_t requantise(int32_t sum, int32_t multiplier)
{
#pragma HLS INLINE
	int64_t scaled = ((int64_t)sum * multiplier + (1 << (DIGITS_SHIFT - 1))) >> DIGITS_SHIFT;

	if (scaled < 0)
		return 0;
	return scaled > DIGITS_ACTIVATION_MAX ? DIGITS_ACTIVATION_MAX : (int8_t)scaled;
}

#endif
