/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_API_SUBDEVICE_H
#define FCL_API_SUBDEVICE_H

#include "runtime/api/common/info.h"
#include "runtime/core/objects/part.h"

/*
 * CL_DEVICE_MAX_COMPUTE_UNITS, which is also the maximum number of sub-devices: see fcl_part_cus().
 */
cl_uint fcl_api_subdevice_cus(const struct fcl_part *part);

/* CL_DEVICE_PARTITION_PROPERTIES: 0 if the part cannot be divided. */
cl_int fcl_api_subdevice_schemes(const struct fcl_api_info *info, const struct fcl_part *part);

/* CL_DEVICE_PARTITION_TYPE: the properties that the sub-device was created with; 0 for a board. */
cl_int fcl_api_subdevice_type(const struct fcl_api_info *info, const struct fcl_part *part);

#endif
