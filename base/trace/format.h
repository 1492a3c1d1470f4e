/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TRACE_FORMAT_H
#define FCL_TRACE_FORMAT_H

#include "base/text.h"
#include "base/trace/ring.h"

/*
 * Records as JSON, each event followed by ",\n". The writer's lock is held in all of these.
 *
 * Viewers show tracks in groups. The host's threads are the group with the process's number; its
 * queues, and each of its boards, have that number plus a multiple of FCL_TRACE_GROUP.
 */

enum { FCL_TRACE_GROUP = 1 << 22 }; /* no process has a higher number */

void fcl_trace_format(struct fcl_text *out, struct fcl_trace_ring *ring,
		      const struct fcl_trace_record *record);

/* Appends arrows from commands to those that depend on them, where both are known. */
void fcl_trace_format_flows(struct fcl_text *out);

/* Forgets the parent's tracks and arrows, in a forked child. */
void fcl_trace_format_forget(void);

#endif
