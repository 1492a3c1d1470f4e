/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_VX_AGE_H
#define FCL_VX_AGE_H

#include "runtime/clients/openvx/objects/group.h"

/*
 * Rotates the delay: the oldest slot becomes the newest, and node arguments that refer to the delay
 * are updated.
 */
void fcl_vx_delay_age(struct fcl_vx_group *delay);

#endif
