/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/core/graph/notify.h"

#include "runtime/core/graph/command.h"
#include "runtime/core/graph/failures.h"
#include "runtime/core/objects/callback.h"

/*
 * A trigger is reached when the status is at or below it: QUEUED is 3, COMPLETE is 0, errors are
 * negative.
 */
static void fire_reached(void *data)
{
	struct fcl_event *event = data;
	cl_int status = fcl_event_status(event);
	struct fcl_callback *callback = atomic_load(&event->callbacks);

	for (; callback; callback = callback->next) {
		if (atomic_load(&callback->called) || status > callback->trigger)
			continue;
		fcl_failures_seen(event);
		callback->notify((cl_event)event, status < 0 ? status : callback->trigger,
				 callback->user_data);
		atomic_store(&callback->called, true);
		/*
		 * Releases the reference that fcl_event_add_callback() took. It takes none for user
		 * events, which may never end.
		 */
		if (event->queue)
			fcl_object_release(event);
	}
	fcl_object_unref(event);
}

void fcl_event_notify(struct fcl_event *event)
{
	/*
	 * The newest callback's job: each callback has one, and a queued job will see the newest
	 * status.
	 */
	struct fcl_callback_job *job = &atomic_load(&event->callbacks)->job;

	fcl_object_ref(event);
	if (!fcl_callback_queue(job))
		fcl_object_unref(event);
}

void fcl_event_notify_with(struct fcl_event *event, struct fcl_callback *callback)
{
	callback->job = (struct fcl_callback_job){.function = fire_reached, .data = event};
}
