/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_SERVE_CLIENTS_H
#define FCL_SERVE_CLIENTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct fcl_serve_peer;

/*
 * Limits how long requests on a connection may take, and how slowly they may arrive. libmicrohttpd
 * closes idle connections; this also ends those that transfer only a byte now and then.
 */
struct fcl_serve_client;

struct fcl_serve_clients_limits {
	uint64_t idle_ns;    /* until a request begins */
	uint64_t receive_ns; /* for a request to arrive, and for an answer to be taken */
	uint64_t rate;       /* bytes per second with which a request has to arrive; 0: any */
};

/*
 * Returns NULL if out of memory. If its peer has too many connections, the client gets an answer
 * that says so, and its connection ends.
 */
struct fcl_serve_client *fcl_serve_client_add(int fd);
/* Call it before the descriptor is closed. NULL is permitted here and below. */
void fcl_serve_client_remove(struct fcl_serve_client *client);

struct fcl_serve_peer *fcl_serve_client_peer(const struct fcl_serve_client *client);

/* Whether the connection has been ended, so that nothing it sends counts. */
bool fcl_serve_client_has_ended(struct fcl_serve_client *client);

/* What happens on the connection: each starts its own limits. */
void fcl_serve_client_idles(struct fcl_serve_client *client);
void fcl_serve_client_receives(struct fcl_serve_client *client);
void fcl_serve_client_got(struct fcl_serve_client *client, size_t bytes);
void fcl_serve_client_waits(struct fcl_serve_client *client); /* without limit */
void fcl_serve_client_sends(struct fcl_serve_client *client);

/* Ends connections that exceed the limits. Call it several times a second. */
void fcl_serve_clients_sweep(const struct fcl_serve_clients_limits *limits);

struct fcl_serve_clients_counts {
	uint64_t open;    /* connections */
	uint64_t refused; /* connections beyond their peer's share */
	uint64_t slow;    /* requests or answers that were ended */
};

struct fcl_serve_clients_counts fcl_serve_clients_count(void);

#endif
