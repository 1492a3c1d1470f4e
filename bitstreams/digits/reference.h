/* SPDX-License-Identifier: Apache-2.0 */
#ifndef DIGITS_REFERENCE_H
#define DIGITS_REFERENCE_H

#include <stdint.h>

#include "digits.h"

/*
 * The logits of one image as plain C computes them from weights.h. It shares no code with the
 * kernels and works in another order (every output on its own, in 64 bits), so that a mistake in
 * either shows as a difference.
 */
void reference_logits(const uint8_t image[DIGITS_PIXELS], int32_t ret_logits[DIGITS_CLASSES]);

#endif
