/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_KUBE_SERVICE_H
#define FCL_KUBE_SERVICE_H

#include "base/err.h"
#include "tools/kubernetes/inventory.h"

/*
 * The C interface to gRPC, which is C++, for the rest of the plugin. A service answers the kubelet
 * for all boards of one type, on its own threads. service.cpp includes this as "C".
 */
struct fcl_kube_service;

/* Listens on the socket, replacing an existing file. Returns -EADDRINUSE if it cannot. */
int fcl_kube_service_start(struct fcl_kube_inventory *inventory, const char *type,
			   const char *socket, struct fcl_kube_service **ret_service,
			   struct fcl_err *err);

/* Ends calls in progress and closes the socket. NULL is permitted. */
void fcl_kube_service_stop(struct fcl_kube_service *service);

/*
 * Registers with the kubelet that listens on the given socket; blocks for up to ten seconds.
 * `endpoint` is the file name of the service's socket. -ECONNREFUSED: the kubelet does not answer,
 * or refuses; the text has the reason.
 */
int fcl_kube_register(const char *kubelet, const char *endpoint, const char *resource,
		      struct fcl_err *err);

#endif
