/* SPDX-License-Identifier: Apache-2.0 */
#include "base/trust.h"

#include <errno.h>
#include <stdbool.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

static bool is_trusted(uid_t user)
{
	return !user || user == geteuid();
}

int fcl_trust_folder(const char *path, struct fcl_err *err)
{
	struct stat facts;
	mode_t others;

	if (stat(path, &facts))
		return fcl_err_set(err, -errno, "cannot examine the folder %s: %s", path,
				   strerror(errno));
	if (!S_ISDIR(facts.st_mode))
		return fcl_err_set(err, -ENOTDIR, "%s is not a folder", path);
	if (!is_trusted(facts.st_uid))
		return fcl_err_set(
			err, -EPERM,
			"the folder %s belongs to user %u; it must belong to user %u or to root",
			path, (unsigned)facts.st_uid, (unsigned)geteuid());
	/* Where each user has a group, folders are often open to that group. */
	others = facts.st_gid == getegid() ? S_IWOTH : S_IWGRP | S_IWOTH;
	if (facts.st_mode & others && !(facts.st_mode & S_ISVTX))
		return fcl_err_set(
			err, -EPERM,
			"other users may write to the folder %s (mode %03o); remove that right",
			path, (unsigned)facts.st_mode & 0777);
	return 0;
}

int fcl_trust_peer(int socket, struct fcl_err *err)
{
	struct ucred peer;
	socklen_t size = sizeof(peer);

	if (getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &size))
		return fcl_err_set(err, -EPERM, "the other side of a socket is unknown: %s",
				   strerror(errno));
	if (is_trusted(peer.uid))
		return 0;
	return fcl_err_set(err, -EPERM,
			   "process %d at the other end of the socket belongs to user %u; it must "
			   "belong to user %u or to root",
			   (int)peer.pid, (unsigned)peer.uid, (unsigned)geteuid());
}
