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
 * Puts a filled command into its queue, hands its event to the host if asked for, and waits for it
 * if the call blocks. The event is consumed in every case. NULL: CL_OUT_OF_HOST_MEMORY. A blocking
 * call whose wait list failed: CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST; whose command failed:
 * its status.
 */
cl_int fcl_api_enqueue(struct fcl_event *event, const struct fcl_api_tail *tail);

#endif
