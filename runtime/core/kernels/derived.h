/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CORE_DERIVED_H
#define FCL_CORE_DERIVED_H

#include "runtime/core/kernels/kernel.h"

/*
 * Hosts change one or two arguments from launch to launch: a number that counts up, buffers that
 * take turns. Such a launch gets a block derived from the kernel's own, its base: it has the
 * changed values, with references of its own, and borrows the others from the base, whose standing
 * claim covers their buffers as well (standing.h). Only the commands that it was made for have it,
 * so it needs no bindings (binding.h): when the host releases an object that is set, no kernel has
 * to give up a derived block, and when it releases one that a base has, the kernel gives up the
 * base, which is freed once no command has a block derived from it.
 */

/* Whether the next launch is to have a derived block. The kernel's lock is held. */
bool fcl_derived_suits(struct fcl_kernel *kernel);

/*
 * Returns a derived block; its only reference is the caller's. *ret_failed: the argument whose
 * object the host has released, in case of -ESTALE; then there may be a block as well, which the
 * caller has to release without the kernel's lock. -ENOMEM. The kernel's lock is held.
 */
int fcl_derived_create(struct fcl_kernel *kernel, struct fcl_args **ret_args, uint32_t *ret_failed);

#endif
