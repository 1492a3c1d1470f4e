/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_VX_DESCRIBED_H
#define FCL_VX_DESCRIBED_H

#include "runtime/clients/openvx/base/context.h"

/* The source of an argument of a kernel in an image; README.md explains it. */
enum fcl_vx_term {
	FCL_VX_TERM_STREAM, /* not set: the image connects it */
	FCL_VX_TERM_BUFFER,
	FCL_VX_TERM_COUNT_BUFFER,
	FCL_VX_TERM_VALUE,
	FCL_VX_TERM_NUMBER,
	FCL_VX_TERM_WIDTH,
	FCL_VX_TERM_HEIGHT,
	FCL_VX_TERM_STRIDE,
	FCL_VX_TERM_FORMAT,
	FCL_VX_TERM_SPACE,
	FCL_VX_TERM_LEFT, /* of the valid region */
	FCL_VX_TERM_TOP,
	FCL_VX_TERM_RIGHT,
	FCL_VX_TERM_BOTTOM,
	FCL_VX_TERM_LOWER,
	FCL_VX_TERM_UPPER,
	FCL_VX_TERM_TRUE,
	FCL_VX_TERM_FALSE,
	FCL_VX_TERM_KIND,
	FCL_VX_TERM_CAPACITY,
	FCL_VX_TERM_ENTRIES,
	FCL_VX_TERM_BINS,
	FCL_VX_TERM_OFFSET,
	FCL_VX_TERM_RANGE,
	FCL_VX_TERM_WINDOW,
	FCL_VX_TERM_ROWS,
	FCL_VX_TERM_COLUMNS,
	FCL_VX_TERM_SCALE,
	FCL_VX_TERM_PRESENT,
	FCL_VX_TERM_BYTES,
	FCL_VX_TERM_ORIGIN_X,
	FCL_VX_TERM_ORIGIN_Y,
	FCL_VX_TERM_SCRATCH,
	FCL_VX_TERM_LEVELS,
	FCL_VX_TERM_INDEX,
	FCL_VX_TERM_BORDER_MODE,
	FCL_VX_TERM_BORDER_VALUE
};

struct fcl_vx_described_argument {
	enum fcl_vx_term term;
	vx_uint32 parameter;
	vx_uint32 plane;
	bool level;    /* of a pyramid: level `step`, or that many levels after the current one */
	bool relative; /* the latter */
	int step;
	int64_t number;
	unsigned bytes; /* 4 or 8 */
};

struct fcl_vx_described_function {
	char *name;
	struct fcl_vx_described_argument *arguments;
	vx_uint32 narguments;
	struct fcl_vx_described_argument global[3], local[3];
	cl_uint ndims, nlocal; /* 0: one work-item */
	vx_int32 each;         /* launched for each level of this parameter; -1: only once */
	bool backwards;        /* from the last level to the first one */
};

struct fcl_vx_described_parameter {
	char *name;
	vx_enum direction, type;
	vx_enum items[4]; /* the item's type must be one of these */
	vx_uint32 nitems;
	bool pixel_item; /* or the sample type of the first input image */
	bool optional, any_size;
	bool half;       /* an output image has half the size, rounded up */
	bool below;      /* an image has the size of the level after the last one of `like` */
	bool of_channel; /* the size of one channel, which several pixels may share */
	bool wide;       /* an output image has at least as many bits as the input images */
	vx_df_image formats[16];
	vx_uint32 nformats;
	vx_int32 format_of, like; /* indices of parameters; -1: none */
	vx_uint32 most_width;     /* 0: no limit */
	vx_uint32 rows, columns;  /* of a matrix; 0: any */
	double scale;             /* of a pyramid; 0: any */
	double *values;
	vx_uint32 nvalues;
};

struct fcl_vx_described {
	char *name;
	vx_enum enumeration; /* 0: assigned from the range for users */
	struct fcl_vx_described_parameter *parameters;
	vx_uint32 nparameters;
	struct fcl_vx_described_function *functions;
	vx_uint32 nfunctions;
	bool chained; /* the functions run concurrently; otherwise one after the other */
	struct fcl_vx_described_argument (*copies)[2];
	vx_uint32 ncopies;
	vx_uint32 margin;    /* how many pixels around a pixel it reads */
	bool resets;         /* its outputs are valid as a whole */
	bool needs_whole;    /* its inputs must be valid as a whole */
	vx_int32 scratch_of; /* the parameter whose size determines the scratch memory; -1: none */
	vx_uint32 scratch_bytes; /* for each pixel or item */
	unsigned borders;        /* bit n: mode VX_BORDER_UNDEFINED + n */
	struct fcl_vx_description *file;
};

struct fcl_vx_description {
	char *path;
	char **binaries; /* paths, relative to the description's directory */
	vx_uint32 nbinaries;
	struct fcl_vx_described *kernels;
	vx_uint32 nkernels;
	cl_program *programs; /* for each device of the context; NULL: not loaded */
};

#endif
