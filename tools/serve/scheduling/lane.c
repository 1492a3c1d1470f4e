/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/serve/scheduling/lane.h"

#include <stdlib.h>

#include "base/thread.h"
#include "tools/serve/boards/engine_open.h"
#include "tools/serve/ops/note.h"
#include "tools/serve/scheduling/queue.h"

enum { PAGE = 4096 };

/* Results are transferred directly to the memory from which the answer is sent. */
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

static cl_int lane_run(struct fcl_serve_lane *lane)
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
		status = fcl_serve_runner_run(lane->runner, parts, batch->count, &batch->times);
	free(parts);
	return status;
}

/*
 * After a failure: if the board is gone, or its FIFOs may contain data of a failed launch, stops
 * launching there.
 */
static void handle_failure(struct fcl_serve_lane *lane, cl_int status)
{
	struct fcl_serve_engine *engine = lane->engine;
	bool lost = !fcl_serve_board_works(engine->board);
	bool broken = fcl_serve_engine_is_broken(engine);

	fcl_serve_note(
		"model %s/%u: a launch on board %s failed (%d)%s", lane->model->name,
		lane->model->version, engine->board->name, status,
		broken ? "; its FIFOs are not empty, so this board gets no more launches of it"
		       : "");
	if (lost || broken)
		fcl_serve_queue_withdraw(lane);
}

static void *lane_work(void *data)
{
	struct fcl_serve_lane *lane = data;
	struct fcl_serve_model *model = lane->model;

	while (fcl_serve_queue_take(lane)) {
		cl_int status = lane_run(lane);

		if (status != CL_SUCCESS)
			handle_failure(lane, status);
		fcl_serve_queue_finish(lane, status);
	}
	free(lane->batch.entries);
	fcl_serve_queue_leave(lane);
	fcl_serve_model_unref(model);
	return NULL;
}

static bool lane_start(struct fcl_serve_lane *lane)
{
	fcl_serve_model_ref(lane->model);
	if (!fcl_thread_start(lane_work, lane))
		return true;
	fcl_serve_model_unref(lane->model);
	return false;
}

/* Once it is added, the watch can see the lane. Returns NULL if out of memory. */
static struct fcl_serve_lane *add_lane(struct fcl_serve_model *model,
				       struct fcl_serve_engine *engine, unsigned runner)
{
	struct fcl_serve_lane *lane = calloc(1, sizeof(*lane)), **lanes;

	if (!lane)
		return NULL;
	*lane = (struct fcl_serve_lane){.model = model,
					.engine = engine,
					.runner = engine->runners[runner],
					.running = true};
	pthread_mutex_lock(&model->lock);
	lanes = realloc(model->lanes, (model->nlanes + 1) * sizeof(struct fcl_serve_lane *));
	if (lanes) {
		model->lanes = lanes;
		lanes[model->nlanes++] = lane;
		model->serving |= UINT64_C(1) << engine->board->index;
	}
	pthread_mutex_unlock(&model->lock);
	if (!lanes)
		free(lane);
	return lanes ? lane : NULL;
}

bool fcl_serve_lanes_start(struct fcl_serve_model *model, struct fcl_serve_engine *engine)
{
	for (unsigned i = 0; i < engine->nrunners; i++) {
		struct fcl_serve_lane *lane = add_lane(model, engine, i);

		if (lane && lane_start(lane))
			continue;
		fcl_serve_queue_close(model, engine);
		if (lane)
			fcl_serve_queue_leave(lane);
		return false;
	}
	return true;
}

bool fcl_serve_lanes_run(const struct fcl_serve_model *model, const struct fcl_serve_engine *engine)
{
	for (unsigned i = 0; i < model->nlanes; i++)
		if (model->lanes[i]->engine == engine && model->lanes[i]->running)
			return true;
	return false;
}
