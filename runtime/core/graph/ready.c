/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/core/graph/ready.h"

#include "runtime/core/graph/actions.h"
#include "runtime/core/graph/worker.h"

struct pass {
	struct fcl_event *first, **last;
};

static _Thread_local struct pass *current;

static void ready_append(struct pass *pass, struct fcl_event *event)
{
	event->next_ready = NULL;
	*pass->last = event;
	pass->last = &event->next_ready;
}

static struct fcl_event *ready_take(struct pass *pass)
{
	struct fcl_event *event = pass->first;

	pass->first = event->next_ready;
	if (!pass->first)
		pass->last = &pass->first;
	return event;
}

/*
 * Hands the rest of a pass to the workers. User events are never issued, so every command here has
 * a queue.
 */
static void hand_on(struct pass *pass)
{
	while (pass->first) {
		struct fcl_event *event = ready_take(pass);

		event->next_ready = NULL;
		fcl_worker_issue(event->queue->device, event);
	}
}

static void run_pass(struct fcl_event *event, unsigned limit)
{
	struct pass pass = {.last = &pass.first};

	current = &pass;
	ready_append(&pass, event);
	while (pass.first && limit--)
		fcl_actions.issue(ready_take(&pass));
	current = NULL;
	hand_on(&pass);
}

void fcl_ready(struct fcl_event *event)
{
	if (current)
		ready_append(current, event);
	else
		run_pass(event, FCL_PASS_LIMIT);
}

void fcl_ready_now(struct fcl_event *event)
{
	if (current)
		ready_append(current, event);
	else
		run_pass(event, FCL_PASS_LIMIT * FCL_PASS_LIMIT);
}
