/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_SERVE_SERVER_H
#define FCL_SERVE_SERVER_H

#include "tools/serve/http/sockets.h"
#include "tools/serve/ops/options.h"
#include "tools/serve/protocol/answer.h"
#include "tools/serve/scheduling/registry.h"

enum { FCL_SERVE_CODES = 600 };

/* The HTTP server of a worker. */
struct fcl_serve_server {
	const struct fcl_serve_options *options;
	struct fcl_serve_registry *registry;
	struct fcl_serve_socket *socket;
	struct MHD_Daemon *daemon;
	atomic_bool draining;      /* no new requests are accepted */
	_Atomic unsigned open;     /* requests being received, processed or answered */
	_Atomic unsigned changing; /* loads and unloads in progress */
	_Atomic uint64_t answers[FCL_SERVE_CODES]; /* count of answers, by status */
};

#endif
