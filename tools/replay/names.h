/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_REPLAY_NAMES_H
#define FCL_REPLAY_NAMES_H

#include "base/err.h"
#include "tools/replay/replay.h"

/* Finds this version's calls for the capture's numbers of calls. */
int fcl_names_read(struct fcl_replay *replay, struct fcl_err *err);

/* Prints a line about the call; the first few of a kind. */
void fcl_replay_say(const struct fcl_replay *replay, uint64_t number, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* The name of a call as the capture has it. */
const char *fcl_replay_name(const struct fcl_replay *replay, uint64_t number);

#endif
