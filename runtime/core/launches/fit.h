/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CORE_FIT_H
#define FCL_CORE_FIT_H

#include "runtime/core/launches/change.h"
#include "runtime/core/objects/pipe.h"

/* Argument values, and the kernel of an image that is to run with them. */
struct fcl_fit {
	const struct fcl_device *device;
	const struct fcl_kernel_instance *instance;
	struct fcl_values values;
	uint32_t side; /* of the device */
};

/*
 * The bank that contains a buffer, or that the host has requested; FCL_HAL_BANK_DEFAULT if neither
 * is known.
 */
uint32_t fcl_fit_bank(const struct fcl_fit *fit, struct fcl_mem *mem);

/* Whether the value is a pipe that is one of the image's FIFOs, which is connected to one CU. */
static inline bool fcl_fit_is_wired(const struct fcl_arg_value *value)
{
	return value->mem && value->mem->pipe && value->mem->pipe->image;
}

/*
 * Whether one buffer may be the value of two arguments of a kernel whose arguments have no bank in
 * common. May be true although there is none.
 */
bool fcl_fit_repeats(const struct fcl_fit *fit);

/*
 * Whether a CU reaches the argument's buffer, and is connected to its pipe. With `movable_too`, also
 * true for a buffer out of reach that may be moved.
 */
bool fcl_fit_cu_takes(const struct fcl_fit *fit, uint32_t cu, uint32_t arg, bool movable_too);
/* The same for all arguments; the values of those with the same buffer must have a bank in common. */
bool fcl_fit_cu_takes_all(const struct fcl_fit *fit, uint32_t cu, bool movable_too);

/* Reports that no CU takes all values: -ENOSPC because of buffers, -EXDEV if there are pipes. */
int fcl_fit_refuse(const struct fcl_fit *fit, struct fcl_err *err);

/*
 * What is known of a launch when it is enqueued: whether any CU will be able to take all values,
 * wherever other commands move the buffers until then. Errors as above. A block is checked once.
 */
int fcl_fit_check(const struct fcl_fit *fit, struct fcl_err *err);

/*
 * Whether any CU of the kernel, on any device, reaches the bank in which the host has created the
 * buffer (mem->root->wanted_bank) through this argument. -ENOSPC: none.
 */
int fcl_fit_check_arg(const struct fcl_kernel *kernel, uint32_t index, const struct fcl_mem *mem,
		      struct fcl_err *err);

/*
 * Whether a buffer that may be in any bank fits into one that this argument reaches; the largest has
 * `room` bytes. -ENOSPC: it is larger.
 */
int fcl_fit_check_size(const struct fcl_kernel *kernel, uint32_t index, uint64_t room,
		       const struct fcl_mem *mem, struct fcl_err *err);

#endif
