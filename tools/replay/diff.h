/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_REPLAY_DIFF_H
#define FCL_REPLAY_DIFF_H

#include <stdbool.h>

#include "base/err.h"
#include "tools/replay/replay.h"

/*
 * Compares the calls of two captures, thread by thread: their names, parameters, contents, results
 * and what they gave the host. Objects are the same if the calls that made them correspond. Prints
 * the differences; *ret_equal: there are none.
 */
int fcl_replay_diff(struct fcl_replay *a, struct fcl_replay *b, bool *ret_equal,
		    struct fcl_err *err);

#endif
