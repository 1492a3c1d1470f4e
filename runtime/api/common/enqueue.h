/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_API_ENQUEUE_H
#define FCL_API_ENQUEUE_H

#include "runtime/api/common/validate.h"

/* The last parameters of every clEnqueue*; `waits` has been validated. */
struct fcl_api_tail {
	bool blocking;
	cl_uint nwaits;
	const cl_event *waits;
	cl_event *ret_event;
};

/*
 * Puts a filled command into its queue, returns its event to the host if the host wants one, and
 * waits for it if the call blocks. Takes over the event in every case. NULL: CL_OUT_OF_HOST_MEMORY.
 * For a blocking call: CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST if its wait list failed; the
 * status of the command if that failed.
 */
cl_int fcl_api_enqueue(struct fcl_event *event, const struct fcl_api_tail *tail);

/* The waiting part of a blocking call, for a command that has been put into its queue. */
cl_int fcl_api_wait(struct fcl_event *event, const struct fcl_api_tail *tail);

#endif
