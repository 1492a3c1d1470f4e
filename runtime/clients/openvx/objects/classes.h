/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_VX_CLASSES_H
#define FCL_VX_CLASSES_H

#include "runtime/clients/openvx/base/object.h"

/* The class of a data object type; NULL for other types. */
const struct fcl_vx_class *fcl_vx_data_class(vx_enum type);

#endif
