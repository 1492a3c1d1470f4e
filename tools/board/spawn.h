/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_BD_SPAWN_H
#define FCL_BD_SPAWN_H

#include "tools/board/server.h"

/*
 * Starts an executor for a client. *ret_call is the client's end of the socket. Returns 0 or
 * -errno.
 */
int fcl_bd_spawn(struct fcl_bd_server *server, unsigned index, int *ret_call);
/* Has an executor describe the board and exit. */
int fcl_bd_probe(struct fcl_bd_server *server, struct fcl_err *err);
/* Returns a memfd of that size which can never shrink; -1 if out of memory. */
int fcl_bd_sealed_file(const char *name, size_t bytes);

#endif
