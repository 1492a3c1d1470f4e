/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RESNET8_REFERENCE_H
#define RESNET8_REFERENCE_H

#include <stdint.h>

#include "resnet8.h"

/* The network in plain C: the logits that the kernel has to reproduce bit by bit for a picture. */
void resnet8_reference(const uint8_t picture[RESNET8_PIXELS], int32_t ret_logits[RESNET8_CLASSES]);

#endif
