/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_SERVE_SLOT_H
#define FCL_SERVE_SLOT_H

#include "tools/serve/boards/engine.h"

/* The items of one request within a launch. */
struct fcl_serve_part {
	const void *const *inputs; /* a tensor for each input of the model */
	void *const *outputs;      /* memory for each output */
	int64_t items;
};

/* NULL: `problems` says why. `units` names a compute unit for each kernel, or is NULL for any. */
struct fcl_serve_slot *fcl_serve_slot_create(struct fcl_serve_engine *engine,
					     struct fcl_serve_pipeline *pipeline,
					     const char *const *units,
					     struct fcl_serve_problems *problems);

void fcl_serve_slot_free(struct fcl_serve_slot *slot);

/*
 * Runs one launch over the parts, whose items together fit a batch, and waits for it; one at a time.
 * Tensors go by DMA from the parts' memory to the board and back, which stays in use until this returns.
 * CL_SUCCESS, or the status of what failed first; then outputs mean nothing.
 */
cl_int fcl_serve_slot_run(struct fcl_serve_slot *slot, const struct fcl_serve_part *parts,
			  unsigned count);

/*
 * From another thread: whether a kernel of the launch that is running has failed, so that others, which
 * FIFOs join with it, may wait forever.
 */
bool fcl_serve_slot_hangs(struct fcl_serve_slot *slot);

#endif
