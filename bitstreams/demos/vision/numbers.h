/* SPDX-License-Identifier: Apache-2.0 */
/*
 * OpenVX's constants for the kernels' parameters (OpenVX 1.3, vx_types.h), so that a runtime can
 * pass them on unchanged. For kernels, host programs and tests.
 */
#ifndef VISION_NUMBERS_H
#define VISION_NUMBERS_H

/* vx_df_image_e: four characters, the first in the lowest byte */
#define VISION_FOURCC(a, b, c, d) ((int)(a) | (int)(b) << 8 | (int)(c) << 16 | (int)(d) << 24)

enum vision_format {
	VISION_RGB = VISION_FOURCC('R', 'G', 'B', '2'),  /* 3 bytes per pixel */
	VISION_RGBX = VISION_FOURCC('R', 'G', 'B', 'A'), /* 4 bytes per pixel */
	VISION_NV12 = VISION_FOURCC('N', 'V', '1',
				    '2'), /* planes Y and UV, 2 x 2 pixels share U and V */
	VISION_NV21 = VISION_FOURCC('N', 'V', '2', '1'), /* the same with VU */
	VISION_UYVY = VISION_FOURCC('U', 'Y', 'V', 'Y'), /* 4 bytes per 2 pixels */
	VISION_YUYV = VISION_FOURCC('Y', 'U', 'Y', 'V'),
	VISION_IYUV = VISION_FOURCC('I', 'Y', 'U',
				    'V'), /* planes Y, U, V; 2 x 2 pixels share U and V */
	VISION_YUV4 = VISION_FOURCC('Y', 'U', 'V',
				    '4'),              /* planes Y, U, V, all of the image's size */
	VISION_U1 = VISION_FOURCC('U', '0', '0', '1'), /* 8 pixels per byte, lowest bit first */
	VISION_U8 = VISION_FOURCC('U', '0', '0', '8'),
	VISION_S16 = VISION_FOURCC('S', '0', '1', '6')
};

enum vision_interpolation {
	VISION_NEAREST = 0x4000,
	VISION_BILINEAR = 0x4001,
	VISION_AREA = 0x4002
};

enum vision_channel {
	VISION_CHANNEL_0 = 0x9000,
	VISION_CHANNEL_R = 0x9010,
	VISION_CHANNEL_G = 0x9011,
	VISION_CHANNEL_B = 0x9012,
	VISION_CHANNEL_A = 0x9013,
	VISION_CHANNEL_Y = 0x9014,
	VISION_CHANNEL_U = 0x9015,
	VISION_CHANNEL_V = 0x9016
};

enum vision_policy { VISION_WRAP = 0xa000, VISION_SATURATE = 0xa001 };

enum vision_threshold { VISION_BINARY = 0xb000, VISION_RANGE = 0xb001 };

enum vision_border {
	VISION_BORDER_UNDEFINED = 0xc000,
	VISION_BORDER_CONSTANT = 0xc001,
	VISION_BORDER_REPLICATE = 0xc002
};

enum vision_filter {
	VISION_FILTER_MEDIAN = 0x16000,
	VISION_FILTER_MIN = 0x16001,
	VISION_FILTER_MAX = 0x16002
};

enum vision_termination {
	VISION_ITERATIONS = 0xf000,
	VISION_EPSILON = 0xf001,
	VISION_ITERATIONS_OR_EPSILON = 0xf002
};

enum vision_norm { VISION_NORM_L1 = 0x10000, VISION_NORM_L2 = 0x10001 };

enum vision_rounding { VISION_TO_ZERO = 0x12001, VISION_TO_NEAREST_EVEN = 0x12002 };

/* The maximum width of images that pass through a line buffer. */
#define VISION_MOST_WIDTH 16384

#endif
