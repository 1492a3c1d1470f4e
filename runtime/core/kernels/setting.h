/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CORE_SETTING_H
#define FCL_CORE_SETTING_H

#include "runtime/core/kernels/kernel.h"

/* A new kernel's settings: nothing set, room for every scalar. Its facts are known. -ENOMEM. */
int fcl_settings_create(struct fcl_kernel *kernel);

/* The same values for a clone, whose facts are those of `from`. -ENOMEM. */
int fcl_settings_copy(struct fcl_kernel *kernel, const struct fcl_kernel *from);

/* A pipe that fits, or NULL for none: see fcl_kernel_set_pipe(). */
void fcl_settings_put_pipe(struct fcl_kernel *kernel, uint32_t index, struct fcl_mem *pipe);

/* The kernel goes. Fine for one that has none. */
void fcl_settings_destroy(struct fcl_kernel *kernel);

#endif
