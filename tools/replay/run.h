/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_REPLAY_RUN_H
#define FCL_REPLAY_RUN_H

#include "base/err.h"
#include "tools/replay/replay.h"

/* Makes the captured calls, in their order, and compares what comes back. */
int fcl_replay_run(struct fcl_replay *replay, struct fcl_err *err);

/* Waits for all commands, and forgets the objects, so that it can be run again. */
void fcl_replay_end(struct fcl_replay *replay);

#endif
