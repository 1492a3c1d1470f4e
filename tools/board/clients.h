/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_BD_CLIENTS_H
#define FCL_BD_CLIENTS_H

#include "tools/board/server.h"

/* Clients and their executors. */

/* Answers HELLO with -EBUSY and the reason, and closes the connection. */
void fcl_bd_refuse(struct fcl_bd_server *server, int socket, const char *why);
void fcl_bd_client_enter(struct fcl_bd_server *server, int socket, const struct fcl_bd_peer *peer);
void fcl_bd_client_leave(struct fcl_bd_server *server, struct fcl_bd_client *client);
/* Called when the executor has ended: releases its resources and notifies the client. */
void fcl_bd_executor_ended(struct fcl_bd_server *server, struct fcl_bd_client *client, int status);
/* Called when a process has ended that may be an executor which was ended before. */
void fcl_bd_lingering_ended(struct fcl_bd_server *server, pid_t pid);
/*
 * Handles a message from the client or from the executor. Returns false if the connection must be
 * closed.
 */
bool fcl_bd_client_message(struct fcl_bd_server *server, struct fcl_bd_client *client);
bool fcl_bd_executor_message(struct fcl_bd_server *server, struct fcl_bd_client *client);
void fcl_bd_reset_executors(struct fcl_bd_server *server);
/* Ends executors that have too many threads; looks only now and then. */
void fcl_bd_count_threads(struct fcl_bd_server *server);

#endif
