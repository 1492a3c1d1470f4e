/* SPDX-License-Identifier: Apache-2.0 */
#ifndef DIGITS_REFERENCE_H
#define DIGITS_REFERENCE_H

#include <stdint.h>

#include "digits.h"

/*
 * Computes the logits of one image in plain C from weights.h. It shares no code with the kernels,
 * and computes in a different order (each output separately, in 64 bits), so that a mistake in
 * either of them shows as a difference.
 */
void reference_logits(const uint8_t image[DIGITS_PIXELS], int32_t ret_logits[DIGITS_CLASSES]);

#endif
