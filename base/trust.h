/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_BASE_TRUST_H
#define FCL_BASE_TRUST_H

#include "base/err.h"

/*
 * The policy for sockets and files in folders that users share, such as /tmp: what this process
 * obeys belongs to its own user or to root, and nobody else can put something else in its place.
 */

/*
 * Checks that only this user and root can replace what is in the folder, or that each user can only
 * replace what is theirs, as in /tmp. -EPERM, or why it cannot be examined.
 */
int fcl_trust_folder(const char *path, struct fcl_err *err);

/* Checks that the process at the other end of a Unix socket is of this user or of root. -EPERM. */
int fcl_trust_peer(int socket, struct fcl_err *err);

#endif
