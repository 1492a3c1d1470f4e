/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_SERVE_SERVICE_H
#define FCL_SERVE_SERVICE_H

#include "tools/serve/grpc/bridge.h"

/* The gRPC server of a worker, beside HTTP. */
struct fcl_serve_grpc;

struct fcl_serve_grpc_options {
	const char *address; /* "ADDRESS:PORT" or "unix:PATH" */
	uint64_t largest;    /* bytes of a request */
	uint64_t memory;     /* for all connections together */
};

/* Returns NULL on failure, with the reason in `err`. *ret_port is the port; 0: none. */
struct fcl_serve_grpc *fcl_serve_grpc_start(struct fcl_serve_server *server,
					    const struct fcl_serve_grpc_options *options,
					    int *ret_port, struct fcl_err *err);

/* Ends connections; calls in progress get a second. */
void fcl_serve_grpc_stop(struct fcl_serve_grpc *grpc);

/* Call it once no request is in a queue. NULL is permitted here and above. */
void fcl_serve_grpc_free(struct fcl_serve_grpc *grpc);

#endif
