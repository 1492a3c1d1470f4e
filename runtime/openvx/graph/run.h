/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_VX_RUN_H
#define FCL_VX_RUN_H

#include "runtime/openvx/memory/store.h"

/* Looks for launches of the context that have ended; the results of failed ones are marked. */
void fcl_vx_run_collect(vx_context context);

struct fcl_vx_noted {
	struct fcl_vx_store *store;
	uint64_t version; /* that it reads or writes */
	bool writes;
};

/*
 * Notes a launch of a node, and what it reads and then what it writes. If it fails, or reads what a failed
 * launch should have written, the latter is marked. The event becomes the graph's.
 */
vx_status fcl_vx_run_note(vx_node node, cl_event event, const struct fcl_vx_noted *noted,
			  unsigned count);

/* Waits for executions in progress, before a context is destroyed. */
void fcl_vx_run_drain(vx_context context);

/* Waits for the graph's launches, and forgets them; the first failure, or VX_SUCCESS. */
vx_status fcl_vx_run_finish(vx_graph graph);

/*
 * Before the graph's nodes change, and after: waits for an execution on another thread. VX_FAILURE, and nothing to resume:
 * a callback of the graph's own execution calls.
 */
vx_status fcl_vx_run_pause(vx_graph graph);
void fcl_vx_run_resume(vx_graph graph);

/* Whether the calling thread is the graph's own. */
bool fcl_vx_run_calls_back(vx_graph graph);

/* Ends the graph's thread. */
void fcl_vx_run_stop(vx_graph graph);

#endif
