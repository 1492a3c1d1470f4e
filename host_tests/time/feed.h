/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TEST_TIME_FEED_H
#define FCL_TEST_TIME_FEED_H

#include "host_tests/time/designs.h"

/* How the native code of a design's processes runs. */
struct feed_way {
	bool record;
	bool runs;      /* loops say all iterations of an operation at once */
	bool backwards; /* processes take their turns in the other order */
	uint32_t batch; /* events that are said at once, from 1 */
	uint32_t turn;  /* iterations of a process before the next has its turn; 0: all */
	size_t ahead;
};

/* Makes a time line with the design's objects, in their order, and runs its processes on it. */
struct fcl_time *feed(const struct design *design, const struct feed_way *way);

#endif
