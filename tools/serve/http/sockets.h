/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_SERVE_SOCKETS_H
#define FCL_SERVE_SOCKETS_H

#include "base/err.h"

/* A listening socket, and what to clean up when it is closed. */
struct fcl_serve_socket {
	int fd;
	int lock;       /* for a socket with a path: held while this worker serves it; -1: none */
	char path[108]; /* "" if none */
	char name[300]; /* the address for clients */
};

/*
 * Listens on "ADDRESS:PORT", "[ADDRESS]:PORT" (port 0: any) or "unix:PATH". Returns -EADDRINUSE if
 * another worker listens there. Replaces a socket left behind by a killed worker.
 */
int fcl_serve_socket_open(const char *listen, struct fcl_serve_socket *ret_socket,
			  struct fcl_err *err);

/* Removes the path, but does not close `fd`, which belongs to the HTTP server. */
void fcl_serve_socket_leave(struct fcl_serve_socket *socket);

#endif
