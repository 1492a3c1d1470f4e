/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CORE_DERIVED_H
#define FCL_CORE_DERIVED_H

#include "runtime/core/kernels/kernel.h"

/*
 * Hosts tend to change one or two arguments from launch to launch: a counter, or alternating
 * buffers. Such a launch gets a block derived from the kernel's own block, its base: it contains
 * the changed values, with its own references, and borrows the others from the base, whose standing
 * claim covers their buffers as well (standing.h). Only the commands that it was created for use
 * it, so it needs no bindings (binding.h). When the host releases an object that is set, no kernel
 * has to give up a derived block; when the object is in a base, the kernel gives up the base, which
 * is freed once no command uses a block derived from it.
 */

/* Whether the next launch should use a derived block. The kernel's lock is held. */
bool fcl_derived_suits(struct fcl_kernel *kernel);

/*
 * Returns a derived block, with its only reference. -ESTALE: the host has released the object of
 * argument *ret_failed; a block may be returned as well, which the caller must release without the
 * kernel's lock. -ENOMEM. The kernel's lock is held.
 */
int fcl_derived_create(struct fcl_kernel *kernel, struct fcl_args **ret_args, uint32_t *ret_failed);

#endif
