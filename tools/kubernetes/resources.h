/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_KUBE_RESOURCES_H
#define FCL_KUBE_RESOURCES_H

#include "tools/kubernetes/inventory.h"
#include "tools/kubernetes/options.h"
#include "tools/kubernetes/service.h"

/* A file, and whether it is still the same: a kubelet that restarts makes a socket of its own. */
struct fcl_kube_file {
	uint64_t inode, ctime;
};

/* One resource for each type of board, with a service and a socket of its own. */
struct fcl_kube_resource {
	char type[64];
	char name[400];     /* "fpgacl/u250" */
	char endpoint[128]; /* "fpgacl-u250.sock" */
	char socket[512];
	struct fcl_kube_service *service;
	struct fcl_kube_file file, kubelet; /* the socket's, and the kubelet's that knows of it */
};

struct fcl_kube_resources {
	const struct fcl_kube_options *options;
	struct fcl_kube_inventory *inventory;
	struct fcl_kube_resource *all;
	unsigned count;
	char kubelet[512];
	char problem[1000]; /* of the last registration: said once */
};

/* -ENAMETOOLONG: sockets cannot be at such a path. */
int fcl_kube_resources_init(struct fcl_kube_resources *resources,
			    const struct fcl_kube_options *options,
			    struct fcl_kube_inventory *inventory, struct fcl_err *err);

/*
 * Has a service for each type of board in the inventory, listening at a socket that is there, and known to
 * the kubelet that listens now. Failures are logged and retried at the next call.
 */
void fcl_kube_resources_update(struct fcl_kube_resources *resources);

/* Ends all services; before, the inventory's waits have to be ended. */
void fcl_kube_resources_free(struct fcl_kube_resources *resources);

#endif
