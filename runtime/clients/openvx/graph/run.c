/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/clients/openvx/graph/run.h"

#include <stdlib.h>
#include <time.h>

#include "base/thread.h"
#include "runtime/clients/openvx/base/log.h"
#include "runtime/clients/openvx/base/object.h"
#include "runtime/clients/openvx/graph/age.h"
#include "runtime/clients/openvx/graph/arguments.h"
#include "runtime/clients/openvx/graph/flights.h"
#include "runtime/clients/openvx/graph/graph.h"
#include "runtime/clients/openvx/graph/regions.h"
#include "runtime/clients/openvx/memory/caller.h"

/* Times. */

static vx_uint64 run_now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (vx_uint64)time.tv_sec * 1000000000 + (vx_uint64)time.tv_nsec;
}

/* Adds a measurement, in nanoseconds. */
static void run_measure(vx_perf_t *perf, vx_uint64 begin, vx_uint64 end)
{
	vx_uint64 time = end - begin;

	perf->beg = begin;
	perf->end = end;
	perf->tmp = time;
	perf->sum += time;
	perf->num++;
	perf->avg = perf->sum / perf->num;
	if (perf->num == 1 || time < perf->min)
		perf->min = time;
	if (time > perf->max)
		perf->max = time;
}

/* Launches. */

static struct fcl_vx_launch *launch_at(vx_graph graph, unsigned i)
{
	return &graph->launches[(graph->first_launch + i) % graph->launch_room];
}

static bool run_grow(vx_graph graph)
{
	unsigned room = graph->launch_room ? graph->launch_room * 2 : 64;
	struct fcl_vx_launch *launches = malloc(room * sizeof(*launches));

	if (!launches)
		return false;
	for (unsigned i = 0; i < graph->nlaunches; i++)
		launches[i] = *launch_at(graph, i);
	free(graph->launches);
	graph->launches = launches;
	graph->launch_room = room;
	graph->first_launch = 0;
	return true;
}

static void run_fill(struct fcl_vx_launch *launch, vx_node node, cl_event event,
		     const struct fcl_vx_noted *noted, unsigned count)
{
	launch->event = event;
	launch->node = node;
	fcl_vx_hold(&node->ref);
	launch->nuses = count;
	for (unsigned i = 0; i < count; i++) {
		launch->uses[i].store = fcl_vx_store_ref(noted[i].store);
		launch->uses[i].version = noted[i].version;
		launch->uses[i].writes = noted[i].writes;
	}
}

vx_status fcl_vx_run_note(vx_node node, cl_event event, const struct fcl_vx_noted *noted,
			  unsigned count)
{
	enum { MOST = FCL_VX_COUNT(((struct fcl_vx_launch *)0)->uses) };
	vx_graph graph = node->graph;
	vx_status status = VX_SUCCESS;
	bool continues = false;

	pthread_mutex_lock(&graph->launch_lock);
	do {
		unsigned part = count < MOST ? count : MOST;

		if (graph->nlaunches == graph->launch_room && !run_grow(graph)) {
			status = VX_ERROR_NO_MEMORY;
			clReleaseEvent(event);
			break;
		}
		if (count > part)
			clRetainEvent(event);
		run_fill(launch_at(graph, graph->nlaunches), node, event, noted, part);
		launch_at(graph, graph->nlaunches++)->continues = continues;
		continues = true;
		noted += part;
		count -= part;
	} while (count);
	pthread_mutex_unlock(&graph->launch_lock);
	return status;
}

static void add_times(vx_node node, cl_event event)
{
	cl_ulong begin, end;

	if (node->queue && node->queue->profiling &&
	    !clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof(begin), &begin,
				     NULL) &&
	    !clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof(end), &end, NULL))
		run_measure(&node->performance, begin, end);
}

/*
 * If the launch has failed, or has read invalid data, marks the data that it has written as
 * invalid. Returns whether it has.
 */
