/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/replay/packets.h"

#include <sched.h>

#include "tools/replay/calls.h"
#include "tools/replay/polls.h"

/* The positions of parameters of clEnqueueReadHostPipeINTEL() and clEnqueueWriteHostPipeINTEL(). */
enum { QUEUE, BLOCKING = 3, EVENTS = 6, EVENT = 8 };

bool fcl_packet_is(const struct fcl_step *step)
{
	return step->id == FCL_CALL_clEnqueueReadHostPipeINTEL ||
	       step->id == FCL_CALL_clEnqueueWriteHostPipeINTEL;
}

/* The program's command ended with that status. */
static void packet_fail(struct fcl_step *step, cl_int status)
{
	cl_command_queue queue = fcl_step_handle(step, QUEUE, FCL_OBJECT_QUEUE);
	cl_context context = NULL;

	if (step->skip ||
	    clGetCommandQueueInfo(queue, CL_QUEUE_CONTEXT, sizeof(cl_context), &context, NULL))
		return;
	step->event_index = EVENT;
	step->event = clCreateUserEvent(context, &step->status);
	step->needs_event = true;
	if (step->event)
		clSetUserEventStatus(step->event, status);
}

/* False: there is none yet, and the step is as before. */
static bool packet_try(struct fcl_step *step)
{
	cl_int status = CL_COMPLETE;

	step->needs_event = step->split = true;
	fcl_call_make(step);
	if (step->skip || step->status || !step->event)
		return true;
	if (clWaitForEvents(1, &step->event))
		clGetEventInfo(step->event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(status),
			       &status, NULL);
	if (!fcl_poll_is_none(status))
		return true;
	clReleaseEvent(step->event);
	step->event = NULL;
	step->nbacks = 0;
	return false;
}

/* What it failed for may not be so here, and then it would wait. */
static void packet_try_once(struct fcl_step *step)
{
	cl_int end = CL_COMPLETE;

	if (!packet_try(step))
		end = CL_OUT_OF_RESOURCES; /* there is none: it would wait */
	else if (!step->skip && !step->status && step->event)
		clGetEventInfo(step->event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(end), &end,
			       NULL);
	if (end < 0)
		step->status = end;
}

static void packet_unlink(struct fcl_step *step)
{
	struct fcl_step **at = &step->replay->packets;

	while (*at && *at != step)
		at = &(*at)->next;
	if (*at)
		*at = step->next;
}

/* Other threads' packets move meanwhile, for which there were none when their calls began. */
static void packet_wait(struct fcl_step *step)
{
	while (!packet_try(step)) {
		for (struct fcl_step *other = step->replay->packets, *next; other; other = next) {
			next = other->next;
			if (other != step && packet_try(other))
				packet_unlink(other);
		}
		sched_yield();
	}
}

/*
 * What became of a command that did not block: 0, its status, or 1: it is not known, or comes after
 * events, which the program may have set later.
 */
static cl_int captured_end(const struct fcl_step *step)
{
	struct fcl_value ended;

	if (step->call->readback == FCL_NO_RECORD || fcl_step_number(step, EVENTS))
		return 1;
	return fcl_values_find(fcl_capture_values(step->replay->capture, step->call->readback),
			       FCL_CAPTURE_ENDED, &ended)
		       ? (cl_int)(uint32_t)ended.number
		       : CL_COMPLETE;
}

void fcl_packet_make(struct fcl_step *step)
{
	bool blocking = fcl_step_number(step, BLOCKING);
	cl_int end = blocking ? step->call->status : captured_end(step);

	if (fcl_poll_is_none(end)) {
		packet_fail(step, end);
	} else if (blocking && end < 0) {
		packet_try_once(step);
	} else if (end != CL_COMPLETE || !step->call->result) {
		fcl_call_make(step);
	} else if (!blocking || !step->split) {
		packet_wait(step);
	} else if (!packet_try(step)) {
		step->next = step->replay->packets;
		step->replay->packets = step;
	}
}

void fcl_packet_finish(struct fcl_step *step)
{
	struct fcl_step *waiting = step->replay->packets;

	while (waiting && waiting != step)
		waiting = waiting->next;
	if (!waiting)
		return;
	packet_wait(step);
	packet_unlink(step);
}
