/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_VX_RUN_H
#define FCL_VX_RUN_H

#include "runtime/clients/openvx/memory/store.h"

/* Checks for launches of the context that have ended, and marks the results of failed ones. */
void fcl_vx_run_collect(vx_context context);

struct fcl_vx_noted {
	struct fcl_vx_store *store;
	uint64_t version; /* that it reads or writes */
	bool writes;
};

/*
 * Records a launch of a node, and the data that it first reads and then writes. If the launch
 * fails, or reads results of a failed one, the written data is marked as invalid. The graph takes
 * over the event.
 */
vx_status fcl_vx_run_note(vx_node node, cl_event event, const struct fcl_vx_noted *noted,
			  unsigned count);

/* Waits for executions in progress. Call it before destroying a context. */
void fcl_vx_run_drain(vx_context context);

/* Waits for the graph's launches and removes them. Returns the first failure, or VX_SUCCESS. */
vx_status fcl_vx_run_finish(vx_graph graph);

/*
 * Call these before and after changing the graph's nodes. Waits for an execution on another thread.
 * Returns VX_FAILURE, with nothing to resume, if called by a callback of the graph's own execution.
 */
vx_status fcl_vx_run_pause(vx_graph graph);
void fcl_vx_run_resume(vx_graph graph);

/* Whether this is the graph's own thread. */
bool fcl_vx_run_calls_back(vx_graph graph);

/* Ends the graph's thread. */
void fcl_vx_run_stop(vx_graph graph);

#endif
