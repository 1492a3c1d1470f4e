/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_BASE_TRUST_RULES_H
#define FCL_BASE_TRUST_RULES_H

#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

/*
 * The rules of trust.h, without its sentences. They are in a header because payloads and xtlm_ipc.h
 * contain them, too: C and C++, and nothing to link.
 */

enum fcl_trust_verdict {
	FCL_TRUST_GOOD,
	FCL_TRUST_NO_FOLDER,
	FCL_TRUST_NO_FILE, /* neither a regular file nor one to be: a pipe, a device, a link */
	FCL_TRUST_FOREIGN, /* it belongs to another user */
	FCL_TRUST_OPEN,    /* other users can replace what is in it */
	FCL_TRUST_UNKNOWN,
};

static inline int fcl_trust_is_user(uid_t user)
{
	return !user || user == geteuid();
}

/* Whether users other than the folder's owner may create files there. */
static inline int fcl_trust_is_shared(const struct stat *folder)
{
	/* Where each user has a group, folders are often open to that group. */
	mode_t others = folder->st_gid == getegid() ? S_IWOTH : S_IWGRP | S_IWOTH;

	return (folder->st_mode & others) != 0;
}

/* In a folder with the sticky bit, such as /tmp, each user can only replace what is theirs. */
static inline enum fcl_trust_verdict fcl_trust_judge_folder(const struct stat *folder)
{
	if (!S_ISDIR(folder->st_mode))
		return FCL_TRUST_NO_FOLDER;
	return fcl_trust_is_shared(folder) && !(folder->st_mode & S_ISVTX) ? FCL_TRUST_OPEN
									   : FCL_TRUST_GOOD;
}

/* The same for a folder of this user or of root. */
static inline enum fcl_trust_verdict fcl_trust_judge_own_folder(const struct stat *folder)
{
	if (S_ISDIR(folder->st_mode) && !fcl_trust_is_user(folder->st_uid))
		return FCL_TRUST_FOREIGN;
	return fcl_trust_judge_folder(folder);
}

static inline enum fcl_trust_verdict fcl_trust_judge_file(const struct stat *file)
{
	if (!S_ISREG(file->st_mode))
		return FCL_TRUST_NO_FILE;
	return fcl_trust_is_user(file->st_uid) ? FCL_TRUST_GOOD : FCL_TRUST_FOREIGN;
}

/* The process at the other end of a Unix socket; `owner` is a user that may be there as well. */
static inline enum fcl_trust_verdict fcl_trust_judge_peer(int fd, uid_t owner,
							  struct ucred *ret_peer)
{
	socklen_t size = sizeof(*ret_peer);

	if (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, ret_peer, &size))
		return FCL_TRUST_UNKNOWN;
	return fcl_trust_is_user(ret_peer->uid) || ret_peer->uid == owner ? FCL_TRUST_GOOD
									  : FCL_TRUST_FOREIGN;
}

#endif
