/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_SERVE_SOCKETS_H
#define FCL_SERVE_SOCKETS_H

#include "base/err.h"

/* A socket that listens, and what has to go when it is closed. */
struct fcl_serve_socket {
	int fd;
	int lock;       /* of a socket with a path: held while this worker serves it; -1: none */
	char path[108]; /* "": none */
	char name[300]; /* where clients find it */
};

/*
 * Listens at "ADDRESS:PORT", "[ADDRESS]:PORT" (port 0: any) or "unix:PATH". -EADDRINUSE: another worker
 * is there. A socket that a worker left behind when it was killed is replaced.
 */
int fcl_serve_socket_open(const char *listen, struct fcl_serve_socket *ret_socket,
			  struct fcl_err *err);

/* Removes the path, but does not close `fd`, which is the HTTP server's. */
void fcl_serve_socket_leave(struct fcl_serve_socket *socket);

#endif
