/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_REPLAY_EMIT_H
#define FCL_REPLAY_EMIT_H

#include "base/err.h"
#include "tools/replay/replay.h"

/*
 * Writes a C program that makes the captured calls one after the other, and next to it a folder with
 * the contents. Calls that it cannot make are comments.
 */
int fcl_replay_emit(struct fcl_replay *replay, const char *path, struct fcl_err *err);

#endif
