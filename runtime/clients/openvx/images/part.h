/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_VX_PART_H
#define FCL_VX_PART_H

#include "runtime/clients/openvx/images/image.h"

/* Creates an image in another object's store, for example a tensor's. */
vx_image fcl_vx_image_over(vx_reference base, struct fcl_vx_store *store, size_t offset,
			   size_t stride_y, vx_uint32 width, vx_uint32 height, vx_df_image format);

/* Whether writing one image changes data read from the other. */
bool fcl_vx_image_overlap(vx_image a, vx_image b);

#endif
