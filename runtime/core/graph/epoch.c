/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/core/graph/epoch.h"

#include <stdlib.h>

struct fcl_epoch *fcl_epoch_create(void)
{
	struct fcl_epoch *epoch = calloc(1, sizeof(*epoch));

	if (epoch)
		atomic_init(&epoch->open, 1);
	return epoch;
}

struct fcl_epoch *fcl_epoch_enter(struct fcl_epoch *epoch)
{
	atomic_fetch_add_explicit(&epoch->open, 1, memory_order_relaxed);
	return epoch;
}

struct fcl_event *fcl_epoch_leave(struct fcl_epoch *epoch)
{
	struct fcl_event *waiter;

	if (!epoch || atomic_fetch_sub_explicit(&epoch->open, 1, memory_order_acq_rel) != 1)
		return NULL;
	waiter = epoch->waiter;
	free(epoch);
	return waiter;
}
