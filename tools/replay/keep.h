/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_REPLAY_KEEP_H
#define FCL_REPLAY_KEEP_H

#include "base/err.h"
#include "tools/replay/replay.h"

/*
 * Writes the contents of all buffers that exist to files in this folder, which `fpgacl run` takes as
 * arguments, and prints their names.
 */
int fcl_replay_keep(const struct fcl_replay *replay, const char *folder, struct fcl_err *err);

#endif
