/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_VX_VALIDATE_H
#define FCL_VX_VALIDATE_H

#include "runtime/clients/openvx/base/object.h"

/* The validator for all described kernels. */
vx_status VX_CALLBACK fcl_vx_fpga_validate(vx_node node, const vx_reference parameters[],
					   vx_uint32 num, vx_meta_format metas[]);

#endif
