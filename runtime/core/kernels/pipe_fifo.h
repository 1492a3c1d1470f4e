/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CORE_PIPE_FIFO_H
#define FCL_CORE_PIPE_FIFO_H

#include "runtime/core/kernels/kernel.h"

/* Which FIFO a pipe is: see struct fcl_pipe. */

/*
 * Makes a pipe fit for an argument, a stream, and sets that. -EINVAL: no FIFO suits; -EBUSY: those
 * that do are other pipes; the text lists the image's FIFOs. -ENOMEM.
 */
int fcl_kernel_set_pipe(struct fcl_kernel *kernel, uint32_t index, struct fcl_mem *pipe,
			struct fcl_err *err);

/* Before a launch on the device: -EXDEV if a pipe among the values is on another one. */
int fcl_pipe_use(const struct fcl_args *args, const struct fcl_device *device, struct fcl_err *err);

/* Whether a CU is at the FIFO that the value's pipe is. True for all other values. */
bool fcl_pipe_at(const struct fcl_arg_value *value, uint32_t cu, uint32_t arg);

#endif
