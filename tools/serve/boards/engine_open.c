/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/serve/boards/engine_open.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/serve/boards/kernels.h"
#include "tools/serve/boards/runner.h"

enum { RUNNERS_EACH = 2, MOST_UNITS = 8, MOST_TRIES = 4 };

bool fcl_serve_engine_is_broken(struct fcl_serve_engine *engine)
{
	return fcl_serve_turns_are_excluded(&engine->board->turns, engine->image);
}

/*
 * FNV-1a over words. It only has to identify versions that share an image, not to resist forgery.
 */
static uint64_t engine_key_of(const char *bytes, size_t size)
{
	uint64_t key = UINT64_C(0xcbf29ce484222325) ^ size, word;

	for (size_t at = 0; at < size; at += sizeof(word)) {
		word = 0;
		memcpy(&word, bytes + at, size - at < sizeof(word) ? size - at : sizeof(word));
		key = (key ^ word) * UINT64_C(0x100000001b3);
	}
	return key;
}

static void engine_complain(struct fcl_serve_engine *engine, const char *what, cl_int status,
			    struct fcl_serve_problems *problems)
{
	char said[sizeof(engine->board->said)];

	fcl_serve_board_get_report(engine->board, said, sizeof(said));
	fcl_serve_complain(problems, "board %s: %s (%d)%s%s", engine->board->name, what, status,
			   *said ? ": " : "", said);
}

/* Offers the image to the board, which accepts or refuses it. */
static bool engine_load(struct fcl_serve_engine *engine, bool *ret_refused,
			struct fcl_serve_problems *problems)
{
	const struct fcl_serve_description *description = engine->description;
	const unsigned char *image = (const unsigned char *)description->image;
	cl_int status, accepted = CL_SUCCESS;

	fcl_serve_board_clear_report(engine->board);
	engine->context = clCreateContext(NULL, 1, &engine->board->device, fcl_serve_board_report,
					  engine->board, &status);
	if (status != CL_SUCCESS) {
		engine_complain(engine, "no context can be created", status, problems);
		return false;
	}
	engine->program = clCreateProgramWithBinary(engine->context, 1, &engine->board->device,
						    &description->image_size, &image, &accepted,
						    &status);
	if (status == CL_SUCCESS && accepted == CL_SUCCESS)
		return true;
	*ret_refused = status == CL_INVALID_BINARY || accepted == CL_INVALID_BINARY;
	engine_complain(engine, "the image is refused", status ? status : accepted, problems);
	return false;
}

static bool create_constants(struct fcl_serve_engine *engine, struct fcl_serve_problems *problems)
{
	const struct fcl_serve_description *description = engine->description;

	engine->constants = calloc(description->nconstants + 1, sizeof(cl_mem));
	for (unsigned i = 0; engine->constants && i < description->nconstants; i++) {
		const struct fcl_serve_constant *constant = &description->constants[i];
		cl_int status;

		engine->constants[i] = clCreateBuffer(engine->context,
						      CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR,
						      constant->size, constant->bytes, &status);
		if (status != CL_SUCCESS) {
			engine_complain(engine, "a buffer for a constant cannot be created", status,
					problems);
			return false;
		}
	}
	return engine->constants != NULL;
}

/*
 * Copies the constants to the board before the first launch, because a copy that fails during a
 * launch would leave FIFOs partly filled. Their bank is known, since the runners' kernels have them
 * as arguments.
 */
static bool move_constants(struct fcl_serve_engine *engine, struct fcl_serve_problems *problems)
{
	unsigned count = engine->description->nconstants;
	cl_command_queue queue = engine->pipelines[0].queues[0];
	cl_int status = CL_SUCCESS;

	for (unsigned i = 0; i < count && status == CL_SUCCESS; i++)
		for (unsigned tries = 0; tries < MOST_TRIES; tries++) {
			cl_event event;

			status = clEnqueueMigrateMemObjects(queue, 1, &engine->constants[i], 0, 0,
							    NULL, &event);
			if (status != CL_SUCCESS)
				continue;
			status = clWaitForEvents(1, &event);
			clReleaseEvent(event);
			if (status == CL_SUCCESS)
				break;
		}
	if (status != CL_SUCCESS)
		engine_complain(engine, "a constant cannot be written to the board", status,
				problems);
	return status == CL_SUCCESS;
}

