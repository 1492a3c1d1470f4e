/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_VX_DELAY_H
#define FCL_VX_DELAY_H

#include "runtime/clients/openvx/objects/group.h"

/* The slot of that age; 0 is the current one. */
vx_reference fcl_vx_delay_slot(struct fcl_vx_group *delay, vx_uint32 age);

#endif
