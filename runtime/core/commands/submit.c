/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/core/commands/submit.h"

#include <errno.h>
#include <stddef.h>

#include "base/trace/trace.h"
#include "hal/trace_name.h"
#include "runtime/core/commands/work.h"
#include "runtime/core/graph/complete.h"
#include "runtime/core/graph/event.h"
#include "runtime/core/graph/worker.h"
#include "runtime/core/residency/traced.h"

static void request_done(struct fcl_hal_request *request, int status, const char *text)
{
	struct fcl_event *event =
		(struct fcl_event *)((char *)request - offsetof(struct fcl_event, request));

	event->start_ns = request->start_ns;
	event->end_ns = request->end_ns;
	if (fcl_trace_on() && request->op != FCL_HAL_LAUNCH)
		fcl_traced_transfer(event->queue->device, request, status);
	else if (fcl_trace_on())
		fcl_hal_trace_launch(request, event->work.launch.instance->image,
				     event->queue->device->trace_name, status);
	if (status)
		fcl_complete_error(event, status, text);
	else
		fcl_complete(event, CL_COMPLETE);
}

void fcl_submit(struct fcl_event *event)
{
	struct fcl_device *device = event->queue->device;
	struct fcl_hal_request *request = &event->request;
	int error;

	request->done = request_done;
	request->tag = event->queue;
	request->flags = event->queued_ns ? FCL_HAL_TIMED : 0;
	request->start_ns = request->end_ns = 0;
	fcl_event_reach(event, CL_RUNNING);
	fcl_event_expect_dependent(event);
	error = device->hal->submit(device->board, &request, 1);
	if (error == -EAGAIN) {
		fcl_work_postpone(event);
		fcl_worker_retry(device, event);
	} else if (error) {
		/*
		 * The arguments have been checked, so -EINVAL would wrongly blame the host's
		 * program.
		 */
		fcl_complete_error(event, error == -EINVAL ? -EIO : error,
				   "the board refused the request");
	}
}
