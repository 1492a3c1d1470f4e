/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/core/residency/park.h"

#include "runtime/core/graph/ready.h"

void fcl_park_wake(struct fcl_event *parked)
{
	while (parked) {
		struct fcl_event *next = parked->next_parked;

		parked->next_parked = NULL;
		fcl_ready(parked);
		parked = next;
	}
}

void fcl_park_unlock(struct fcl_mem *root)
{
	struct fcl_event *parked = atomic_exchange(&root->parked, NULL);

	pthread_mutex_unlock(&root->lock);
	fcl_park_wake(parked);
}

bool fcl_park_holdings(struct fcl_device *device, struct fcl_event *event)
{
	struct fcl_holdings *holdings = &device->holdings;
	bool closed;

	pthread_mutex_lock(&holdings->lock);
	closed = atomic_load(&holdings->closed);
	if (closed) {
		event->next_parked = holdings->parked;
		holdings->parked = event;
	}
	pthread_mutex_unlock(&holdings->lock);
	return closed;
}
