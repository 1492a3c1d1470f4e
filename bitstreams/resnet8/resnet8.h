/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RESNET8_H
#define RESNET8_H

/*
 * The shapes of the network, shared by the kernel, the reference and the host. README.md has its rules, train.py
 * its training.
 */

#define RESNET8_SIDE 32 /* a picture is 32 rows of 32 grey values, 0 to 255 */
#define RESNET8_PIXELS (RESNET8_SIDE * RESNET8_SIDE)
#define RESNET8_FEATURES 64 /* the maps after the last block */
#define RESNET8_LAST_SIDE 8 /* and their side */
#define RESNET8_CLASSES 10

/*
 * The convolutions, 3 x 3 with a margin of zeros, in the order of weights.bin: name, channels in and
 * out, side of the maps they read, stride, and how many channels of the block's input are added
 * through a 1 x 1 convolution.
 */
#define RESNET8_LAYERS(X)                                                                          \
	X(stem, 1, 16, 32, 1, 0)                                                                   \
	X(first_one, 16, 16, 32, 1, 0)                                                             \
	X(first_two, 16, 16, 32, 1, 0)                                                             \
	X(second_one, 16, 32, 32, 2, 0)                                                            \
	X(second_two, 32, 32, 16, 1, 16)                                                           \
	X(third_one, 32, 64, 16, 2, 0)                                                             \
	X(third_two, 64, 64, 8, 1, 32)

#endif
