/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_SERVE_PEERS_H
#define FCL_SERVE_PEERS_H

#include <stdbool.h>
#include <stdint.h>

/*
 * Who is at the other end of connections: an address (of IPv6 the first 64 bits, which one client
 * usually has), or the user of a program on this machine. None gets more than its share of the
 * connections and of the memory for requests, so that one client cannot stop all others.
 */
struct fcl_serve_peer;

/* Sets the share of each peer. Call it at startup. */
void fcl_serve_peers_limit(unsigned connections, uint64_t bytes);

/*
 * Counts a connection of its peer, and returns a reference to that. *ret_fits: the peer may have
 * it. NULL: out of memory.
 */
struct fcl_serve_peer *fcl_serve_peer_connect(int fd, bool *ret_fits);
/* The connection ends. NULL is permitted. */
void fcl_serve_peer_disconnect(struct fcl_serve_peer *peer);

struct fcl_serve_peer *fcl_serve_peer_ref(struct fcl_serve_peer *peer);
void fcl_serve_peer_unref(struct fcl_serve_peer *peer);

/* Counts memory for requests of the peer. False: it would exceed its share. */
bool fcl_serve_peer_charge(struct fcl_serve_peer *peer, uint64_t bytes);
void fcl_serve_peer_uncharge(struct fcl_serve_peer *peer, uint64_t bytes);

#endif
