/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_SERVE_SERVER_H
#define FCL_SERVE_SERVER_H

#include "tools/serve/http/sockets.h"
#include "tools/serve/ops/options.h"
#include "tools/serve/protocol/answer.h"
#include "tools/serve/scheduling/registry.h"

enum { FCL_SERVE_CODES = 600 };

/* The HTTP side of a worker. */
struct fcl_serve_server {
	const struct fcl_serve_options *options;
	struct fcl_serve_registry *registry;
	struct fcl_serve_socket *socket;
	struct MHD_Daemon *daemon;
	atomic_bool draining;      /* nothing new is accepted */
	_Atomic unsigned open;     /* requests that are being received, worked on or answered */
	_Atomic unsigned changing; /* loads and unloads under way */
	_Atomic uint64_t answers[FCL_SERVE_CODES]; /* by status */
};

/* Serves from now on; it takes the socket over. */
int fcl_serve_server_start(struct fcl_serve_server *server, struct fcl_err *err);

/* Accepts no connection and no request any more, and waits for those that are open, up to a time. */
void fcl_serve_server_drain(struct fcl_serve_server *server, unsigned seconds);

/* Closes what is left; no request is in a queue. */
void fcl_serve_server_stop(struct fcl_serve_server *server);

#endif
