/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CARD_SOCKET_H
#define FCL_CARD_SOCKET_H

#include "tools/card/card.h"

/* Messages over a connection that never block this process. */

/*
 * Queues a message, whose size this sets, and sends as much as possible. -ENOMEM; -EPIPE: the
 * connection is over, as its owner sees at its next look.
 */
int fcl_card_send(struct fcl_card_connection *connection, struct fcl_vu_header *header,
		  const void *body, size_t size, const void *data, size_t bytes);
/* The same with a descriptor, which must stay open. */
int fcl_card_send_fd(struct fcl_card_connection *connection, struct fcl_vu_header *header,
		     const void *body, size_t size, int fd);
/* Sends what is queued. */
int fcl_card_flush(struct fcl_card_connection *connection);

/*
 * Continues to receive. 1: a message is complete; 0: not yet; -EPIPE: the other side has closed the
 * connection; -EPROTO: not a message of the protocol; -ENOMEM; -EMFILE: its descriptors are lost.
 */
int fcl_card_receive(struct fcl_card_connection *connection);
/* After a message has been handled: closes the descriptors that are left. */
void fcl_card_received(struct fcl_card_connection *connection);

/* Takes a new socket. */
void fcl_card_connect(struct fcl_card_connection *connection, int socket);
void fcl_card_disconnect(struct fcl_card_connection *connection);

#endif
