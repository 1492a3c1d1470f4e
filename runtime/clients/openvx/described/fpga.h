/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_VX_FPGA_H
#define FCL_VX_FPGA_H

#include "runtime/clients/openvx/described/describe.h"
#include "runtime/clients/openvx/graph/graph.h"

/* Operations of nodes with described kernels. A launch only blocks for scalars passed by value. */
extern const struct fcl_vx_kernel_ops fcl_vx_fpga_ops;

#endif
