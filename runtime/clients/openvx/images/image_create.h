/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_VX_IMAGE_CREATE_H
#define FCL_VX_IMAGE_CREATE_H

#include "runtime/clients/openvx/images/image.h"

vx_image fcl_vx_image_create(vx_context context, vx_graph graph, vx_uint32 width, vx_uint32 height,
			     vx_df_image format);

/* Gives a virtual image without size or format those of the meta. */
vx_status fcl_vx_image_resolve(vx_image image, const struct fcl_vx_meta *meta);

#endif
