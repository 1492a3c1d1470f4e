/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CAPTURE_PAST_ROWS_H
#define FCL_CAPTURE_PAST_ROWS_H

#include <stdbool.h>
#include <stdint.h>

#include "runtime/capture/ids.h"

/* What is asked for each forgotten call about its parameters, in place of their names. */
struct fcl_past_row {
	uint32_t handles, lists; /* of objects: a bit for each position */
	uint32_t dropped;        /* that a kept call goes without: events */
	int event, blocking;     /* their positions, or -1 */
	int waits;               /* that of the events that it waits for, or -1 */
	int change;              /* of references */
	bool launch;             /* it runs kernels */
};

extern struct fcl_past_row fcl_past_rows[FCL_CALL_COUNT];

/* Fills in the rows, once. */
void fcl_past_rows_read(void);

#endif
