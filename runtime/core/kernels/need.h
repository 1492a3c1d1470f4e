/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CORE_NEED_H
#define FCL_CORE_NEED_H

#include "runtime/core/kernels/reach.h"

/*
 * The banks that a buffer's arguments reach, for hosts written for XRT. There, a buffer stays in the
 * bank of the first argument that it is set on, and an argument that does not reach it is refused;
 * here, the buffer moves. From malloc; owned by the buffer's root, whose lock guards it.
 */
struct fcl_need {
	struct fcl_bank_set banks; /* which all arguments so far reach */
	char name[256];            /* of the first argument: "smooth_1.out" */
};

/*
 * Notes that the buffer is set on an argument. If no bank suits all its arguments: -ENOSPC with
 * FPGACL_STRICT_BANKS, else a warning in the log, once for each argument of the kernel object.
 */
int fcl_need_add(struct fcl_kernel *kernel, uint32_t index, struct fcl_mem *root,
		 struct fcl_err *err);
#endif
