/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_BD_SOCKET_H
#define FCL_BD_SOCKET_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/socket.h>
#include <sys/un.h>

#include "base/err.h"
#include "hal/board/wire/wire.h"

/* A message as it travels, with what comes along. */
struct fcl_bd_packet {
	struct fcl_bd_message head;
	unsigned char payload[FCL_BD_PAYLOAD];
	int fds[FCL_BD_FDS]; /* the receiver closes them; -1: none */
};

/*
 * Writes a folder where the sockets of board processes are: that of this user, then that of the machine.
 * NULL past the last.
 */
const char *fcl_bd_folder(unsigned index, char *ret_path, size_t size);

/*
 * Writes the socket's path of the board process of that name in the index-th folder; a name with a slash
 * is the path itself. -ENOENT: it is no name, or there is no such folder; -EINVAL: it is too long.
 */
int fcl_bd_path(const char *name, unsigned index, char *ret_path, size_t size, struct fcl_err *err);

/*
 * Gives a socket that is connected. -ENOENT: there is no such board process; -EPERM: not for this user;
 * -ENODEV: it takes no connection within FCL_BD_ANSWER_S, because it is stopped, or for another reason.
 */
int fcl_bd_connect(const char *name, int *ret_fd, struct fcl_err *err);

/* Gives a socket that listens, with that mode. -EEXIST: another process listens there. */
int fcl_bd_listen(const char *path, unsigned mode, int *ret_fd, struct fcl_err *err);

/* Starts a message. */
void fcl_bd_packet_init(struct fcl_bd_packet *packet, enum fcl_bd_op op);

/* Closes the descriptors that came along. */
void fcl_bd_packet_close(struct fcl_bd_packet *packet);

/* Sends; descriptors stay the sender's. Never raises SIGPIPE. 0 or -errno. */
int fcl_bd_send(int fd, struct fcl_bd_packet *packet);

/*
 * Receives one message of ours. `flags` as of recvmsg(). -EPIPE: the other side is gone; -EPROTO: it sent
 * no such message, or one of another version: the text says which.
 */
int fcl_bd_receive(int fd, int flags, struct fcl_bd_packet *ret_packet, struct fcl_err *err);

/* Waits for `ms` until there is something to receive; -ETIMEDOUT. */
int fcl_bd_wait(int fd, int ms);

/* One call and its answer, for which it waits so many seconds; the answer's error is returned, too. */
int fcl_bd_call(int fd, struct fcl_bd_packet *packet, int seconds, struct fcl_err *err);

/* Makes the packet an answer: 0, or the error with its text. */
void fcl_bd_answer(struct fcl_bd_packet *packet, int error, const struct fcl_err *err);

#endif
