/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_VX_PYRAMID_H
#define FCL_VX_PYRAMID_H

#include "runtime/clients/openvx/objects/group.h"

/* Gives a pyramid whose levels have no size yet the one in the meta. */
vx_status fcl_vx_pyramid_resolve(struct fcl_vx_group *pyramid, const struct fcl_vx_meta *meta);

#endif
