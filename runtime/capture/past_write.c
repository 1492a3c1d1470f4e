/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/capture/past_write.h"

#include <string.h>

#include "runtime/capture/ids.h"
#include "runtime/capture/past_objects.h"
#include "runtime/capture/table.h"

static void write_reference(struct fcl_ring_writer *writer, unsigned id, uint64_t handle,
			    int64_t times)
{
	struct fcl_body values, none;

	fcl_body_begin(&none);
	fcl_body_begin(&values);
	fcl_body_number(&values, 0, handle);
	while (times-- > 0)
		fcl_ring_write_made(writer, id, &values, &none);
}

/* An event of a forgotten command becomes that of a marker in its queue. */
static void write_event(struct fcl_ring_writer *writer, const struct fcl_past_object *event)
{
	struct fcl_body values, results;

	if (!event->needs)
		return;
	fcl_body_begin(&values);
	fcl_body_number(&values, 0, event->needs->handle);
	fcl_body_number(&values, 3, 1);
	fcl_body_begin(&results);
	fcl_body_number(&results, 3, event->handle);
	fcl_ring_write_made(writer, FCL_CALL_clEnqueueMarkerWithWaitList, &values, &results);
}

static unsigned retain_of(const struct fcl_past_object *object)
{
	const struct fcl_past_call *call = object->calls;

	if (object->type == FCL_PAST_EVENT)
		return FCL_CALL_clRetainEvent;
	if (object->type == FCL_PAST_MEM)
		return FCL_CALL_clRetainMemObject;
	if (object->type == FCL_PAST_KERNEL)
		return FCL_CALL_clRetainKernel;
	while (call && call->why != FCL_PAST_CREATES)
		call = call->next;
	if (!call)
		return FCL_CALL_COUNT;
	return !strcmp(fcl_call_table[call->call->call].type, "cl_context")
		       ? FCL_CALL_clRetainContext
	       : !strcmp(fcl_call_table[call->call->call].type, "cl_command_queue")
		       ? FCL_CALL_clRetainCommandQueue
	       : !strcmp(fcl_call_table[call->call->call].type, "cl_program")
		       ? FCL_CALL_clRetainProgram
	       : !strcmp(fcl_call_table[call->call->call].type, "cl_sampler")
		       ? FCL_CALL_clRetainSampler
		       : FCL_CALL_COUNT;
}

static void write_object(struct fcl_past_object *object, void *user)
{
	static const char text[] =
		"what a buffer had when the ring began is not known: kernels or copies had written to it";
	struct fcl_ring_writer *writer = user;
	unsigned retain = object->gone ? FCL_CALL_COUNT : retain_of(object);
	struct fcl_body note;

	if (object->gone)
		return;
	if (object->type == FCL_PAST_EVENT)
		write_event(writer, object);
	if (retain < FCL_CALL_COUNT)
		write_reference(writer, retain, object->handle, object->references - 1);
	if (!object->unknown)
		return;
	fcl_body_begin(&note);
	fcl_body_text(&note, FCL_NOTE_TEXT, text);
	fcl_body_number(&note, FCL_NOTE_OBJECT, object->handle);
	fcl_ring_write_note(writer, &note);
}

void fcl_past_write_objects(struct fcl_ring_writer *writer)
{
	fcl_past_each(write_object, writer);
}
