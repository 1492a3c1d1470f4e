/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/replay/compare.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/replay/names.h"
#include "tools/replay/writers.h"

enum { SAID = 20 };

static struct fcl_step_back *find_back(struct fcl_step *step, unsigned index, uint64_t owner)
{
	for (unsigned i = 0; i < step->nbacks; i++)
		if (step->backs[i].index == index && step->backs[i].owner == owner)
			return &step->backs[i];
	return NULL;
}

/* The bytes without gaps. */
static const char *compare_pack(struct fcl_step *step, const struct fcl_step_back *back)
{
	const struct fcl_box *box = &back->box;
	char *bytes, *to;

	if (box->rows <= 1 && box->slices <= 1)
		return back->at;
	bytes = to = fcl_step_memory(step, back->size);
	for (size_t slice = 0; bytes && slice < box->slices; slice++)
		for (size_t row = 0; row < box->rows; row++, to += box->width)
			memcpy(to, box->at + slice * box->slice_pitch + row * box->row_pitch,
			       box->width);
	return bytes;
}

static void say_difference(const struct fcl_step *step, const struct fcl_step_back *back,
			   const struct fcl_difference *difference)
{
	char writer[300];

	fcl_writers_describe(step, back->mem, writer, sizeof(writer));
	if (difference->size)
		fcl_replay_say(step->replay, step->number,
			       "bytes %" PRIu64 " to %" PRIu64
			       " of %zu differ from the captured run, which has only their hash%s",
			       difference->at, difference->at + difference->size - 1, back->size,
			       writer);
	else
		fcl_replay_say(step->replay, step->number,
			       "byte %" PRIu64
			       " of %zu is 0x%02x, and 0x%02x in the captured run%s",
			       difference->at, back->size, difference->instead,
			       difference->expected, writer);
}

static void compare(struct fcl_step *step, const struct fcl_step_back *back,
		    const struct fcl_value *value)
{
	struct fcl_replay *replay = step->replay;
	struct fcl_difference difference;
	struct fcl_err err;
	const char *bytes;

	if (step->number < replay->from)
		return;
	bytes = compare_pack(step, back);
	if (!bytes || value->number != back->size) {
		fcl_replay_say(replay, step->number,
			       "%zu bytes are read, and %" PRIu64 " in the captured run",
			       back->size, value->number);
		replay->unequal++;
		return;
	}
	if (fcl_capture_compare(replay->capture, value, bytes, &difference, &err)) {
		fcl_replay_say(replay, step->number, "not compared: %s", err.text);
		replay->failed++;
		return;
	}
	if (replay->only ? fcl_writers_is_unknown(back->mem)
			 : fcl_writers_is_from_before(back->mem)) {
		replay->not_compared++;
		return;
	}
	replay->compared++;
	replay->bytes += back->size;
	if (!difference.found)
		return;
	if (replay->differed)
		replay->differed[step->number]++;
	if (replay->unequal++ < SAID)
		say_difference(step, back, &difference);
}

/* Waits for the command. Returns whether it has ended as in the captured run. */
static bool compare_end(struct fcl_step *step, cl_int captured)
{
	cl_int status = CL_COMPLETE;

	if (step->event && clWaitForEvents(1, &step->event))
		clGetEventInfo(step->event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(status),
			       &status, NULL);
	if (status == captured || (status >= CL_COMPLETE && captured >= CL_COMPLETE) ||
	    step->number < step->replay->from)
		return true;
	step->replay->failed++;
	fcl_replay_say(step->replay, step->number,
		       "its command ended with %d, and %d in the captured run", status, captured);
	return false;
}

bool fcl_compare(struct fcl_step *step, uint64_t record)
{
	struct fcl_values values = fcl_capture_values(step->replay->capture, record);
	struct fcl_value value;
	uint64_t owner = 0;

	if (step->skip || step->status)
		return true;
	if (fcl_values_find(values, FCL_CAPTURE_ENDED, &value)) {
		compare_end(step, (cl_int)(uint32_t)value.number);
		return true;
	}
	if (!compare_end(step, CL_COMPLETE))
		return true;
	while (fcl_values_next(&values, &value)) {
		struct fcl_step_back *back = find_back(step, value.index, owner);

		if (value.type == FCL_VALUE_NUMBER)
			owner = value.number;
		else if (back && fcl_value_has_contents(&value))
			compare(step, back, &value);
	}
	return ++step->compared >= step->nbacks;
}
