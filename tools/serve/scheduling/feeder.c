/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/serve/scheduling/feeder.h"

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

static cl_int feeder_run(struct fcl_serve_feeder *feeder)
{
	struct fcl_serve_batch *batch = &feeder->batch;
	struct fcl_serve_part *parts = calloc(batch->count, sizeof(*parts));
	cl_int status = parts ? CL_SUCCESS : CL_OUT_OF_HOST_MEMORY;

	for (unsigned i = 0; i < batch->count && status == CL_SUCCESS; i++) {
		struct fcl_serve_entry *entry = &batch->entries[i];

		if (!give_memory(feeder->model, entry))
			status = CL_OUT_OF_HOST_MEMORY;
		else
			parts[i] = (struct fcl_serve_part){(const void *const *)entry->inputs,
							   entry->pointers, entry->items};
	}
	if (status == CL_SUCCESS)
		status = fcl_serve_runner_run(feeder->runner, parts, batch->count, &batch->times);
	free(parts);
	return status;
}

/*
 * After a failure: if the board is gone, or its FIFOs may contain data of a failed launch, stops
 * launching there.
 */
static void handle_failure(struct fcl_serve_feeder *feeder, cl_int status)
{
	struct fcl_serve_engine *engine = feeder->engine;
	bool lost = !fcl_serve_board_works(engine->board);
	bool broken = fcl_serve_engine_is_broken(engine);

	fcl_serve_note(
		"model %s/%u: a launch on board %s failed (%d)%s", feeder->model->name,
		feeder->model->version, engine->board->name, status,
		broken ? "; its FIFOs are not empty, so this board gets no more launches of it"
		       : "");
	if (lost || broken)
		fcl_serve_queue_withdraw(feeder);
}

static void *feeder_work(void *data)
{
	struct fcl_serve_feeder *feeder = data;
	struct fcl_serve_model *model = feeder->model;

	while (fcl_serve_queue_take(feeder)) {
		cl_int status = feeder_run(feeder);

		if (status != CL_SUCCESS)
			handle_failure(feeder, status);
		fcl_serve_queue_finish(feeder, status);
	}
	free(feeder->batch.entries);
	fcl_serve_queue_leave(feeder);
	fcl_serve_model_unref(model);
	return NULL;
}

static bool feeder_start(struct fcl_serve_feeder *feeder)
{
	fcl_serve_model_ref(feeder->model);
	if (!fcl_thread_start(feeder_work, feeder))
		return true;
	fcl_serve_model_unref(feeder->model);
	return false;
}

/* Once it is added, the watch can see the feeder. Returns NULL if out of memory. */
static struct fcl_serve_feeder *add_feeder(struct fcl_serve_model *model,
					   struct fcl_serve_engine *engine, unsigned runner)
{
	struct fcl_serve_feeder *feeder = calloc(1, sizeof(*feeder)), **feeders;

	if (!feeder)
		return NULL;
	*feeder = (struct fcl_serve_feeder){.model = model,
					    .engine = engine,
					    .runner = engine->runners[runner],
					    .running = true};
	pthread_mutex_lock(&model->lock);
	feeders = realloc(model->feeders,
			  (model->nfeeders + 1) * sizeof(struct fcl_serve_feeder *));
	if (feeders) {
		model->feeders = feeders;
		feeders[model->nfeeders++] = feeder;
		model->serving |= UINT64_C(1) << engine->board->index;
	}
	pthread_mutex_unlock(&model->lock);
	if (!feeders)
		free(feeder);
	return feeders ? feeder : NULL;
}

bool fcl_serve_feeders_start(struct fcl_serve_model *model, struct fcl_serve_engine *engine)
{
	for (unsigned i = 0; i < engine->nrunners; i++) {
		struct fcl_serve_feeder *feeder = add_feeder(model, engine, i);

		if (feeder && feeder_start(feeder))
			continue;
		fcl_serve_queue_close(model, engine);
		if (feeder)
			fcl_serve_queue_leave(feeder);
		return false;
	}
	return true;
}

bool fcl_serve_feeders_run(const struct fcl_serve_model *model,
			   const struct fcl_serve_engine *engine)
{
	for (unsigned i = 0; i < model->nfeeders; i++)
		if (model->feeders[i]->engine == engine && model->feeders[i]->running)
			return true;
	return false;
}
