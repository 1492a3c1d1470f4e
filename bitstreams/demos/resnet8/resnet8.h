/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RESNET8_H
#define RESNET8_H

/*
 * The shapes of the network, shared by kernel, reference and host. README.md defines its
 * arithmetic, train.py its training.
 */

#define RESNET8_SIDE 32 /* a picture is 32 rows of 32 grey values, 0 to 255 */
#define RESNET8_PIXELS (RESNET8_SIDE * RESNET8_SIDE)
#define RESNET8_FEATURES 64 /* number of maps after the last block */
#define RESNET8_LAST_SIDE 8 /* side of these maps */
#define RESNET8_CLASSES 10

/*
 * The 3 x 3 convolutions with zero padding, in the order of weights.bin: name, input and output
 * channels, side of the input maps, stride, and how many channels of the block's input are added
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
