/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_VX_SAME_H
#define FCL_VX_SAME_H

#include "runtime/clients/openvx/base/object.h"

/* Whether objects with these metas can replace each other. */
bool fcl_vx_same(const struct fcl_vx_meta *a, const struct fcl_vx_meta *b);

#endif
