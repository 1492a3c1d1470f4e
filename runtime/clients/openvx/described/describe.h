/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_VX_DESCRIBE_H
#define FCL_VX_DESCRIBE_H

#include "runtime/clients/openvx/described/described.h"

/* Reads a description. Logs errors with their place and returns NULL. */
struct fcl_vx_description *fcl_vx_description_read(vx_context context, const char *path,
						   vx_status *ret_status);
void fcl_vx_description_free(vx_context context, struct fcl_vx_description *description);

#endif
