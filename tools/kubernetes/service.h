/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_KUBE_SERVICE_H
#define FCL_KUBE_SERVICE_H

#include "base/err.h"
#include "tools/kubernetes/inventory.h"

/*
 * gRPC is C++: this is all that the rest of the plugin sees of it. A service answers the kubelet for all
 * boards of one type, on threads of its own. service.cpp includes this as "C".
 */
struct fcl_kube_service;

/* Listens at the socket, in place of a file that is there. -EADDRINUSE: it cannot. */
int fcl_kube_service_start(struct fcl_kube_inventory *inventory, const char *type,
			   const char *socket, struct fcl_kube_service **ret_service,
			   struct fcl_err *err);

/* Ends calls that are under way, and the socket. NULL is fine. */
void fcl_kube_service_stop(struct fcl_kube_service *service);

/*
 * Registers with the kubelet that listens at that socket; blocks for up to ten seconds. `endpoint` is the
 * file name of the service's socket. -ECONNREFUSED: it does not answer, or refuses; the text says why.
 */
int fcl_kube_register(const char *kubelet, const char *endpoint, const char *resource,
		      struct fcl_err *err);

#endif
