/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_API_EXTENSIONS_H
#define FCL_API_EXTENSIONS_H

#include "runtime/api/common/info.h"
#include "runtime/core/objects/device.h"

/*
 * Both return the extensions of a device, or of the platform (`device` is NULL), for the two forms
 * of the query.
 */
cl_int fcl_api_extensions_string(const struct fcl_api_info *info,
				 const struct fcl_platform *platform,
				 const struct fcl_device *device);
cl_int fcl_api_extensions_versions(const struct fcl_api_info *info,
				   const struct fcl_platform *platform,
				   const struct fcl_device *device);

#endif
