/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_SERVE_CLIENTS_H
#define FCL_SERVE_CLIENTS_H

#include <stdbool.h>
#include <stdint.h>

/*
 * Limits how long requests on a connection may take. libmicrohttpd closes idle connections; this
 * also closes those that transfer only a byte now and then.
 */
struct fcl_serve_client;

/* Returns NULL if out of memory. */
struct fcl_serve_client *fcl_serve_client_add(int fd);
/* Call it before the descriptor is closed. NULL is permitted. */
void fcl_serve_client_remove(struct fcl_serve_client *client);

/*
 * Restarts the connection's timer for a request or an answer; or stops it while the request is
 * being processed.
 */
void fcl_serve_client_begins(struct fcl_serve_client *client);
void fcl_serve_client_waits(struct fcl_serve_client *client);

/* Shuts down connections that exceed the limit. */
void fcl_serve_clients_sweep(uint64_t limit_ns);

#endif