static bool mark_invalid(const struct fcl_vx_launch *launch, bool invalid)
{
	for (unsigned i = 0; i < launch->nuses; i++) {
		struct fcl_vx_store *store = launch->uses[i].store;

		pthread_mutex_lock(&store->lock);
		if (!launch->uses[i].writes)
			invalid |= launch->uses[i].version &&
				   store->invalid_version == launch->uses[i].version;
		else if (invalid)
			store->invalid_version = launch->uses[i].version;
		pthread_mutex_unlock(&store->lock);
	}
	return invalid;
}

static cl_int run_status_of(cl_event event)
{
	cl_int status = CL_QUEUED;

	if (clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(status), &status, NULL))
		return CL_COMPLETE;
	return status;
}

/*
 * Removes the oldest launch, which has ended, from the ring. Records its effects on graph and data
 * first, because other threads take its absence to mean that this has been done. launch_lock must
 * be held.
 */
static struct fcl_vx_launch take_oldest(vx_graph graph, cl_int ended)
{
	struct fcl_vx_launch launch = *launch_at(graph, 0);

	launch.node->status = ended < 0 ? VX_FAILURE : VX_SUCCESS;
	graph->invalid = mark_invalid(&launch, ended < 0 || (launch.continues && graph->invalid));
	if (graph->invalid)
		graph->launch_status = VX_FAILURE;
	graph->first_launch = (graph->first_launch + 1) % graph->launch_room;
	graph->nlaunches--;
	return launch;
}

static void end_launch(struct fcl_vx_launch *launch, cl_int ended)
{
	vx_node node = launch->node;

	if (!launch->continues && ended < 0)
		fcl_vx_fail(node, VX_FAILURE, "a launch of \"%s\" has failed: code %d",
			    node->kernel->kernel_name, ended);
	else if (!launch->continues)
		add_times(node, launch->event);
	for (unsigned i = 0; i < launch->nuses; i++)
		fcl_vx_store_unref(launch->uses[i].store);
	clReleaseEvent(launch->event);
	fcl_vx_drop(&node->ref);
}

/*
 * Waits for a launch. Holds the event, because another thread may remove the launch from the ring
 * meanwhile.
 */
static void run_wait_for(cl_event event)
{
	clWaitForEvents(1, &event);
	clReleaseEvent(event);
}

/*
 * Removes the oldest launch if it has ended; with `wait`, waits for it. Returns false if there is
 * none to continue with.
 */
static bool end_oldest(vx_graph graph, bool wait)
{
	struct fcl_vx_launch launch;
	cl_event event = NULL;
	cl_int status = CL_QUEUED;

	pthread_mutex_lock(&graph->launch_lock);
	if (graph->nlaunches) {
		event = launch_at(graph, 0)->event;
		status = run_status_of(event);
	}
	if (status <= CL_COMPLETE)
		launch = take_oldest(graph, status);
	else if (event && wait)
		clRetainEvent(event);
	pthread_mutex_unlock(&graph->launch_lock);
	if (status <= CL_COMPLETE)
		end_launch(&launch, status);
	else if (event && wait)
		run_wait_for(event);
	return status <= CL_COMPLETE || (event && wait);
}

static void run_collect(vx_graph graph)
{
	while (end_oldest(graph, false))
		;
}

void fcl_vx_run_collect(vx_context context)
{
	fcl_vx_lock(context);
	for (vx_graph graph = context->graphs; graph; graph = graph->next)
		run_collect(graph);
	fcl_vx_unlock(context);
}

static void run_flush(vx_graph graph)
{
	for (struct fcl_vx_graph_queue *at = graph->queues; at; at = at->next)
		clFlush(at->queue->cl);
}

vx_status fcl_vx_run_finish(vx_graph graph)
{
	vx_status status;

	run_flush(graph);
	while (end_oldest(graph, true))
		;
	pthread_mutex_lock(&graph->launch_lock);
	status = graph->launch_status;
	graph->launch_status = VX_SUCCESS;
	pthread_mutex_unlock(&graph->launch_lock);
	return status;
}

/* Execution. */

