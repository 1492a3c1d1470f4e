/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_API_BUILTIN_H
#define FCL_API_BUILTIN_H

#include "runtime/api/common/info.h"
#include "runtime/core/objects/device.h"

/*
 * A device's built-in kernels are those of the image that is currently on the board: a program
 * created from a binary has loaded it, and other programs may use its kernels.
 */

/* CL_DEVICE_BUILT_IN_KERNELS: names separated by ';'. */
cl_int fcl_api_builtin_names(const struct fcl_api_info *info, const struct fcl_part *part);

/* CL_DEVICE_BUILT_IN_KERNELS_WITH_VERSION. */
cl_int fcl_api_builtin_versions(const struct fcl_api_info *info, const struct fcl_part *part);

/* Returns the image on the board, with a reference; NULL: no image. */
struct fcl_image *fcl_api_builtin_image(struct fcl_device *device);

/* Whether a list separated by ';' contains the name, which has `length` characters. */
bool fcl_api_builtin_listed(const char *names, const char *name, size_t length);

#endif
