/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CORE_KERNEL_CREATE_H
#define FCL_CORE_KERNEL_CREATE_H

#include "runtime/core/kernels/kernel.h"

/*
 * Creates the kernel `name`; `name:{cu1,cu2}` restricts it to these CUs. -ENOENT: no such kernel;
 * -EINVAL: no such CU; -EEXIST: devices have different kernels of that name; -ENOMEM. The caller
 * gets the internal reference.
 */
int fcl_kernel_create(struct fcl_program *program, const char *name, struct fcl_kernel **ret_kernel,
		      struct fcl_err *err);

/* Creates a kernel with the same program and a copy of the argument values. -ENOMEM. */
int fcl_kernel_clone(struct fcl_kernel *kernel, struct fcl_kernel **ret_kernel);

/* The instance for a board or sub-device, or NULL. */
const struct fcl_kernel_instance *fcl_kernel_instance(const struct fcl_kernel *kernel,
						      const struct fcl_part *part);

/*
 * The instance for a queue's part: as above or, if the kernel's context mixes, one for a sub-device
 * of a board that the program was built for; for a whole board, one of a sub-device. NULL: there is
 * none, or no memory for it.
 */
const struct fcl_kernel_instance *fcl_kernel_instance_or_guest(struct fcl_kernel *kernel,
							       struct fcl_part *part);

/* Called for the last reference: see object.h. */
fcl_object_destroy fcl_kernel_destroy;

#endif
