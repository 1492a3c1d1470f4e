/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CORE_STATUS_H
#define FCL_CORE_STATUS_H

#include <stdint.h>

/*
 * Translates the negative errno values of the layers below to OpenCL error codes, for the final
 * status of commands and for calls that allocate. The only place that does so.
 */
int32_t fcl_status_from_errno(int code);

#endif
