/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CORE_STATUS_H
#define FCL_CORE_STATUS_H

#include <stdint.h>

/*
 * Translates negative errno values of lower layers to OpenCL error codes, for the final status of
 * commands and for calls that allocate. This is the only place that does so.
 */
int32_t fcl_status_from_errno(int code);

#endif
