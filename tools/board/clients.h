/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_BD_CLIENTS_H
#define FCL_BD_CLIENTS_H

#include "tools/board/server.h"

/* Clients and their executors. */

/* Answers HELLO with -EBUSY and that reason, and closes the connection. */
void fcl_bd_refuse(struct fcl_bd_server *server, int socket, const char *why);
void fcl_bd_client_enter(struct fcl_bd_server *server, int socket);
void fcl_bd_client_leave(struct fcl_bd_server *server, struct fcl_bd_client *client);
/* The executor has ended: gives back what it had, and notifies the client. */
void fcl_bd_executor_ended(struct fcl_bd_server *server, struct fcl_bd_client *client, int status);
/* A message from the client, or from the executor. False: the connection is to be closed. */
bool fcl_bd_client_message(struct fcl_bd_server *server, struct fcl_bd_client *client);
bool fcl_bd_executor_message(struct fcl_bd_server *server, struct fcl_bd_client *client);
void fcl_bd_reset_executors(struct fcl_bd_server *server);

#endif
