/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CORE_SNAPSHOT_H
#define FCL_CORE_SNAPSHOT_H

#include "runtime/core/graph/command.h"

/*
 * Returns the argument values for a launch, with a reference. They hold references to the memory
 * objects as long as a command uses them. -ESTALE: the host has released one of the objects;
 * -ENOMEM.
 */
int fcl_kernel_snapshot(struct fcl_kernel *kernel, struct fcl_values *ret_values,
			struct fcl_err *err);

/* Called when the host has released its last reference: see object.h. */
fcl_object_retire fcl_kernel_retire, fcl_mem_retire;

#endif
