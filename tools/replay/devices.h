/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_REPLAY_DEVICES_H
#define FCL_REPLAY_DEVICES_H

#include "base/err.h"
#include "tools/replay/replay.h"

/* Chooses a device for each one of the capture, and adds them to the replay's objects. */
int fcl_replay_choose(struct fcl_replay *replay, struct fcl_err *err);

#endif
