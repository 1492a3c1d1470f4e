/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CORE_STATUS_H
#define FCL_CORE_STATUS_H

#include <stdint.h>

/*
 * The one translator from the negative errno values of the layers below to OpenCL error codes: as a
 * command's final status, and for calls that allocate.
 */
int32_t fcl_status_from_errno(int code);

#endif
