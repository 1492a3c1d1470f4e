/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_KUBE_INVENTORY_H
#define FCL_KUBE_INVENTORY_H

#include <pthread.h>
#include <stdbool.h>

#include "tools/kubernetes/board.h"

/* The boards as seen by the kubelet's calls, on any thread. */
struct fcl_kube_inventory {
	pthread_mutex_t lock;
	pthread_cond_t changed;
	struct fcl_kube_boards boards; /* guarded by the lock, like the members below */
	unsigned version;              /* of the table; never 0 */
	bool ending;                   /* threads that wait for a change have to end */
};

void fcl_kube_inventory_init(struct fcl_kube_inventory *inventory);

/*
 * Publishes a copy of the table. If readers can see a difference, wakes all of them and returns
 * true.
 */
bool fcl_kube_inventory_publish(struct fcl_kube_inventory *inventory,
				const struct fcl_kube_boards *boards);

/*
 * Waits up to a second for the version to change, and returns the current one; 0: shutting down.
 * The caller must hold the lock.
 */
unsigned fcl_kube_inventory_wait(struct fcl_kube_inventory *inventory, unsigned version);

/* Makes all waits return. */
void fcl_kube_inventory_end(struct fcl_kube_inventory *inventory);
void fcl_kube_inventory_free(struct fcl_kube_inventory *inventory);

#endif
