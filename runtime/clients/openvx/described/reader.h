/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_VX_READER_H
#define FCL_VX_READER_H

#include "base/json_tree.h"
#include "runtime/clients/openvx/described/described.h"

/* The state of the parser, and the place for messages. */
struct fcl_vx_reader {
	vx_context context;
	const char *path;
	const char *kernel; /* NULL: outside of kernels */
};

/* Reports what was found instead of what is expected. Returns false. */
bool fcl_vx_reader_wrong(const struct fcl_vx_reader *reader, const char *expected,
			 const char *found);
/* A member that is a list; an empty one if it is absent and not required. NULL: reported. */
const struct fcl_json_value *fcl_vx_reader_list(const struct fcl_vx_reader *reader,
						const struct fcl_json_value *record,
						const char *key, bool required);
/* The index of the parameter with that name; -1: there is none. */
int fcl_vx_reader_find(const struct fcl_vx_described *kernel, const char *name, size_t length);

#endif
