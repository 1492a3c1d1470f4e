/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/core/residency/rebank.h"

#include "runtime/core/residency/park.h"

bool fcl_rebank_take(struct fcl_device *device, struct fcl_event *event)
{
	struct fcl_rebank *rebank = &device->rebank;
	bool taken;

	pthread_mutex_lock(&rebank->lock);
	taken = !rebank->owner || rebank->owner == event;
	if (taken) {
		atomic_store(&rebank->owner, event);
	} else {
		event->next_parked = rebank->parked;
		rebank->parked = event;
	}
	pthread_mutex_unlock(&rebank->lock);
	return taken;
}

void fcl_rebank_pass(struct fcl_device *device)
{
	struct fcl_rebank *rebank = &device->rebank;
	struct fcl_event *parked;

	pthread_mutex_lock(&rebank->lock);
	atomic_store(&rebank->owner, NULL);
	parked = rebank->parked;
	rebank->parked = NULL;
	pthread_mutex_unlock(&rebank->lock);
	fcl_park_wake(parked);
}
