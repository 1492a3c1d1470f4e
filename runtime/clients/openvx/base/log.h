/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_VX_LOG_H
#define FCL_VX_LOG_H

#include <VX/vx.h>

/* Logs like vxAddLogEntry() and returns the status. */
vx_status fcl_vx_fail(const void *ref, vx_status status, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

#endif
