/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_VX_MODULES_H
#define FCL_VX_MODULES_H

#include "runtime/clients/openvx/base/context.h"

/* The number of loaded modules. */
vx_uint32 fcl_vx_module_count(vx_context context);

/* Calls vxLoadKernels() for each name in FPGACL_OPENVX_KERNELS; logs failures. */
void fcl_vx_load_default_kernels(vx_context context);

void fcl_vx_modules_clear(vx_context context);
#endif
