/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/replay/polls.h"

#include <sched.h>

/* Of the extensions; no header of OpenCL has them. */
#define PIPE_FULL (-1111)
#define PIPE_EMPTY (-1112)

bool fcl_poll_is_none(cl_int status)
{
	return status == PIPE_FULL || status == PIPE_EMPTY;
}

bool fcl_poll_found_none(struct fcl_step *step)
{
	if (!fcl_poll_is_none(step->call->status))
		return false;
	step->status = step->call->status;
	return true;
}

bool fcl_poll_again(const struct fcl_step *step)
{
	if (!fcl_poll_is_none(step->status) || !step->call->result)
		return false;
	sched_yield();
	return true;
}
