/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/capture/readback.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "base/capture/recorder.h"

struct pending {
	struct pending *next;
	cl_event event;
	uint64_t number, owner;
	unsigned id, index;
	struct fcl_box box;
};

static pthread_mutex_t pending_lock = PTHREAD_MUTEX_INITIALIZER;
/* Guarded by pending_lock; `count` may be read without it. */
static struct pending *first, **last = &first;
static atomic_size_t count;

static void record(uint64_t number, unsigned id, unsigned index, uint64_t owner,
		   const struct fcl_box *box)
{
	struct fcl_body body;

	fcl_body_begin(&body);
	fcl_body_leb(&body, number);
	if (owner)
		fcl_body_number(&body, index, owner);
	fcl_recorder_contents(&body, index, box, fcl_recording_whole());
	fcl_recorder_append(FCL_CAPTURE_READBACK, id, &body);
}

static void record_failure(const struct pending *pending, cl_int status)
{
	struct fcl_body body;

	fcl_body_begin(&body);
	fcl_body_leb(&body, pending->number);
	fcl_body_number(&body, FCL_CAPTURE_ENDED, (uint32_t)status);
	fcl_recorder_append(FCL_CAPTURE_READBACK, pending->id, &body);
}

void fcl_readback_now(const struct fcl_call *call, unsigned index, uint64_t owner,
		      const struct fcl_box *box)
{
	record(call->number, call->id, index, owner, box);
}

/* As for the regions: other locks are taken under this one. */
static void in_child(void)
{
	pthread_mutex_init(&pending_lock, NULL);
	first = NULL;
	last = &first;
	count = 0;
}

static void handle_forks(void)
{
	pthread_atfork(NULL, NULL, in_child);
}

void fcl_readback_later(const struct fcl_call *call, unsigned index, uint64_t owner,
			const struct fcl_box *box, cl_event event)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	struct pending *pending = calloc(1, sizeof(*pending));

	pthread_once(&once, handle_forks);
	if (!pending || fcl_capture_next->clRetainEvent(event)) {
		free(pending);
		fcl_recording_note("what call %llu reads is not recorded",
				   (unsigned long long)call->number);
		return;
	}
	*pending = (struct pending){NULL, event, call->number, owner, call->id, index, *box};
	pthread_mutex_lock(&pending_lock);
	*last = pending;
	last = &pending->next;
	count++;
	pthread_mutex_unlock(&pending_lock);
}

void fcl_readback_end(const struct fcl_call *call, cl_event event)
{
	const struct fcl_box nothing = {0};

	fcl_readback_later(call, 0, 0, &nothing, event);
}

/* CL_COMPLETE, an error, or a state before the end. */
static cl_int status_of(cl_event event)
{
	cl_int status = CL_INVALID_EVENT;

	if (fcl_capture_next->clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS,
					     sizeof(status), &status, NULL))
		return CL_INVALID_EVENT;
	return status;
}

static void take_out(struct pending **at)
{
	struct pending *pending = *at;

	*at = pending->next;
	if (last == &pending->next)
		last = at;
	count--;
	fcl_capture_next->clReleaseEvent(pending->event);
	free(pending);
}

void fcl_readback_collect(void)
{
	if (!atomic_load_explicit(&count, memory_order_acquire))
		return;
	pthread_mutex_lock(&pending_lock);
	for (struct pending **at = &first; *at;) {
		struct pending *pending = *at;
		cl_int status = status_of(pending->event);

		if (status > CL_COMPLETE) {
			at = &pending->next;
			continue;
		}
		if (status == CL_COMPLETE)
			record(pending->number, pending->id, pending->index, pending->owner,
			       &pending->box);
		else
			record_failure(pending, status);
		take_out(at);
	}
	pthread_mutex_unlock(&pending_lock);
}
