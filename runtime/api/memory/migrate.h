/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_API_MIGRATE_H
#define FCL_API_MIGRATE_H

#include "runtime/api/common/validate.h"

/*
 * Creates a command of that type that migrates objects, which must be valid. NULL: out of memory.
 */
struct fcl_event *fcl_api_migrate_create(struct fcl_queue *queue, cl_command_type type,
					 cl_uint count, const cl_mem *objects,
					 cl_mem_migration_flags flags);

#endif
