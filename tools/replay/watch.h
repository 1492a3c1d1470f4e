/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_REPLAY_WATCH_H
#define FCL_REPLAY_WATCH_H

#include "tools/replay/replay.h"

/*
 * Starts a thread that ends this process, with a sentence, if one call takes more than a minute and
 * ten times what it took the program: kernels that wait for others may never end.
 */
int fcl_watch_start(const struct fcl_replay *replay);

/* Before what is watched is freed. */
void fcl_watch_stop(void);

/* The replay works on this call now. */
void fcl_watch_call(uint64_t number);

#endif
