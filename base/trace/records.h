/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TRACE_RECORDS_H
#define FCL_TRACE_RECORDS_H

#include <stdbool.h>
#include <stdint.h>

/* The numbers of a record of a command; the ids of the commands that it waited for follow. */
enum fcl_trace_command_number {
	FCL_TRACE_COMMAND_ID,
	FCL_TRACE_COMMAND_QUEUE,
	FCL_TRACE_COMMAND_TYPE, /* a pointer to its name */
	FCL_TRACE_COMMAND_QUEUED,
	FCL_TRACE_COMMAND_SUBMITTED,
	FCL_TRACE_COMMAND_BYTES,
	FCL_TRACE_COMMAND_STATUS,
	FCL_TRACE_COMMAND_NUMBERS
};

enum { FCL_TRACE_AFTER = 64 }; /* such ids that are recorded, at most */

/* "api"; "layer" where the calls are those of another driver. */
extern const char *fcl_trace_category;
/* Added to the numbers of groups: a layer and a driver in one process have different ones. */
extern uint32_t fcl_trace_groups;
/* In a layer: the driver in this process prints the summary, also of what the layer has recorded. */
extern bool fcl_trace_summed_elsewhere;

#endif
