/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_SERVE_RUNNER_H
#define FCL_SERVE_RUNNER_H

#include "tools/serve/boards/engine.h"

/* The items of one request within a launch. */
struct fcl_serve_part {
	const void *const *inputs; /* one tensor for each input of the model */
	void *const *outputs;      /* memory for each output */
	int64_t items;
};

/* How long the commands of a launch took on the board; 0 where the driver does not say. */
struct fcl_serve_times {
	uint64_t input_ns, compute_ns, output_ns;
};

/*
 * Returns NULL on failure, with the reason in `problems`. `units` names a compute unit for each
 * kernel; NULL: any.
 */
struct fcl_serve_runner *fcl_serve_runner_create(struct fcl_serve_engine *engine,
						 struct fcl_serve_pipeline *pipeline,
						 const char *const *units,
						 struct fcl_serve_problems *problems);

void fcl_serve_runner_free(struct fcl_serve_runner *runner);

/*
 * Runs one launch over the parts, whose items together must fit in a batch, and waits for it; only
 * one at a time. Tensors are transferred by DMA between the parts' memory and the board; the memory
 * must stay until this returns. Returns CL_SUCCESS or the first failure; then the outputs and times
 * are undefined.
 */
cl_int fcl_serve_runner_run(struct fcl_serve_runner *runner, const struct fcl_serve_part *parts,
			    unsigned count, struct fcl_serve_times *ret_times);

/*
 * Called from another thread: whether a kernel of the running launch has failed, so that kernels
 * connected to it by FIFOs may wait forever.
 */
bool fcl_serve_runner_hangs(struct fcl_serve_runner *runner);

#endif
