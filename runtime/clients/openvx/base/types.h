/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_VX_TYPES_H
#define FCL_VX_TYPES_H

#include "runtime/clients/openvx/base/context.h"

/* The size in bytes of a value of the type, including user types; 0: there is no such type. */
vx_size fcl_vx_type_size(vx_context context, vx_enum type);

#endif
