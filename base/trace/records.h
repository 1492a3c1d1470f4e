/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TRACE_RECORDS_H
#define FCL_TRACE_RECORDS_H

#include <stdbool.h>
#include <stdint.h>

/* The numbers in a command's record; the ids of the commands that it waited for follow them. */
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

enum { FCL_TRACE_AFTER = 64 }; /* the most such ids that are recorded */

/* "api", or "layer" in the ICD loader's layer, whose calls are those of other drivers. */
extern const char *fcl_trace_category;
/* An offset for group numbers, so that those of a layer and of a driver in one process differ. */
extern uint32_t fcl_trace_groups;
/* In a layer: the driver in this process prints the summary, including what the layer recorded. */
extern bool fcl_trace_summed_elsewhere;

#endif
