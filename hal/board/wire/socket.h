/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_BD_SOCKET_H
#define FCL_BD_SOCKET_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/socket.h>
#include <sys/un.h>

#include "base/err.h"
#include "hal/board/wire/wire.h"

/* A message and the descriptors sent with it. */
struct fcl_bd_packet {
	struct fcl_bd_message head;
	unsigned char payload[FCL_BD_PAYLOAD];
	int fds[FCL_BD_FDS]; /* the receiver closes them; -1: none */
};

/*
 * Writes the path of a folder for sockets of board processes: first this user's, then the
 * system-wide one. NULL past the last.
 */
const char *fcl_bd_folder(unsigned index, char *ret_path, size_t size);

/*
 * Writes the path of a board process's socket in the index-th folder. A name with a slash is itself
 * the path. -ENOENT: not a valid name, or no such folder; -EINVAL: the path is too long.
 */
int fcl_bd_path(const char *name, unsigned index, char *ret_path, size_t size, struct fcl_err *err);

/*
 * Returns a connected socket. -ENOENT: no such board process; -EPERM: this user may not use it;
 * -ENODEV: it accepts no connection within FCL_BD_ANSWER_S, for instance because it is stopped.
 */
int fcl_bd_connect(const char *name, int *ret_fd, struct fcl_err *err);

/* Returns a listening socket with that mode. -EEXIST: another process is listening there. */
int fcl_bd_listen(const char *path, unsigned mode, int *ret_fd, struct fcl_err *err);

/* Initializes a message. */
void fcl_bd_packet_init(struct fcl_bd_packet *packet, enum fcl_bd_op op);

/* Closes the descriptors in the packet. */
void fcl_bd_packet_close(struct fcl_bd_packet *packet);

/*
 * Closes received descriptors with this function instead of close(). Linux closes those of a message
 * itself that find no room in a process, but not in this one, as any message fits.
 */
void fcl_bd_close_with(void (*function)(int fd));

/* Sends the message; the sender keeps its descriptors. Never raises SIGPIPE. 0 or -errno. */
int fcl_bd_send(int fd, struct fcl_bd_packet *packet);

/*
 * Receives one message. `flags` as for recvmsg(). -EPIPE: the other side has closed the socket;
 * -EPROTO: not a message of this protocol, or of another version, which the text states.
 */
int fcl_bd_receive(int fd, int flags, struct fcl_bd_packet *ret_packet, struct fcl_err *err);

/* Waits up to `ms` for a message; -ETIMEDOUT. */
int fcl_bd_wait(int fd, int ms);

/* Sends a call and waits for its answer, up to `seconds`; returns the answer's error, too. */
int fcl_bd_call(int fd, struct fcl_bd_packet *packet, int seconds, struct fcl_err *err);

/* Makes the packet an answer: 0, or the error with its text. */
void fcl_bd_answer(struct fcl_bd_packet *packet, int error, const struct fcl_err *err);

#endif
