/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/core/park.h"

#include "runtime/core/ready.h"

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