static vx_status run_call(vx_node node)
{
	vx_reference values[FCL_VX_MAX_PARAMETERS];
	struct fcl_vx_caller caller = fcl_vx_node_caller(node);
	const struct fcl_vx_caller *before;
	vx_uint64 begin = run_now();
	vx_status status;

	fcl_vx_node_values(node, values);
	before = fcl_vx_caller_enter(&caller);
	status = fcl_vx_node_regions(node);
	if (!status)
		status = node->kernel->function(node, values, node->nparameters);
	fcl_vx_caller_enter(before);
	run_measure(&node->performance, begin, run_now());
	node->status = status;
	if (status)
		fcl_vx_fail(node, status, "\"%s\" has failed", node->kernel->kernel_name);
	return status;
}

/* VX_ERROR_GRAPH_ABANDONED: the program's callback ends the execution. */
static vx_status call_back(vx_node node)
{
	vx_status status = node->kernel->ops ? fcl_vx_run_finish(node->graph) : VX_SUCCESS;

	if (status)
		return status;
	return node->callback(node) == VX_ACTION_ABANDON ? VX_ERROR_GRAPH_ABANDONED : VX_SUCCESS;
}

static vx_status run_node(vx_node node)
{
	vx_status status;

	if (node->kernel->ops) {
		status = fcl_vx_node_regions(node);
		if (!status)
			status = node->kernel->ops->launch(node);
	} else
		status = run_call(node);
	if (!status && node->callback)
		status = call_back(node);
	return status;
}

static void run_age(vx_graph graph)
{
	for (vx_uint32 i = 0; i < graph->ndelays; i++)
		fcl_vx_delay_age(graph->delays[i]);
}

vx_status fcl_vx_run_pause(vx_graph graph)
{
	pthread_mutex_lock(&graph->run);
	if (!graph->running)
		return VX_SUCCESS;
	pthread_mutex_unlock(&graph->run);
	return fcl_vx_fail(graph, VX_FAILURE,
			   "the graph cannot change, nor be verified, while it is executed");
}

void fcl_vx_run_resume(vx_graph graph)
{
	pthread_mutex_unlock(&graph->run);
}

static vx_status run_nodes(vx_graph graph)
{
	vx_status status = VX_SUCCESS;

	graph->running++;
	for (vx_uint32 i = 0; i < graph->nnodes && !status; i++) {
		/* Values set by a callback may be incompatible with the nodes that follow. */
		if (!graph->verified)
			status = fcl_vx_fail(graph, VX_FAILURE,
					     "the graph has changed while it was executed");
		else
			status = run_node(graph->nodes[i]);
	}
	graph->running--;
	return status;
}

static vx_status execute_locked(vx_graph graph)
{
	vx_uint64 begin = run_now();
	vx_status status;

	run_collect(graph);
	fcl_vx_flights_next(graph);
	graph->state = VX_GRAPH_STATE_RUNNING;
	status = run_nodes(graph);
	run_flush(graph);
	/* If times are wanted, wait, so that they measure the work and not just enqueueing it. */
	if (graph->ref.context->performance && !status)
		status = fcl_vx_run_finish(graph);
	run_measure(&graph->performance, begin, run_now());
	graph->state = status ? VX_GRAPH_STATE_ABANDONED : VX_GRAPH_STATE_COMPLETED;
	if (!status)
		run_age(graph);
	return status;
}

/* Verifies the graph if necessary and executes it once. */
static vx_status execute(vx_graph graph)
{
	vx_status status = VX_SUCCESS;

	pthread_mutex_lock(&graph->run);
	if (!graph->verified)
		status = vxVerifyGraph(graph);
	if (!status)
		status = execute_locked(graph);
	pthread_mutex_unlock(&graph->run);
	return status;
}

VX_API_ENTRY vx_status VX_API_CALL vxProcessGraph(vx_graph graph)
{
	vx_status status;

	if (!fcl_vx_is(graph, VX_TYPE_GRAPH))
		return VX_ERROR_INVALID_REFERENCE;
	fcl_vx_hold(&graph->ref);
	status = execute(graph);
	fcl_vx_drop(&graph->ref);
	return status;
}

/* Scheduling. */

