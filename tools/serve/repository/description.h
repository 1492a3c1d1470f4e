/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_SERVE_DESCRIPTION_H
#define FCL_SERVE_DESCRIPTION_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "tools/serve/repository/datatype.h"
#include "tools/serve/repository/problems.h"

/*
 * What model.json says about a version of a model: its tensors, and how the kernels of its image take
 * them. docs/serving.md has the form.
 */

enum { FCL_SERVE_DIMENSIONS = 8, FCL_SERVE_VALUE = 8 };

struct fcl_serve_tensor {
	const char *name;
	const struct fcl_serve_datatype *type;
	unsigned ndimensions;
	int64_t shape[FCL_SERVE_DIMENSIONS]; /* the first is -1 where the model takes batches */
	uint64_t item_elements;              /* elements of one item of a batch, or of the whole */
	size_t item_size;                    /* the same in bytes */
};

/* Weights and the like: bytes that go to the board once. */
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
	const char *name; /* the kernel's name for it */
	enum fcl_serve_source source;
	unsigned index;                        /* of the input, output or constant */
	const struct fcl_serve_datatype *type; /* of BATCH and VALUE_OF */
	unsigned char value[FCL_SERVE_VALUE];
};

struct fcl_serve_kernel {
	const char *name;
	struct fcl_serve_argument *arguments;
	unsigned narguments;
	unsigned ndimensions; /* of its range; 0: a task */
	int64_t range[3];     /* work-items; -1: as many as the launch has items */
	size_t group[3];      /* 0: left to the driver */
};

struct fcl_serve_description {
	struct fcl_arena arena;
	char *image; /* the bytes of the xclbin or ELF */
	size_t image_size;
	const char *image_name;
	bool batches;          /* tensors begin with a batch axis */
	int64_t max_batch;     /* most items of a launch; 1 without batches */
	uint64_t max_delay_ns; /* how long a request may wait for others to share its launch */
	int64_t max_queue;     /* most items that wait */
	struct fcl_serve_tensor *inputs, *outputs;
	unsigned ninputs, noutputs;
	struct fcl_serve_constant *constants;
	unsigned nconstants;
	struct fcl_serve_kernel *kernels; /* launched together */
	unsigned nkernels;
	/* [instance * nkernels + kernel]: the compute unit there, NULL: any */
	const char **units;
	unsigned ninstances;
};

/*
 * Reads model.json and the files that it names from a version's folder. NULL: something does not
 * fit, and `problems` says what.
 */
struct fcl_serve_description *fcl_serve_description_read(const char *folder,
							 struct fcl_serve_problems *problems);

void fcl_serve_description_free(struct fcl_serve_description *description);

#endif
