/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_SERVE_CLIENTS_H
#define FCL_SERVE_CLIENTS_H

#include <stdbool.h>
#include <stdint.h>

/*
 * Connections, and how long their requests take. libmicrohttpd closes those on which nothing moves;
 * this closes those that move a byte now and then.
 */
struct fcl_serve_client;

/* NULL: out of memory. */
struct fcl_serve_client *fcl_serve_client_add(int fd);
/* Before the descriptor is closed. NULL is fine. */
void fcl_serve_client_remove(struct fcl_serve_client *client);

/* Restarts its time, for a request or an answer; or stops it, while its request is worked on. */
void fcl_serve_client_begins(struct fcl_serve_client *client);
void fcl_serve_client_waits(struct fcl_serve_client *client);

/* Shuts down those that take longer. */
void fcl_serve_clients_sweep(uint64_t limit_ns);

#endif
