/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CAPTURE_TABLE_H
#define FCL_CAPTURE_TABLE_H

#include "runtime/capture/ids.h"

/* The table of calls (base/trace/calls.h) as text. */

struct fcl_parameter {
	const char *kind, *type, *name;
};

struct fcl_call_row {
	const char *name, *class, *type;
	struct fcl_parameter parameters[16]; /* up to the first one without a name */
};

extern const struct fcl_call_row fcl_call_table[FCL_CALL_COUNT];

#endif
