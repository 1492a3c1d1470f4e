/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_KUBE_INVENTORY_H
#define FCL_KUBE_INVENTORY_H

#include <pthread.h>
#include <stdbool.h>

#include "tools/kubernetes/board.h"

/* The boards as the kubelet's calls see them, on any thread. */
struct fcl_kube_inventory {
	pthread_mutex_t lock;
	pthread_cond_t changed;
	struct fcl_kube_boards boards; /* under the lock, as is all below */
	unsigned version;              /* of the table; never 0 */
	bool ending;                   /* whoever waits for a change has to end */
};

void fcl_kube_inventory_init(struct fcl_kube_inventory *inventory);

/* Publishes a copy of the table. Whether a reader can see a difference: then all are woken. */
bool fcl_kube_inventory_publish(struct fcl_kube_inventory *inventory,
				const struct fcl_kube_boards *boards);

/*
 * Waits, for up to a second, for another version than that one, and returns the version there is; 0: the
 * end has come. The lock is held by the caller.
 */
unsigned fcl_kube_inventory_wait(struct fcl_kube_inventory *inventory, unsigned version);

/* Ends all waits. */
void fcl_kube_inventory_end(struct fcl_kube_inventory *inventory);
void fcl_kube_inventory_free(struct fcl_kube_inventory *inventory);

#endif