static void *run_serve(void *data)
{
	vx_graph graph = data;
	vx_status status;

	pthread_mutex_lock(&graph->lock);
	for (;;) {
		while (!graph->scheduled && !graph->stop)
			pthread_cond_wait(&graph->changed, &graph->lock);
		if (!graph->scheduled)
			break;
		pthread_mutex_unlock(&graph->lock);
		status = execute(graph);
		pthread_mutex_lock(&graph->lock);
		if (status && !graph->result)
			graph->result = status;
		graph->scheduled--;
		pthread_cond_broadcast(&graph->changed);
	}
	pthread_mutex_unlock(&graph->lock);
	return NULL;
}

static vx_status schedule_on_thread(vx_graph graph)
{
	if (!graph->has_thread && fcl_thread_start_joinable(&graph->thread, run_serve, graph))
		return VX_ERROR_NO_RESOURCES;
	graph->has_thread = true;
	graph->scheduled++;
	graph->waited_for = true;
	pthread_cond_broadcast(&graph->changed);
	return VX_SUCCESS;
}

VX_API_ENTRY vx_status VX_API_CALL vxScheduleGraph(vx_graph graph)
{
	vx_status status = VX_SUCCESS;

	if (!fcl_vx_is(graph, VX_TYPE_GRAPH))
		return VX_ERROR_INVALID_REFERENCE;
	if (!graph->verified)
		status = vxVerifyGraph(graph);
	if (status)
		return status;
	pthread_mutex_lock(&graph->lock);
	if (graph->scheduled || graph->ref.context->performance ||
	    !fcl_vx_graph_is_handed_out(graph)) {
		status = schedule_on_thread(graph);
		pthread_mutex_unlock(&graph->lock);
		return status;
	}
	graph->waited_for = true;
	pthread_mutex_unlock(&graph->lock);
	status = execute(graph);
	pthread_mutex_lock(&graph->lock);
	if (status && !graph->result)
		graph->result = status;
	pthread_mutex_unlock(&graph->lock);
	return VX_SUCCESS;
}

/*
 * The graph's callbacks cannot wait for the execution that they are part of. The graph's lock must
 * be held.
 */
static bool is_own_thread(vx_graph graph)
{
	return graph->has_thread && pthread_equal(graph->thread, pthread_self());
}

bool fcl_vx_run_calls_back(vx_graph graph)
{
	bool own;

	pthread_mutex_lock(&graph->lock);
	own = is_own_thread(graph);
	pthread_mutex_unlock(&graph->lock);
	return own;
}

VX_API_ENTRY vx_status VX_API_CALL vxWaitGraph(vx_graph graph)
{
	vx_status status, launches;

	if (!fcl_vx_is(graph, VX_TYPE_GRAPH))
		return VX_ERROR_INVALID_REFERENCE;
	pthread_mutex_lock(&graph->lock);
	if (!graph->waited_for || is_own_thread(graph)) {
		pthread_mutex_unlock(&graph->lock);
		return VX_FAILURE;
	}
	while (graph->scheduled)
		pthread_cond_wait(&graph->changed, &graph->lock);
	status = graph->result;
	graph->result = VX_SUCCESS;
	graph->waited_for = false;
	pthread_mutex_unlock(&graph->lock);
	launches = fcl_vx_run_finish(graph);
	return status ? status : launches;
}

void fcl_vx_run_stop(vx_graph graph)
{
	if (!graph->has_thread)
		return;
	pthread_mutex_lock(&graph->lock);
	graph->stop = true;
	pthread_cond_broadcast(&graph->changed);
	pthread_mutex_unlock(&graph->lock);
	pthread_join(graph->thread, NULL);
	graph->has_thread = graph->stop = false;
}

void fcl_vx_run_drain(vx_context context)
{
	vx_graph graph;

	do {
		fcl_vx_lock(context);
		for (graph = context->graphs; graph && !graph->has_thread;)
			graph = graph->next;
		fcl_vx_unlock(context);
		if (graph)
			fcl_vx_run_stop(graph);
	} while (graph);
}
