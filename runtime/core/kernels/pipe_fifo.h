/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CORE_PIPE_FIFO_H
#define FCL_CORE_PIPE_FIFO_H

#include "runtime/core/kernels/kernel.h"

/* The choice of the FIFO that a pipe uses: see struct fcl_pipe. */

/*
 * Chooses the FIFO for a pipe that is set on a stream argument, and sets the argument. -EINVAL: no
 * FIFO fits; -EBUSY: the FIFOs that fit are used by other pipes. The text lists the image's FIFOs.
 * -ENOMEM.
 */
int fcl_kernel_set_pipe(struct fcl_kernel *kernel, uint32_t index, struct fcl_mem *pipe,
			struct fcl_err *err);

/* Called before a launch on the device. -EXDEV: a pipe among the values is on another device. */
int fcl_pipe_use(const struct fcl_kernel *kernel, const struct fcl_arg_value *values,
		 const struct fcl_device *device, struct fcl_err *err);

/* Whether a CU is connected to the FIFO of the value's pipe. True for all other values. */
bool fcl_pipe_at(const struct fcl_arg_value *value, uint32_t cu, uint32_t arg);

#endif