static bool create_pipeline(struct fcl_serve_engine *engine, struct fcl_serve_pipeline *pipeline)
{
	unsigned count = engine->description->nkernels;
	cl_int status;

	pthread_mutex_init(&pipeline->lock, NULL);
	pthread_cond_init(&pipeline->judged, NULL);
	engine->npipelines++;
	pipeline->queues = calloc(count, sizeof(cl_command_queue));
	for (unsigned k = 0; pipeline->queues && k < count; k++) {
		pipeline->queues[k] = clCreateCommandQueue(engine->context, engine->board->device,
							   CL_QUEUE_PROFILING_ENABLE, &status);
		if (status != CL_SUCCESS)
			return false;
	}
	return pipeline->queues != NULL;
}

/* A single kernel does not need ordered launches, so they may spread over its compute units. */
static unsigned count_pipelines(const struct fcl_serve_engine *engine)
{
	const struct fcl_serve_description *description = engine->description;
	cl_uint units = 1;

	if (description->nkernels > 1 || description->ninstances > 1)
		return description->ninstances;
	clGetDeviceInfo(engine->board->device, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof(units), &units,
			NULL);
	return units < 1 ? 1 : units > MOST_UNITS ? MOST_UNITS : units;
}

/* Creates two runners for each pipeline, so that one can upload while the other computes. */
static bool engine_create_runners(struct fcl_serve_engine *engine,
				  struct fcl_serve_problems *problems)
{
	const struct fcl_serve_description *description = engine->description;
	unsigned count = count_pipelines(engine);

	engine->pipelines = calloc(count, sizeof(*engine->pipelines));
	engine->runners = calloc((size_t)count * RUNNERS_EACH, sizeof(struct fcl_serve_runner *));
	if (!engine->pipelines || !engine->runners)
		return false;
	for (unsigned i = 0; i < count; i++)
		if (!create_pipeline(engine, &engine->pipelines[i]))
			return false;
	for (unsigned i = 0; i < count * RUNNERS_EACH; i++) {
		unsigned pipeline = i % count;
		const char **units = description->units +
				     (size_t)(pipeline % description->ninstances) *
					     description->nkernels;

		engine->runners[i] = fcl_serve_runner_create(engine, &engine->pipelines[pipeline],
							     units, problems);
		if (!engine->runners[i])
			return false;
		engine->nrunners++;
	}
	return true;
}

struct fcl_serve_engine *fcl_serve_engine_open(struct fcl_serve_board *board,
					       const struct fcl_serve_description *description,
					       bool *ret_refused,
					       struct fcl_serve_problems *problems)
{
	struct fcl_serve_engine *engine = calloc(1, sizeof(*engine));
	unsigned before = problems->count;

	*ret_refused = false;
	if (!engine) {
		fcl_serve_complain(problems, "out of memory");
		return NULL;
	}
	engine->board = board;
	engine->description = description;
	engine->image = engine_key_of(description->image, description->image_size);
	if (fcl_serve_engine_is_broken(engine)) {
		*ret_refused = true;
		fcl_serve_complain(
			problems,
			"board %s: a launch of this image failed half-way and left data in its "
			"FIFOs: restart the worker",
			board->name);
	} else if (engine_load(engine, ret_refused, problems) &&
		   fcl_serve_kernels_check(engine->program, description, problems) &&
		   create_constants(engine, problems) && engine_create_runners(engine, problems) &&
		   move_constants(engine, problems)) {
		return engine;
	}
	if (problems->count == before)
		fcl_serve_complain(problems, "board %s: out of memory", board->name);
	fcl_serve_engine_close(engine);
	return NULL;
}

static void close_pipelines(struct fcl_serve_engine *engine)
{
	for (unsigned i = 0; i < engine->npipelines; i++) {
		struct fcl_serve_pipeline *pipeline = &engine->pipelines[i];

		for (unsigned k = 0; pipeline->queues && k < engine->description->nkernels; k++)
			if (pipeline->queues[k])
				clReleaseCommandQueue(pipeline->queues[k]);
		free(pipeline->queues);
		pthread_cond_destroy(&pipeline->judged);
		pthread_mutex_destroy(&pipeline->lock);
	}
	free(engine->pipelines);
}

void fcl_serve_engine_close(struct fcl_serve_engine *engine)
{
	if (!engine)
		return;
	for (unsigned i = 0; i < engine->nrunners; i++)
		fcl_serve_runner_free(engine->runners[i]);
	free(engine->runners);
	close_pipelines(engine);
	for (unsigned i = 0; engine->constants && i < engine->description->nconstants; i++)
		if (engine->constants[i])
			clReleaseMemObject(engine->constants[i]);
	free(engine->constants);
	if (engine->program)
		clReleaseProgram(engine->program);
	if (engine->context)
		clReleaseContext(engine->context);
	free(engine);
}
