/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_VX_FPGA_H
#define FCL_VX_FPGA_H

#include "runtime/openvx/described/describe.h"
#include "runtime/openvx/graph/graph.h"

/* The validator of all described kernels. */
vx_status VX_CALLBACK fcl_vx_fpga_validate(vx_node node, const vx_reference parameters[],
					   vx_uint32 num, vx_meta_format metas[]);

/* How nodes of described kernels run. A launch waits only for a scalar that is passed by value. */
extern const struct fcl_vx_kernel_ops fcl_vx_fpga_ops;

#endif
