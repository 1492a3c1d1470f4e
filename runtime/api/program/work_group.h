/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_API_WORK_GROUP_H
#define FCL_API_WORK_GROUP_H

#include "runtime/core/kernels/kernel.h"

/* CL_KERNEL_WORK_GROUP_SIZE: the maximum number of work-items in a work-group. */
size_t fcl_api_group_limit(const struct fcl_image_kernel *facts);

/* Whether a work-group consists of many work-items; otherwise it is one run of the kernel. */
bool fcl_api_is_opencl_c(const struct fcl_image_kernel *facts);

/*
 * CL_KERNEL_LOCAL_MEM_SIZE: bytes that the kernel declares, plus those of the local arguments set
 * so far.
 */
uint64_t fcl_api_local_memory(const struct fcl_image_kernel *facts,
			      const struct fcl_kernel *kernel);

#endif
