/* SPDX-License-Identifier: Apache-2.0 */
#ifndef DIGITS_H
#define DIGITS_H

/*
 * The shapes of the digit network, shared by kernels and host. train.py describes the network and
 * its training.
 */

#define DIGITS_SIDE 8 /* an image is 8 rows of 8 pixels, each from 0 to 16 */
#define DIGITS_PIXELS (DIGITS_SIDE * DIGITS_SIDE)

#define DIGITS_TAPS 9 /* conv: 3 x 3, zero padding */
#define DIGITS_CHANNELS 16
#define DIGITS_POOLED (DIGITS_SIDE / 2) /* side of its maps after 2 x 2 pooling */
#define DIGITS_CELLS (DIGITS_POOLED * DIGITS_POOLED)
#define DIGITS_FEATURES (DIGITS_CHANNELS * DIGITS_CELLS) /* [channel][row][column] */

#define DIGITS_HIDDEN 48
#define DIGITS_CLASSES 10

/* An activation is clamp((sum * multiplier + half) >> DIGITS_SHIFT, 0, 127). */
#define DIGITS_SHIFT 16
#define DIGITS_ACTIVATION_MAX 127

#endif
