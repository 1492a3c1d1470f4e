/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_VX_TYPES_H
#define FCL_VX_TYPES_H

#include "runtime/openvx/base/context.h"

/* Bytes of a value of the type, a user's included; 0: there is no such type. */
vx_size fcl_vx_type_size(vx_context context, vx_enum type);

#endif
