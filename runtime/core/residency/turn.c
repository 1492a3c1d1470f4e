/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/core/residency/turn.h"

#include "runtime/core/residency/park.h"

bool fcl_turn_take(struct fcl_device *device, struct fcl_event *event)
{
	struct fcl_turn *turn = &device->turn;
	bool taken;

	pthread_mutex_lock(&turn->lock);
	taken = !turn->owner || turn->owner == event;
	if (taken) {
		atomic_store(&turn->owner, event);
	} else {
		event->next_parked = turn->parked;
		turn->parked = event;
	}
	pthread_mutex_unlock(&turn->lock);
	return taken;
}

void fcl_turn_pass(struct fcl_device *device)
{
	struct fcl_turn *turn = &device->turn;
	struct fcl_event *parked;

	pthread_mutex_lock(&turn->lock);
	atomic_store(&turn->owner, NULL);
	parked = turn->parked;
	turn->parked = NULL;
	pthread_mutex_unlock(&turn->lock);
	fcl_park_wake(parked);
}
