/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_API_ENQUEUE_H
#define FCL_API_ENQUEUE_H

#include "runtime/api/common/validate.h"

/* The last parameters of all clEnqueue* functions; `waits` has been validated. */
struct fcl_api_tail {
	bool blocking;
	cl_uint nwaits;
	const cl_event *waits;
	cl_event *ret_event;
};

/*
 * Enqueues a command whose work is filled in, returns its event to the host if requested, and waits
 * for it if the call blocks. Takes over the event in every case. NULL: CL_OUT_OF_HOST_MEMORY. For a
 * blocking call: CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST if its wait list failed, or the
 * command's status if the command failed.
 */
cl_int fcl_api_enqueue(struct fcl_event *event, const struct fcl_api_tail *tail);

/* The waiting part of a blocking call, for a command that has been enqueued. */
cl_int fcl_api_wait(struct fcl_event *event, const struct fcl_api_tail *tail);

#endif
