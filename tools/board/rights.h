/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_BD_RIGHTS_H
#define FCL_BD_RIGHTS_H

#include <stdbool.h>
#include <sys/types.h>

/* The process at the other end of a socket. */
struct fcl_bd_peer {
	pid_t pid;
	uid_t uid;
	/*
	 * It may stop the board process and reset the board, and its share is not limited: it
	 * belongs to the user who started the board process, to root, or to the operators.
	 */
	bool operates;
};

enum { FCL_BD_NO_GROUP = -1 };

/* `operators`: the group of the operators; FCL_BD_NO_GROUP: there is none. */
struct fcl_bd_peer fcl_bd_peer_of(int socket, gid_t operators);

#endif
