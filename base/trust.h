/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_BASE_TRUST_H
#define FCL_BASE_TRUST_H

#include <sys/types.h>

#include "base/err.h"

/*
 * The policy for sockets and files in folders that users share, such as /tmp: what this process
 * obeys belongs to its own user or to root, and nobody else can put something else in its place.
 * SECURITY.md lists where it holds; trust_rules.h has the rules. These return -EPERM if a rule is
 * broken, or the system's error.
 */

/*
 * Checks that only this user and root can replace what is in the folder, or that each user can only
 * replace what is theirs, as in /tmp.
 */
int fcl_trust_folder(const char *path, struct fcl_err *err);

/*
 * The same for the folder that the file is in. With `ret_owner`, it may belong to any user: one that
 * somebody with that right has chosen.
 */
int fcl_trust_folder_of(const char *path, uid_t *ret_owner, struct fcl_err *err);

/* Creates a folder for this user only, unless it exists and may be trusted; a link may not. */
int fcl_trust_make_folder(const char *path, struct fcl_err *err);

/*
 * Creates the folder that the file is in if it is missing, checks it, and locks it, so that only one
 * process at a time clears a path there and listens. The caller closes the descriptor. -EBUSY:
 * another process keeps it locked.
 */
int fcl_trust_lock_folder_of(const char *path, int *ret_fd, struct fcl_err *err);

/* Checks the process at the other end of a Unix socket: this user's, root's, or that owner's. */
int fcl_trust_peer(int fd, uid_t owner, struct fcl_err *err);

/* Opens a regular file of this user or of root, without following a link or waiting for a pipe. */
int fcl_trust_open(const char *path, int flags, mode_t mode, int *ret_fd, struct fcl_err *err);

/*
 * Opens a file that the user has named, to write to it. In a folder where others may create files, it
 * must be this user's or root's, and no link. The descriptor, or a negative errno.
 */
int fcl_trust_output(const char *path, int flags, mode_t mode, struct fcl_err *err);

/* Connects to a socket of that type to see if a process listens, at once: 0 or a negative errno. */
int fcl_trust_probe(const char *path, int type);

/*
 * Removes a socket on which no process listens any more. -EADDRINUSE: one does, or may; -EEXIST:
 * something else is there.
 */
int fcl_trust_clear_socket(const char *path, int type, struct fcl_err *err);

#endif
