/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_VX_VALID_H
#define FCL_VX_VALID_H

#include "runtime/openvx/graph/graph.h"

/*
 * The valid regions of what a described kernel writes (OpenVX 1.3, "Valid Image Region"): what is valid in
 * all input images, less the kernel's margin on sides where there is an image beyond it; in proportion for
 * an output of another size. A border of mode undefined has the values of the nearest pixels here, so
 * that a margin begins at the end of the valid region and not at that of the image.
 */
vx_status fcl_vx_described_regions(vx_node node);

#endif
