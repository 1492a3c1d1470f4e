/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_VX_VALID_H
#define FCL_VX_VALID_H

#include "runtime/clients/openvx/graph/graph.h"

/*
 * Sets the valid regions of a described kernel's outputs (OpenVX 1.3, "Valid Image Region"): the
 * intersection of the inputs' valid regions, reduced by the kernel's margin on sides inside the
 * image, and scaled for outputs of another size. With border mode undefined, the kernels here use
 * the nearest pixels, so the margin applies at the end of the valid region, not at the image's
 * edge.
 */
vx_status fcl_vx_described_regions(vx_node node);

#endif
