/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_SERVE_DESCRIPTION_H
#define FCL_SERVE_DESCRIPTION_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "tools/serve/repository/datatype.h"
#include "tools/serve/repository/problems.h"

/*
 * The contents of model.json for one version of a model: its tensors, and how the kernels in its
 * image take them. docs/serving.md documents the format.
 */

enum { FCL_SERVE_DIMENSIONS = 8, FCL_SERVE_VALUE = 8 };

struct fcl_serve_tensor {
	const char *name;
	const struct fcl_serve_datatype *type;
	unsigned ndimensions;
	int64_t shape
		[FCL_SERVE_DIMENSIONS]; /* the first dimension is -1 if the model takes batches */
	uint64_t item_elements;         /* elements of one item of a batch or, without batches,
					      * of the tensor */
	size_t item_size;               /* the same in bytes */
};

/* Weights and similar data, copied to the board once. */
struct fcl_serve_constant {
	const char *name;
	char *bytes;
	size_t size;
};

enum fcl_serve_source {
	FCL_SERVE_INPUT,
	FCL_SERVE_OUTPUT,
	FCL_SERVE_CONSTANT,
	FCL_SERVE_BATCH, /* the number of items in a launch */
	FCL_SERVE_VALUE_OF,
};

struct fcl_serve_argument {
	const char *name; /* argument name in the kernel */
	enum fcl_serve_source source;
	unsigned index;                        /* index of the input, output or constant */
	const struct fcl_serve_datatype *type; /* for BATCH and VALUE_OF */
	unsigned char value[FCL_SERVE_VALUE];
};

struct fcl_serve_kernel {
	const char *name;
	struct fcl_serve_argument *arguments;
	unsigned narguments;
	unsigned ndimensions; /* dimensions of its NDRange; 0: a task */
	int64_t range[3];     /* work-items; -1: the number of items in the launch */
	size_t group[3];      /* 0: chosen by the driver */
};

struct fcl_serve_description {
	struct fcl_arena arena;
	char *image; /* contents of the xclbin or ELF */
	size_t image_size;
	const char *image_name;
	bool batches;          /* tensors have a batch axis as first dimension */
	int64_t max_batch;     /* maximum number of items in a launch; 1 without batches */
	uint64_t max_delay_ns; /* how long a request may wait for others to join its launch */
	int64_t max_queue;     /* maximum number of waiting items */
	struct fcl_serve_tensor *inputs, *outputs;
	unsigned ninputs, noutputs;
	struct fcl_serve_constant *constants;
	unsigned nconstants;
	struct fcl_serve_kernel *kernels; /* launched together */
	unsigned nkernels;
	/* [instance * nkernels + kernel]: name of the compute unit; NULL: any */
	const char **units;
	unsigned ninstances;
};

#endif
