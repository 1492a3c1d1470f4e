/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/board/rights.h"

#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#ifndef SO_PEERGROUPS
#define SO_PEERGROUPS 59
#endif

/* The groups that the peer had when it connected. */
static bool has_group(int socket, gid_t group)
{
	socklen_t size = 0;
	gid_t *groups;
	bool found = false;

	getsockopt(socket, SOL_SOCKET, SO_PEERGROUPS, NULL, &size);
	groups = size ? malloc(size) : NULL;
	if (groups && !getsockopt(socket, SOL_SOCKET, SO_PEERGROUPS, groups, &size))
		for (size_t i = 0; i < size / sizeof(*groups); i++)
			found |= groups[i] == group;
	free(groups);
	return found;
}

struct fcl_bd_peer fcl_bd_peer_of(int socket, gid_t operators)
{
	struct ucred who = {.uid = (uid_t)-1, .gid = (gid_t)-1};
	socklen_t size = sizeof(who);
	struct fcl_bd_peer peer = {.uid = (uid_t)-1};

	if (getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &who, &size))
		return peer;
	peer.pid = who.pid;
	peer.uid = who.uid;
	peer.operates = who.uid == geteuid() || !who.uid ||
			(operators != (gid_t)FCL_BD_NO_GROUP &&
			 (who.gid == operators || has_group(socket, operators)));
	return peer;
}
