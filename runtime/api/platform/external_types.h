/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_API_EXTERNAL_TYPES_H
#define FCL_API_EXTERNAL_TYPES_H

#include "runtime/api/common/info.h"
#include "runtime/core/objects/device.h"

/*
 * Whether a device can import memory (cl_khr_external_memory): file descriptors, if the board
 * supports export.
 */
bool fcl_api_external_has(const struct fcl_device *device);

/* CL_DEVICE_…, CL_PLATFORM_EXTERNAL_MEMORY_IMPORT_HANDLE_TYPES_KHR. */
cl_int fcl_api_external_types(const struct fcl_api_info *info, bool has);

/*
 * CL_DEVICE_EXTERNAL_MEMORY_IMPORT_ASSUME_LINEAR_IMAGES_HANDLE_TYPES_KHR: none, as there are no
 * images.
 */
cl_int fcl_api_external_image_types(const struct fcl_api_info *info, bool has);

#endif
