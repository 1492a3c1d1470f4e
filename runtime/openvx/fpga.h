/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_VX_FPGA_H
#define FCL_VX_FPGA_H

#include "runtime/openvx/describe.h"
#include "runtime/openvx/graph.h"

/* The validator of all described kernels. */
vx_status VX_CALLBACK fcl_vx_fpga_validate(vx_node node, const vx_reference parameters[],
					   vx_uint32 num, vx_meta_format metas[]);

/* Loads the image onto the node's device, and makes its kernels. */
vx_status fcl_vx_fpga_prepare(vx_node node);
void fcl_vx_fpga_release(vx_node node);

/* Enqueues the node's kernels. Never waits, unless a scalar that is passed by value is computed. */
vx_status fcl_vx_fpga_launch(vx_node node);

#endif
