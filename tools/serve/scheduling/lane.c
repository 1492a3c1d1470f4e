/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/serve/scheduling/lane.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/thread.h"
#include "tools/serve/ops/note.h"
#include "tools/serve/scheduling/queue.h"

enum { PAGE = 4096 };

/* Results go straight to the memory from which the answer is sent. */
static bool give_memory(const struct fcl_serve_model *model, struct fcl_serve_entry *entry)
{
	unsigned count = model->description->noutputs;
	size_t size = fcl_serve_output_offset(model, count, entry->items);
	void *memory;

	entry->pointers = calloc(count, sizeof(*entry->pointers));
	if (!entry->pointers || posix_memalign(&memory, PAGE, size ? size : 1))
		return false;
	entry->outputs = memory;
	for (unsigned i = 0; i < count; i++)
		entry->pointers[i] = entry->outputs +
				     fcl_serve_output_offset(model, i, entry->items);
	return true;
}

static cl_int run(struct fcl_serve_lane *lane)
{
	struct fcl_serve_batch *batch = &lane->batch;
	struct fcl_serve_part *parts = calloc(batch->count, sizeof(*parts));
	cl_int status = parts ? CL_SUCCESS : CL_OUT_OF_HOST_MEMORY;

	for (unsigned i = 0; i < batch->count && status == CL_SUCCESS; i++) {
		struct fcl_serve_entry *entry = &batch->entries[i];

		if (!give_memory(lane->model, entry))
			status = CL_OUT_OF_HOST_MEMORY;
		else
			parts[i] = (struct fcl_serve_part){(const void *const *)entry->inputs,
							   entry->pointers, entry->items};
	}
	if (status == CL_SUCCESS)
		status = fcl_serve_slot_run(lane->slot, parts, batch->count);
	free(parts);
	return status;
}

/* After a failure: a board that is gone, or FIFOs with rests of a launch, take no other launch. */
static void look_after(struct fcl_serve_lane *lane, cl_int status)
{
	struct fcl_serve_engine *engine = lane->engine;
	bool lost = !fcl_serve_board_works(engine->board);
	bool broken = fcl_serve_engine_is_broken(engine);

	fcl_serve_note("model %s/%u: a launch on board %s failed (%d)%s", lane->model->name,
		       lane->model->version, engine->board->name, status,
		       broken ? "; its FIFOs are not empty, so it gets no more" : "");
	if (lost || broken)
		fcl_serve_queue_withdraw(lane);
}

static void *work(void *data)
{
	struct fcl_serve_lane *lane = data;
	struct fcl_serve_model *model = lane->model;

	while (fcl_serve_queue_take(lane)) {
		cl_int status = run(lane);

		if (status != CL_SUCCESS)
			look_after(lane, status);
		fcl_serve_queue_finish(lane, status);
	}
	free(lane->batch.entries);
	fcl_serve_queue_leave(lane);
	fcl_serve_model_unref(model);
	return NULL;
}

int fcl_serve_lane_start(struct fcl_serve_lane *lane)
{
	int error;

	fcl_serve_model_ref(lane->model);
	error = fcl_thread_start(work, lane);
	if (error)
		fcl_serve_model_unref(lane->model);
	return error;
}
