/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_VX_AGE_H
#define FCL_VX_AGE_H

#include "runtime/openvx/objects/group.h"

/* The oldest slot becomes the newest, and arguments of nodes that are in the delay follow. */
void fcl_vx_delay_age(struct fcl_vx_group *delay);

#endif
