/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TOOL_PLAN_H
#define FCL_TOOL_PLAN_H

#include "bitstreams/image/fcl_image.h"
#include "hal/include/fcl_hal.h"
#include "tools/fpgacl/run/array.h"

/* The value of one argument. */
struct fcl_tool_value {
	bool given, null;            /* null: a null pointer */
	struct fcl_tool_array array; /* for a local buffer, only its size is used */
	const char *output;          /* file for the buffer's contents after the run; NULL: none */
	struct fcl_hal_buffer *buffer;
};

struct fcl_tool_launch {
	const struct fcl_image_kernel *kernel;
	uint32_t index; /* the kernel's index in the image */
	uint32_t cu;
	struct fcl_tool_value *values; /* indexed by argument id */
	struct fcl_hal_range range;    /* work_dim 0: not given */
	bool grouped;                  /* local_size was given */
};

enum { FCL_TOOL_LAUNCHES = 64 };

/* The contents of a command line: kernels that run concurrently. */
struct fcl_tool_plan {
	const struct fcl_image *image;
	struct fcl_tool_launch launches[FCL_TOOL_LAUNCHES];
	uint32_t nlaunches;
};

#endif
