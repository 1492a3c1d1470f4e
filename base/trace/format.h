/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TRACE_FORMAT_H
#define FCL_TRACE_FORMAT_H

#include "base/text.h"
#include "base/trace/ring.h"

/*
 * Records as JSON, each event followed by ",\n". The writer's lock is held in all of these.
 */

void fcl_trace_format(struct fcl_text *out, struct fcl_trace_ring *ring,
		      const struct fcl_trace_record *record);

/* Appends arrows from commands to those that depend on them, where both are known. */
void fcl_trace_format_flows(struct fcl_text *out);

/* Forgets the parent's tracks and arrows, in a forked child. */
void fcl_trace_format_forget(void);

#endif
