/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_KUBE_RESOURCES_H
#define FCL_KUBE_RESOURCES_H

#include "tools/kubernetes/inventory.h"
#include "tools/kubernetes/options.h"
#include "tools/kubernetes/service.h"

/* Identifies a file, to notice when it is replaced: a restarted kubelet creates a new socket. */
struct fcl_kube_file {
	uint64_t inode, ctime;
};

/* A resource for one type of board, with its own service and socket. */
struct fcl_kube_resource {
	char type[64];
	char name[400];     /* "fpgacl/u250" */
	char endpoint[128]; /* "fpgacl-u250.sock" */
	char socket[512];
	struct fcl_kube_service *service;
	struct fcl_kube_file file, kubelet; /* the service's socket; the kubelet's socket at the
					     * last registration */
};

struct fcl_kube_resources {
	const struct fcl_kube_options *options;
	struct fcl_kube_inventory *inventory;
	struct fcl_kube_resource *all;
	unsigned count;
	char kubelet[512];
	char problem[1000]; /* error of the last registration, to log it only once */
};

/* -ENAMETOOLONG: the path is too long for a socket. */
int fcl_kube_resources_init(struct fcl_kube_resources *resources,
			    const struct fcl_kube_options *options,
			    struct fcl_kube_inventory *inventory, struct fcl_err *err);

/*
 * Makes sure that each type of board in the inventory has a service that listens on an existing
 * socket and is registered with the current kubelet. Failures are logged and retried at the next
 * call.
 */
void fcl_kube_resources_update(struct fcl_kube_resources *resources);

/* Ends all services. The inventory's waits must have been ended before. */
void fcl_kube_resources_free(struct fcl_kube_resources *resources);

#endif
