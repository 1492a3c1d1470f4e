/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_VX_FPGA_H
#define FCL_VX_FPGA_H

#include "runtime/openvx/described/describe.h"
#include "runtime/openvx/graph/graph.h"

/* How nodes of described kernels run. A launch waits only for a scalar that is passed by value. */
extern const struct fcl_vx_kernel_ops fcl_vx_fpga_ops;

#endif
