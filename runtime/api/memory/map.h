/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_API_MAP_H
#define FCL_API_MAP_H

#include "runtime/api/common/enqueue.h"

/* Whether map_flags are known, and not mutually exclusive. */
bool fcl_api_map_flags_valid(cl_map_flags flags);

/*
 * Records the mapping given by map->offset, size and flags, sets map->pointer, and enqueues the
 * command that moves the data to the host, which the host sees as `type`.
 */
cl_int fcl_api_map_enqueue(struct fcl_queue *queue, cl_command_type type, struct fcl_mem *mem,
			   struct fcl_map *map, const struct fcl_api_tail *tail);

/*
 * Enqueues the command that ends the mapping at this pointer. CL_INVALID_VALUE: there is none, and
 * nothing was enqueued.
 */
cl_int fcl_api_map_enqueue_unmap(struct fcl_queue *queue, cl_command_type type, struct fcl_mem *mem,
				 const void *pointer, const struct fcl_api_tail *tail);

#endif
