/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_SERVE_LISTENER_H
#define FCL_SERVE_LISTENER_H

#include "tools/serve/http/server.h"

/* Starts serving. Takes over the socket. */
int fcl_serve_server_start(struct fcl_serve_server *server, struct fcl_err *err);

/* Stops accepting connections and requests, and waits a limited time for those in progress. */
void fcl_serve_server_drain(struct fcl_serve_server *server, unsigned seconds);

/* Closes the remaining connections. No request may be in a queue. */
void fcl_serve_server_stop(struct fcl_serve_server *server);

#endif
