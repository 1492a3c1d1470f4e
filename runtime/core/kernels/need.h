/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CORE_NEED_H
#define FCL_CORE_NEED_H

#include "runtime/core/kernels/reach.h"

/*
 * The banks that a buffer's arguments reach on each device, for hosts written for XRT. There, a
 * buffer stays in the bank of the first argument that it is set on, and an argument that does not
 * reach it is refused; here, the buffer moves. From malloc; owned by the buffer's root, whose lock
 * guards it.
 */
struct fcl_need {
	uint32_t count;
	struct fcl_need_on {
		const struct fcl_device *device;
		struct fcl_bank_set banks; /* which all arguments so far reach */
		char name[256];            /* of the first argument: "smooth_1.out" */
	} on[];
};

/* The only instance that the kernel can run as, or NULL: its queue says which one runs. */
const struct fcl_kernel_instance *fcl_need_instance(const struct fcl_kernel *kernel);

/*
 * Notes that the buffer is set on an argument of an instance. If no bank of its device suits all
 * arguments: -ENOSPC with FPGACL_STRICT_BANKS, else a warning in the log, once for each argument of
 * the kernel object.
 */
int fcl_need_add(struct fcl_kernel *kernel, const struct fcl_kernel_instance *instance,
		 uint32_t index, struct fcl_mem *root, struct fcl_err *err);
#endif
