/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/core/graph/complete.h"

#include <string.h>

#include "base/futex.h"
#include "base/log.h"
#include "base/trace/trace.h"
#include "runtime/core/graph/actions.h"
#include "runtime/core/graph/epoch.h"
#include "runtime/core/graph/failures.h"
#include "runtime/core/graph/notify.h"
#include "runtime/core/graph/ready.h"
#include "runtime/core/graph/traced.h"
#include "runtime/core/objects/status.h"

void fcl_predecessors_ended(struct fcl_event *event, uint32_t count)
{
	if (atomic_fetch_sub_explicit(&event->pending, count, memory_order_acq_rel) == count)
		fcl_ready(event);
}

/*
 * An edge is part of its dependent, which may end and be freed as soon as it is released, so the
 * edge is read first.
 */
static void release_dependents(struct fcl_event *event, int32_t status)
{
	struct fcl_edge *edge = atomic_exchange_explicit(&event->waiters, FCL_EDGES_CLOSED,
							 memory_order_acq_rel);

	while (edge) {
		struct fcl_edge *next = edge->next;
		struct fcl_event *dependent = edge->dependent;

		if (edge->carries_error && status < 0) {
			atomic_store_explicit(&dependent->inherited, status, memory_order_relaxed);
			fcl_failures_inherit(event, dependent);
		}
		fcl_predecessors_ended(dependent, 1);
		edge = next;
	}
}

bool fcl_complete_status(struct fcl_event *event, int32_t status)
{
	int32_t old = atomic_load_explicit(&event->status, memory_order_relaxed);

	do
		if (old <= CL_COMPLETE)
			return false;
	while (!atomic_compare_exchange_weak(&event->status, &old, status));
	if (atomic_load(&event->wait_word) == 1) {
		atomic_store(&event->wait_word, 2);
		fcl_futex_wake(&event->wait_word);
	}
	if (atomic_load(&event->callbacks))
		fcl_event_notify(event);
	release_dependents(event, status);
	return true;
}

static const char *complete_describe(const struct fcl_event *event)
{
	switch (event->type) {
	case CL_COMMAND_NDRANGE_KERNEL:
	case CL_COMMAND_TASK:
		return fcl_event_kernel_name(event);
	case CL_COMMAND_READ_BUFFER:
	case CL_COMMAND_READ_BUFFER_RECT:
		return "a buffer read";
	case CL_COMMAND_WRITE_BUFFER:
	case CL_COMMAND_WRITE_BUFFER_RECT:
		return "a buffer write";
	case CL_COMMAND_MIGRATE_MEM_OBJECTS:
		return "a migration";
	case CL_COMMAND_READ_HOST_PIPE_INTEL:
		return "a read of a host pipe";
	case CL_COMMAND_WRITE_HOST_PIPE_INTEL:
		return "a write of a host pipe";
	default:
		return "a command";
	}
}

void fcl_complete_epoch(struct fcl_epoch *epoch)
{
	struct fcl_event *waiter = fcl_epoch_leave(epoch);

	if (waiter)
		fcl_predecessors_ended(waiter, 1);
}

void fcl_complete(struct fcl_event *event, int32_t status)
{
	struct fcl_epoch *epoch = event->epoch;

	/* Recorded before dependents can end, so that the trace writer gets this command first. */
	if (fcl_trace_on())
		fcl_traced_ended(event, status);
	if (event->replay) {
		fcl_actions.replayed(event, status);
		return;
	}
	if (status < 0 && status != FCL_EVENT_PIPE_EMPTY && status != FCL_EVENT_PIPE_FULL)
		fcl_failures_add(event, status, complete_describe(event));
	fcl_actions.drop(event);
	fcl_complete_status(event, status);
	if (epoch)
		fcl_complete_epoch(epoch);
	fcl_object_unref(event);
}

void fcl_complete_error(struct fcl_event *event, int error, const char *text)
{
	fcl_complete_failed(event, fcl_status_from_errno(error),
			    text && *text ? text : strerror(-error));
}

void fcl_complete_failed(struct fcl_event *event, int32_t status, const char *why)
{
	fcl_log(FCL_LOG_ERROR, complete_describe(event), "%s", why);
	if (fcl_trace_on())
		fcl_trace_fault(complete_describe(event), why);
	fcl_context_notify(event->context, status, "fpgacl: %s: %s", complete_describe(event), why);
	fcl_complete(event, status);
}
