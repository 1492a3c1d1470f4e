/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TRACE_FLOWS_H
#define FCL_TRACE_FLOWS_H

#include "base/trace/tracks.h"

/* Arrows from commands to those that depend on them. The writer's lock is held. */

/* Records a command's times; only the latest commands are kept. */
void fcl_trace_flow_command(uint64_t id, struct fcl_trace_place place, uint64_t start_ns,
			    uint64_t end_ns);

/* The command `to`, which was added already, waited for `from`, which may be added later. */
void fcl_trace_flow_add(uint64_t from, uint64_t to);

/* Appends the arrows whose ends are both known. Others are dropped at the second call. */
void fcl_trace_flow_put(struct fcl_text *out);

void fcl_trace_flows_forget(void);

#endif
