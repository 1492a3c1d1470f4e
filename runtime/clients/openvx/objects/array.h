/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_VX_ARRAY_H
#define FCL_VX_ARRAY_H

#include "runtime/clients/openvx/objects/flat.h"

/* Returns the number of items. Waits for a kernel that counts them. */
vx_status fcl_vx_array_count(struct fcl_vx_flat *array, vx_size *ret_count);

#endif
